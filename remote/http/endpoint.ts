import { randomBytes } from "node:crypto";
import { type AuthInfo, createMcpHandler } from "@modelcontextprotocol/server";
import { createServerFactory } from "../../mod.ts";
import type { ServerFactory } from "../../server/server_factory.ts";
import type { Hosted } from "../hosted/open_hosted.ts";
import { DeletedVaultError, type EnteredVault } from "../hosted/vault_pool.ts";
import { customerOf, PerMinute } from "../addresses.ts";
import { Load } from "../load.ts";
import { authentication, type AuthenticationParts, identified } from "./authentication.ts";
import {
  challenge,
  guard,
  type Guarded,
  metadataResponse,
  methodRefused,
  preflightResponse,
} from "./guards.ts";
import type { HttpOptions } from "./http_options.ts";
import { HOSTED_LIMITS, type HttpLimits, LIMITS, RETRY, Slot } from "./limits.ts";
import { OpenForms, Sessions } from "./sessions.ts";
import type { Principal, VaultAccess } from "../credentials.ts";
import { formIn, headOf, messageIn, refused, type RequestHead, unstored } from "./request.ts";

/** A request that passed authentication and all limits. */
export interface Admitted {
  readonly authInfo: AuthInfo;
  /**
   * Set for a sign-in request, which counts toward the limit only after its body has arrived;
   * otherwise `null`.
   */
  readonly signIn: {
    readonly address: string;
    readonly load: Load;
    /** The slot that the request occupies until its body has arrived. */
    readonly arrival: Slot;
  } | null;
  /** The caller's vault on a multi-user server. */
  readonly vault?: VaultAccess | undefined;
  readonly slot: Slot;
}

/** A server that handles HTTP requests. */
export interface Endpoint {
  /** Loads modules that would otherwise be loaded on first use. Rejects if that fails. */
  readonly prepare: () => Promise<void>;
  /** Checks a request's head. Returns either a response or the admitted request. */
  readonly admit: (head: RequestHead) => Promise<Response | Admitted>;
  readonly serve: (request: Request, admitted: Admitted) => Promise<Response>;
  /** Stops admitting requests, ends streams, and resolves when started changes are journaled. */
  readonly close: () => Promise<void>;
  /** A multi-user server; otherwise `null`. */
  readonly hosted: Pick<Hosted, "gauges" | "sweep"> | null;
}

/** The protocol version that requires the method's name in a header. */
const NAMING_VERSION = "2026-07-28";

/** Principal of a user who is signing in. */
const SIGNING_IN: Principal = { id: "sign-in", clientId: "sign-in", scopes: [] };

/** Parts that tests replace. */
export interface EndpointParts extends Pick<AuthenticationParts, "fetchMetadata"> {
  readonly limits?: Partial<HttpLimits> | undefined;
}

/**
 * Opens an endpoint without sending requests to YNAB yet.
 *
 * @throws {TypeError} If an option is invalid, or the server would be open to anyone.
 */
