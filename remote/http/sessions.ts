import { Buffer } from "node:buffer";
import { createHmac, randomBytes } from "node:crypto";
import {
  type AuthInfo,
  type ClientCapabilities,
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCResultResponse,
  isLegacyRequest,
} from "@modelcontextprotocol/server";
import {
  type AskInCall,
  SESSION_CLIENT,
  type SessionClient,
  VIEWS_EXTENSION,
} from "../../server/asker.ts";
import { isSameSecret } from "../credentials.ts";
import { refused } from "./request.ts";

const HEADER = "mcp-session-id";

const MAX_NAME = 64;

/** Maximum length of a session id, which is long because it contains the client's capabilities. */
const MAX_ID = 1_024;

type Declared = Pick<SessionClient, "name" | "capabilities">;

/**
 * A server's sessions. No session is stored: a session id contains the client's name and
 * capabilities, signed by the server. Every process with the same secret accepts the session id.
 */
export class Sessions {
  readonly #secret: () => Promise<string>;
  readonly #forms: OpenForms | null;

  /** @param secret Returns the secret that all processes of the server share. */
  constructor(secret: () => Promise<string>, forms: OpenForms | null) {
    this.#secret = secret;
    this.#forms = forms;
  }

  /** Adds the client's declared name and capabilities to a request's `authInfo`. */
  async enter(
    request: Request,
    { message, authInfo }: { readonly message: unknown; readonly authInfo: AuthInfo },
  ): Promise<AuthInfo | Response> {
    const isOld = await isLegacyRequest(request, message);
    if (!isOld || isInitializeRequest(message)) return authInfo;
    const session = request.headers.get(HEADER);
    const declared = session === null ? null : await this.#read(session);
    if (session !== null && declared === null) return refused(404, "Session not found");
    const forms = this.#forms;
    const principal = String(authInfo.extra?.["principal"]);
    if (forms !== null && (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message))) {
      const result = "result" in message ? message.result : undefined;
      const isAccepted = forms.answer(principal, message.id, result);
      if (isAccepted) return new Response(null, { status: 202 });
    }
    if (session === null || declared === null) return authInfo;
    const caller = { principal, session };
    const cancelled = canceledBy(message);
    if (cancelled !== undefined) forms?.cancel(caller, cancelled);
    const { elicitation: _, ...withoutForms } = declared.capabilities;
    const client: SessionClient = forms === null
      ? { ...declared, capabilities: withoutForms }
      : { ...declared, ask: (asked) => forms.ask(caller, asked) };
    return { ...authInfo, extra: { ...authInfo.extra, [SESSION_CLIENT]: client } };
  }

  /** Adds a session id to the response to `initialize`. */
  async begin(response: Response, message: unknown): Promise<void> {
    if (!response.ok || !isInitializeRequest(message)) return;
    const { clientInfo, capabilities: { elicitation, extensions } } = message.params;
    const views = extensions?.[VIEWS_EXTENSION];
    const capabilities: ClientCapabilities = {
      ...(elicitation === undefined ? {} : { elicitation }),
      ...(views === undefined ? {} : { extensions: { [VIEWS_EXTENSION]: views } }),
    };
    const declared: Declared = { name: clientInfo.name.slice(0, MAX_NAME), capabilities };
    // Ids must be unique, although nothing is stored under them.
    const text = JSON.stringify([randomBytes(9).toString("base64url"), declared]);
    const payload = Buffer.from(text).toString("base64url");
    const id = `${payload}.${await this.#sign(payload)}`;
    if (id.length <= MAX_ID) response.headers.set(HEADER, id);
  }

  async #read(id: string): Promise<Declared | null> {
    const [, payload = "", signature = ""] = /^([\w-]+)\.([\w-]+)$/u.exec(id) ?? [];
    if (!isSameSecret(signature, await this.#sign(payload))) return null;
    const [, declared] = JSON.parse(Buffer.from(payload, "base64url").toString());
    return declared as Declared;
  }

  async #sign(payload: string): Promise<string> {
    return createHmac("sha256", await this.#secret())
      .update(`budget-tool-server session\n${payload}`).digest("base64url");
  }
}

/** Returns the id of the call that the client canceled; `undefined` for any other message. */
function canceledBy(message: unknown): unknown {
  if (!isJSONRPCNotification(message)) return undefined;
  return message.method === "notifications/cancelled" ? message.params?.["requestId"] : undefined;
}

/**
 * Maximum number of open forms per principal. It is lower than the maximum number of calls, because
 * each answer to a form requires a free call slot.
 */
const MAX_OF_ONE = 8;

/** How long a form stays open, in milliseconds; the same as a preview's validity period. */
const MAX_WAIT_MS = 600_000;

export interface FormClient {
  readonly principal: string;
  readonly session: string;
}

interface OpenForm extends FormClient {
  readonly callId: string | number;
  readonly settle: (result: unknown) => void;
}

export class OpenForms {
  readonly #open = new Map<string, OpenForm>();
  #isClosed = false;

  /** Shows a form and returns the user's answer; `undefined` if there is none. */
  async ask(
    caller: FormClient,
    { callId, signal, send }: Parameters<AskInCall>[0],
  ): Promise<unknown> {
    const openForms = [...this.#open.values()].filter((one) => one.principal === caller.principal);
    if (this.#isClosed || signal.aborted || openForms.length >= MAX_OF_ONE) return undefined;
    const id = crypto.randomUUID();
    const { promise, resolve: settle } = Promise.withResolvers<unknown>();
    const giveUp = (): void => settle(undefined);
    const timer = setTimeout(giveUp, MAX_WAIT_MS);
    signal.addEventListener("abort", giveUp, { once: true });
    this.#open.set(id, { ...caller, callId, settle });
    try {
      await send(id);
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      this.#open.delete(id);
    }
  }

  /** Accepts an answer. Returns `false` if the answer doesn't belong to an open form. */
  answer(principal: string, id: unknown, result: unknown): boolean {
    const form = this.#open.get(String(id));
    if (form?.principal !== principal) return false;
    form.settle(result);
    return true;
  }

  /** Closes the forms that a tool call opened, because the client has canceled the call. */
  cancel({ principal, session }: FormClient, callId: unknown): void {
    for (const form of this.#open.values()) {
      const isOfCall = form.principal === principal && form.session === session &&
        form.callId === callId;
      if (isOfCall) form.settle(undefined);
    }
  }

  /** Closes all forms as unanswered, and prevents new forms from being shown. */
  close(): void {
    this.#isClosed = true;
    for (const { settle } of this.#open.values()) settle(undefined);
  }
}
