/**
 * The one way from a request to the server: guards, credentials, load, then the protocol.
 * Nothing of a body is read before the first three are through.
 *
 * @module
 */

import { type AuthInfo, createMcpHandler, readRequestBody } from "@modelcontextprotocol/server";
import { createServerFactory } from "../server/create_server_factory.ts";
import { READ_SCOPE } from "../server/scopes.ts";
import { guard, type Guarded } from "./guards.ts";
import { type HttpOptions, httpProblem } from "./http_options.ts";
import { type HttpLimits, LIMITS } from "./limits.ts";
import { issuerToken } from "./issuer_token.ts";
import { Load } from "./load.ts";
import { challenge, metadataResponse, resourceOf, type SignIn } from "./metadata.ts";
import { ownerToken } from "./owner_token.ts";
import {
  anyOf,
  bearerToken,
  type Principal,
  UnverifiableError,
  type Verifier,
} from "./principal.ts";
import { refused } from "./refusal.ts";
import type { RequestHead } from "./request_head.ts";

/** A call that is let in. */
export interface Admitted {
  readonly authInfo: AuthInfo;
  /** Tells that it is over, once or more often. */
  readonly leave: () => void;
}

/** A server that can be asked over HTTP. */
export interface Endpoint {
  /** Looks at a head: an answer, or the call is let in. */
  readonly admit: (head: RequestHead) => Promise<Response | Admitted>;
  /** Serves a call that was let in. */
  readonly serve: (request: Request, admitted: Admitted) => Promise<Response>;
  /** Lets no call in any more, and resolves when those have ended that were. */
  readonly drain: () => Promise<void>;
  /** Drains, ends streams, and resolves when all that has begun is written down. */
  readonly close: () => Promise<void>;
}

/** Seconds after which a client may ask again. */
const RETRY = { busy: "1", failures: "60", stopping: "5" } as const;

/** The protocol's era in which a call says in its head what it is. */
const NAMING_ERA = "2026-07-28";

/**
 * Opens an endpoint. No request is made of YNAB yet.
 *
 * @param options What it is made of.
 * @param limits What differs from the usual limits.
 * @returns The endpoint.
 * @throws {TypeError} When an option can't be used, or anybody could use the server.
 */