export function openEndpoint(
  options: HttpOptions,
  { limits = {}, fetchMetadata }: EndpointParts = {},
): Endpoint {
  const all = { ...LIMITS, ...(options.signIn === "ynab" ? HOSTED_LIMITS : {}), ...limits };
  const { now = Date.now, log, publicUrl } = options;
  const loads = {
    mcp: new Load(all),
    token: new Load({ calls: all.tokenRequests, callsOfOne: Infinity }),
    page: new Load({ calls: all.pageRequests, callsOfOne: Infinity }),
    exchange: new Load({ calls: all.exchanges, callsOfOne: Infinity }),
  };
  // Not one of the loads that closing waits for, so that slow senders don't delay it.
  const arriving = new Load({ calls: all.arrivingForms, callsOfOne: all.arrivingFormsOfOne });
  const beginnings = new PerMinute(all.beginnings, now, all.beginningsInAll);
  const wrongTokens = new PerMinute(all.wrongTokens, now);
  const wrongSignIns = new PerMinute(all.wrongSignIns, now);
  const { verify, signIn, own, hosted } = authentication(options, { wrongSignIns, fetchMetadata });
  const callsOfUsers = new PerMinute(all.callsOfUser, now);
  const guarded: Guarded = {
    hostnames: publicUrl === undefined ? [] : [new URL(publicUrl).hostname],
    hasMetadata: signIn !== null,
    hasSignIn: own !== null,
    isHosted: hosted !== null,
  };
  // With several processes on one database, the answer to a form may reach another process.
  const forms = options.database === undefined ? new OpenForms() : null;
  const ownSecret = options.token ?? randomBytes(32).toString("hex");
  const sessions = new Sessions(
    hosted?.sessionSecret ?? (() => Promise.resolve(ownSecret)),
    forms,
  );
  const vaults = new WeakMap<object, EnteredVault>();
  const factory = hosted === null ? createServerFactory(options) : hostedFactory(hosted, vaults);
  let isStopping = false;
  let isPrepared = false;
  // Prepare after the first response, so that the first client doesn't wait.
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
  const sweeping = hosted === null ? undefined : setInterval(() => {
    hosted.sweep().catch(() => log?.({ level: "warn", event: "sweep_failed" }));
  }, HOUR_MS);
  const denied = (response: Response): Response => {
    log?.({ level: "debug", event: "http_refused", status: response.status });
    return response;
  };
  /** Returns a rejection if the request would exceed a limit. */
  const overload = (slot: Slot, load: Load, { id }: Pick<Principal, "id">): Response | null => {
    if (isStopping) {
      return refused(503, "The server is stopping", { "retry-after": RETRY.stopping });
    }
    const exceeded = slot.enter(load, id);
    if (exceeded === null) return null;
    const status = exceeded === "callsOfOne" ? 429 : 503;
    return refused(status, "Too many requests at once", { "retry-after": RETRY.busy });
  };
  const admitCall = async (head: RequestHead): Promise<Response | Admitted> => {
    const principal = await identified(head, { verify, signIn, wrongTokens });
    if (principal instanceof Response) {
      // Every client's first request has no token, because it discovers the sign-in.
      const isBeginning = signIn !== null && head.header("authorization") === null;
      return isBeginning ? principal : denied(principal);
    }
    if (head.method !== "POST") return denied(methodRefused(["POST"]));
    const slot = new Slot();
    const { vault } = principal;
    if (vault !== undefined && callsOfUsers.add(vault.tenant)) {
      return denied(refused(429, "Too many calls", { "retry-after": RETRY.minute }));
    }
    const refusal = overload(slot, loads.mcp, { id: vault?.tenant ?? principal.id });
    if (refusal !== null) return denied(refusal);
    return { authInfo: authInfoOf(principal), signIn: null, vault, slot };
  };
  /** Keeps the caller's vault open until the call ends. */
  const entered = async (
    caller: AuthInfo,
    { vault, slot }: Admitted,
  ): Promise<void> => {
    if (hosted === null || vault === undefined) return;
    const entered = await hosted.enter(vault);
    vaults.set(caller, entered);
    slot.onLeave(entered.leave);
  };
  const serveSignIn = async (
    request: Request,
    { signIn, slot }: Admitted,
  ): Promise<Response> => {
    if (own === null || signIn === null) return refused(404, "Not found");
    const body = await formIn(request, all).finally(signIn.arrival.leave);
    if (body instanceof Response) return body;
    const refusal = overload(slot, signIn.load, SIGNING_IN);
    return refusal === null
      ? await own.answer(request, body.text, signIn.address)
      : denied(refusal);
  };
  const serveCall = async (
    request: Request,
    admitted: Admitted,
  ): Promise<Response> => {
    const body = await messageIn(request, all.bodyBytes);
    if (body instanceof Response) return body;
    const { message } = body;
    const { authInfo, slot } = admitted;
    const caller = await sessions.enter(request, { message, authInfo });
    if (caller instanceof Response) return denied(caller);
    try {
      await entered(caller, admitted);
    } catch (error) {
      if (error instanceof DeletedVaultError) return denied(challenge("invalid_token", signIn));
      const name = error instanceof Error ? error.name : typeof error;
      log?.({ level: "error", event: "http_failed", error: name });
      return denied(refused(503, "Try again", { "retry-after": RETRY.stopping }));
    }
    const response = await mcp.fetch(request, { authInfo: caller, parsedBody: message });
    await sessions.begin(response, message);
    prepareOnce();
    // A notification stream lasts until its client disconnects, so it doesn't count as a call.
    if (isListening(request)) slot.leave();
    return response;
  };

  return {
    prepare: async () => await own?.prepare(),
    hosted,
    async admit(head): Promise<Response | Admitted> {
      const route = guard(head, guarded);
      if (route instanceof Response) return denied(route);
      if (route === "health") return plain(200, "ok");
      if (route === "ready") {
        const isReady = !isStopping && await factory.isReady();
        return isReady ? plain(200, "ready") : plain(503, "not ready");
      }
      if (route === "metadata" && signIn !== null) return metadataResponse(head.method, signIn);
      if (route === "page" && head.method === "OPTIONS") return preflightResponse();
      if (route === "beginning" && beginnings.add(head.address)) {
        return denied(refused(429, "Too many sign-ins", { "retry-after": RETRY.minute }));
      }
      if (route === "mcp") return await admitCall(head);
      const load = route === "token" || route === "exchange" ? loads[route] : loads.page;
      const slot = new Slot();
      // Created here, because a listener may call `serve` only after the body has arrived.
      const arrival = new Slot();
      const excess = overload(arrival, arriving, { id: customerOf(head.address) });
      if (excess !== null) return denied(excess);
      slot.onLeave(arrival.leave);
      const signing = { address: head.address, load, arrival };
      return { authInfo: authInfoOf(SIGNING_IN), signIn: signing, slot };
    },
    async serve(request, admitted): Promise<Response> {
      const serve = admitted.signIn === null ? serveCall : serveSignIn;
      try {
        return unstored(await serve(request, admitted), admitted.slot.leave);
      } catch (error) {
        admitted.slot.leave();
        throw error;
      }
    },
    async close(): Promise<void> {
      isStopping = true;
      forms?.close();
      await Promise.all(Object.values(loads).map((load) => load.idle()));
      // Close the MCP handler only now, because that aborts requests in progress.
      await mcp.close();
      await factory.close();
      await own?.close();
      clearInterval(sweeping);
    },
  };
}

/** A web-standard handler. */
export interface HttpHandler {
  /** Handles one request. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Stops accepting calls, and resolves when all started calls have finished. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a handler that serves MCP at `/mcp`, and health checks at `/healthz` and `/readyz`. Every
 * client needs credentials. The server that mounts the handler must limit connections and the
 * duration of requests.
 *
 * @param options The tokens, and options that differ from the defaults.
 * @returns The handler.
 * @throws {TypeError} If an option is invalid, or if there is neither a token nor a sign-in,
 * because the handler would then be open to anyone.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createHttpHandler } from "@budget-tools/server/http";
 *
 * const handler = createHttpHandler({
 * token: null,
 * httpToken: "thirty-two-characters-or-more-of-chance",
 * });
 * const { status } = await handler.fetch(new Request("http://localhost/mcp", { method: "POST" }));
 * assertEquals(status, 401);
 * await handler.close();
 * ```
 */
export function createHttpHandler(options: HttpOptions): HttpHandler {
  const endpoint = openEndpoint(options);
  return {
    fetch: async (request) => {
      const admitted = await endpoint.admit(headOf(request));
      return admitted instanceof Response ? admitted : await endpoint.serve(request, admitted);
    },
    close: endpoint.close,
  };
}

const HOUR_MS = 3_600_000;

/** Serves each call from its caller's vault. */
function hostedFactory(
  hosted: Hosted,
  vaults: WeakMap<object, EnteredVault>,
): ServerFactory {
  return {
    create: (caller = {}) => {
      const vault = caller.authInfo === undefined ? undefined : vaults.get(caller.authInfo);
      if (vault === undefined) throw new Error("A call has no vault");
      return vault.create(caller);
    },
    prepare: () => Promise.resolve(),
    isReady: hosted.isReady,
    close: hosted.close,
  };
}

/** Leaves the token empty, because no other code should see it. */
function authInfoOf({ id, clientId, scopes }: Principal): AuthInfo {
  return { token: "", clientId, scopes: [...scopes], extra: { principal: id } };
}

/** The SDK rejects calls with this version if the header and the body disagree. */
function isListening({ headers }: Request): boolean {
  return headers.get("mcp-protocol-version") === NAMING_VERSION &&
    headers.get("mcp-method") === "subscriptions/listen";
}

function plain(status: number, word: string): Response {
  return new Response(`${word}\n`, { status, headers: { "cache-control": "no-store" } });
}