export function openEndpoint(options: HttpOptions, limits: Partial<HttpLimits> = {}): Endpoint {
  const all = { ...LIMITS, ...limits };
  const { now = Date.now, log, publicUrl } = options;
  const { verify, signIn } = wayIn(options);
  const guarded: Guarded = {
    hostnames: publicUrl === undefined ? [] : [new URL(publicUrl).hostname],
    hasMetadata: signIn !== null,
  };
  const factory = createServerFactory(options);
  const load = new Load(all, now);
  let isStopping = false;
  let isPrepared = false;
  // After the first answer: who asks first waits for none of it.
  const prepareOnce = (): void => {
    if (!isPrepared && !isStopping) factory.prepare();
    isPrepared = true;
  };
  const mcp = createMcpHandler(factory.create, {
    legacy: "stateless",
    responseMode: "auto",
    maxRequestBodySize: all.bodyBytes,
    maxSubscriptions: all.streams,
    onerror: (error) => log?.({ level: "warn", event: "protocol_error", error: error.name }),
  });

  const admitted = async (head: RequestHead): Promise<Response | Admitted> => {
    const principal = await identified(head, { verify, signIn, load });
    if (principal instanceof Response) return principal;
    if (isStopping) {
      return refused(503, "The server is stopping", { "retry-after": RETRY.stopping });
    }
    const leave = load.enter(principal.id);
    if (typeof leave === "function") return { authInfo: authInfoOf(principal), leave };
    const status = leave === "callsOfOne" ? 429 : 503;
    return refused(status, "Too many calls at once", { "retry-after": RETRY.busy });
  };

  const drain = async (): Promise<void> => {
    isStopping = true;
    await load.idle();
  };
  return {
    async admit(head): Promise<Response | Admitted> {
      const route = guard(head, guarded);
      if (route instanceof Response) return logged(route, log);
      if (route === "health") return plain(200, "ok");
      if (route === "ready") {
        const isReady = !isStopping && await factory.isReady();
        return isReady ? plain(200, "ready") : plain(503, "not ready");
      }
      if (route === "metadata" && signIn !== null) return metadataResponse(head.method, signIn);
      const entry = await admitted(head);
      return entry instanceof Response ? logged(entry, log) : entry;
    },
    async serve(request, { authInfo, leave }): Promise<Response> {
      try {
        const body = await messageIn(request, all.bodyBytes);
        if (body instanceof Response) return withoutStoring(body, leave);
        const response = await mcp.fetch(request, { authInfo, parsedBody: body.message });
        prepareOnce();
        // A stream that waits for news ends only with its client, and is no call.
        if (isListening(request)) leave();
        return withoutStoring(response, leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
    drain,
    async close(): Promise<void> {
      await drain();
      // Not sooner: it aborts what is under way.
      await mcp.close();
      await factory.close();
    },
  };
}

/** Finds out who may come in; nobody may be let in unasked. */
function wayIn(
  options: HttpOptions,
): { readonly verify: Verifier; readonly signIn: SignIn | null } {
  const problem = httpProblem(options);
  if (problem !== null) throw new TypeError(`${problem.option} ${problem.problem}`);
  const { httpToken, publicUrl, oauthIssuer: issuer, oauthSubjects: subjects, now = Date.now } =
    options;
  const owner = httpToken === undefined ? [] : [ownerToken(httpToken)];
  if (issuer !== undefined && subjects !== undefined && publicUrl !== undefined) {
    const audience = resourceOf(publicUrl);
    const verify = anyOf([...owner, issuerToken({ issuer, subjects, audience, now })]);
    return { verify, signIn: { publicUrl, issuer } };
  }
  if (owner.length > 0) return { verify: anyOf(owner), signIn: null };
  throw new TypeError(
    "httpToken or oauthIssuer is needed: without one anybody could read the plan",
  );
}

async function identified(
  head: RequestHead,
  { verify, signIn, load }: {
    readonly verify: Verifier;
    readonly signIn: SignIn | null;
    readonly load: Load;
  },
): Promise<Principal | Response> {
  const token = bearerToken(head.header("authorization"));
  try {
    const principal = token === null ? null : await verify(token);
    if (principal?.scopes.includes(READ_SCOPE) === true) return principal;
    if (principal !== null) return challenge("insufficient_scope", signIn);
  } catch (error) {
    if (!(error instanceof UnverifiableError)) throw error;
    return refused(503, "Tokens can't be verified now", { "retry-after": RETRY.stopping });
  }
  if (load.fail(head.address)) {
    return refused(429, "Too many failed credentials", { "retry-after": RETRY.failures });
  }
  return challenge(token === null ? "none" : "invalid_token", signIn);
}

/** The token itself goes no further. */
function authInfoOf({ id, clientId, scopes }: Principal): AuthInfo {
  return { token: "", clientId, scopes: [...scopes], extra: { principal: id } };
}

/** Reads the one message of a request: several in one would be several calls at once. */
async function messageIn(
  request: Request,
  most: number,
): Promise<{ readonly message: unknown } | Response> {
  const body = await readRequestBody(request, most);
  if (body.tooLarge) return refused(413, `A body must not exceed ${most} bytes`);
  try {
    const message: unknown = JSON.parse(body.text);
    return Array.isArray(message)
      ? refused(400, "A request must be one message, not a batch", {}, "request")
      : { message };
  } catch {
    return refused(400, "The body is no JSON", {}, "parse");
  }
}

/** The SDK refuses a call of this era whose head and body do not agree. */
function isListening({ headers }: Request): boolean {
  return headers.get("mcp-protocol-version") === NAMING_ERA &&
    headers.get("mcp-method") === "subscriptions/listen";
}

function plain(status: number, word: string): Response {
  return new Response(`${word}\n`, { status, headers: { "cache-control": "no-store" } });
}

function logged(response: Response, log: HttpOptions["log"]): Response {
  log?.({ level: "debug", event: "http_refused", status: response.status });
  return response;
}

/** Has an answer kept by nobody, and hears when it has been given. */
function withoutStoring(response: Response, leave: () => void): Response {
  const headers = new Headers(response.headers);
  headers.set("cache-control", "no-store");
  const { status, body } = response;
  if (body === null) {
    leave();
    return new Response(null, { status, headers });
  }
  // Some proxies would keep a stream until it ends.
  headers.set("x-accel-buffering", "no");
  const reader = body.getReader();
  const told = new ReadableStream<Uint8Array>({
    async pull(controller): Promise<void> {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        leave();
        controller.close();
      } catch (error) {
        leave();
        controller.error(error);
      }
    },
    async cancel(reason): Promise<void> {
      leave();
      await reader.cancel(reason);
    },
  });
  return new Response(told, { status, headers });
}
