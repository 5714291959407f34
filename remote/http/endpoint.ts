import { randomBytes } from "node:crypto";
import { type AuthInfo, createMcpHandler } from "@modelcontextprotocol/server";
import { createServerFactory } from "../../mod.ts";
import type { ServerFactory } from "../../server/server_factory.ts";
import type { Hosted } from "../hosted/open_hosted.ts";
import { DeletedVaultError, type EnteredVault } from "../hosted/vault_pool.ts";
import {
  customerOf,
  failureLog,
  type HttpLimits,
  limitsOf,
  Load,
  PerMinute,
  RETRY,
} from "../request_limits.ts";
import { authentication, type AuthenticationParts, identified } from "./authentication.ts";
import {
  challenge,
  guard,
  type Guarded,
  metadataResponse,
  methodRefused,
  preflightResponse,
  type Route,
} from "./guards.ts";
import type { HttpOptions } from "./http_options.ts";
import { OpenForms, Sessions } from "./sessions.ts";
import type { Principal } from "../credentials.ts";
import { formIn, headOf, messageIn, refused, type RequestHead, unstored } from "./request.ts";

/** A request that is authenticated and within all limits. */
export interface Admitted {
  readonly serve: (request: Request) => Promise<Response>;
  /** Ends the request early. Call this when the client disconnects. */
  readonly leave: () => void;
}

export interface Endpoint {
  /**
   * Loads modules that would otherwise be loaded on first use. Rejects if a module can't be loaded.
   */
  readonly prepare: () => Promise<void>;
  readonly admit: (head: RequestHead) => Promise<Response | Admitted>;
  /** Logs an error that made a request fail. */
  readonly onError: (error: unknown) => void;
  /** Stops admitting requests, and resolves when all changes in progress are journaled. */
  readonly close: () => Promise<void>;
  readonly hosted: Pick<Hosted, "gauges" | "sweep"> | null;
}

export interface EndpointParts extends Pick<AuthenticationParts, "fetchMetadata"> {
  readonly limits?: Partial<HttpLimits> | undefined;
}

const HOUR_MS = 3_600_000;

/** Key under which a caller's vault is stored in `AuthInfo.extra`. */
const VAULT = "vault";

/**
 * Opens an endpoint, but doesn't send any requests to YNAB yet.
 *
 * @throws {TypeError} If an option is invalid, or the server would be open to anyone.
 */
export function openEndpoint(
  options: HttpOptions,
  { limits, fetchMetadata }: EndpointParts = {},
): Endpoint {
  const all = limitsOf(options.signIn, limits);
  const { now = Date.now, log, publicUrl } = options;
  const loads = {
    mcp: new Load(all),
    token: new Load({ calls: all.tokenRequests, callsOfOne: Infinity }),
    page: new Load({ calls: all.pageRequests, callsOfOne: Infinity }),
    exchange: new Load({ calls: all.exchanges, callsOfOne: Infinity }),
  };
  // `arriving` is separate from `loads`, because closing waits for `loads`, and slow senders must
  // not delay closing. Some slots are reserved for requests from networks that have no other
  // request in progress. Otherwise, slow senders on two networks could block everyone.
  const reserved = Math.ceil(all.arrivingForms / 4);
  const arriving = new Load({
    calls: all.arrivingForms - reserved,
    callsOfOne: all.arrivingFormsOfOne,
    reserved,
  });
  const beginning = new PerMinute(all.beginnings, now);
  const registration = options.signIn === "ynab" ? new PerMinute(all.beginnings, now) : beginning;
  const beginningsOfOne = { beginning, registration };
  const beginningsInAll = new PerMinute(Infinity, now, all.beginningsInAll);
  const wrongTokens = new PerMinute(all.wrongTokens, now);
  const wrongSignIns = new PerMinute(all.wrongSignIns, now);
  const onError = failureLog(options);
  const parts = { wrongSignIns, fetchMetadata, onError };
  const { verify, signIn, own, hosted } = authentication(options, parts);
  const callsOfUsers = new PerMinute(all.callsOfUser, now);
  const guarded: Guarded = {
    hostnames: publicUrl === undefined ? [] : [new URL(publicUrl).hostname],
    hasMetadata: signIn !== null,
    hasSignIn: own !== null,
    isHosted: hosted !== null,
  };
  // If several processes share a database, the user's answer to a form may reach a different
  // process than the one that asked the client to show the form.
  const forms = options.database === undefined ? new OpenForms() : null;
  const ownSecret = options.token ?? randomBytes(32).toString("hex");
  const sessions = new Sessions(
    hosted?.sessionSecret ?? (() => Promise.resolve(ownSecret)),
    forms,
  );
  const factory = hosted === null ? createServerFactory(options) : hostedFactory(hosted);
  let isStopping = false;
  let isPrepared = false;
  // Call `prepare` only after the first response, so that the first client doesn't have to wait.
  const prepareOnce = (): void => {
    if (!isPrepared && !isStopping) factory.prepare();
    isPrepared = true;
  };
  const mcp = createMcpHandler(factory.create, {
    legacy: "stateless",
    responseMode: "auto",
    maxRequestBodySize: all.bodyBytes,
    onerror: (error) => log?.({ level: "warn", event: "protocol_error", error: error.name }),
  });
  const sweeping = hosted === null ? undefined : setInterval(() => {
    hosted.sweep().catch(() => log?.({ level: "warn", event: "sweep_failed" }));
  }, HOUR_MS);
  const denied = (response: Response): Response => {
    log?.({ level: "debug", event: "http_refused", status: response.status });
    return response;
  };
  const overload = (load: Load, id: string, ended: AbortSignal): Response | null => {
    if (isStopping) {
      return denied(refused(503, "The server is stopping", { "retry-after": RETRY.stopping }));
    }
    const exceeded = load.enter(id, ended);
    if (exceeded === null) return null;
    const status = exceeded === "callsOfOne" ? 429 : 503;
    return denied(refused(status, "Too many requests at once", { "retry-after": RETRY.busy }));
  };
  const admitted = (ended: AbortController, serve: Admitted["serve"]): Admitted => {
    const leave = (): void => ended.abort();
    return {
      leave,
      serve: async (request) => {
        try {
          return unstored(await serve(request), leave);
        } catch (error) {
          leave();
          throw error;
        }
      },
    };
  };
  const admitCall = async (head: RequestHead): Promise<Response | Admitted> => {
    const principal = await identified(head, { verify, signIn, wrongTokens });
    if (principal instanceof Response) {
      // Every client's first request has no token, because the client still has to discover how
      // to sign in.
      const isBeginning = signIn !== null && head.header("authorization") === null;
      return isBeginning ? principal : denied(principal);
    }
    if (head.method !== "POST") return denied(methodRefused(["POST"]));
    const { vault } = principal;
    if (vault !== undefined && callsOfUsers.add(vault.tenant)) {
      return denied(refused(429, "Too many calls", { "retry-after": RETRY.minute }));
    }
    const ended = new AbortController();
    return overload(loads.mcp, vault?.tenant ?? principal.id, ended.signal) ??
      admitted(ended, (request) => serveCall(request, principal, ended.signal));
  };
  const serveCall = async (
    request: Request,
    { id, clientId, scopes, vault }: Principal,
    ended: AbortSignal,
  ): Promise<Response> => {
    const body = await messageIn(request, all.bodyBytes);
    if (body instanceof Response) return body;
    const { message } = body;
    // Don't pass the token on, because no other code should see it.
    const authInfo = { token: "", clientId, scopes: [...scopes], extra: { principal: id } };
    let caller: AuthInfo | Response = await sessions.enter(request, { message, authInfo });
    if (caller instanceof Response) return denied(caller);
    if (hosted !== null && vault !== undefined) {
      try {
        const entered = await hosted.enter(vault);
        // Keep the vault open until the call ends.
        if (ended.aborted) entered.leave();
        else ended.addEventListener("abort", entered.leave, { once: true });
        caller = { ...caller, extra: { ...caller.extra, [VAULT]: entered } };
      } catch (error) {
        if (error instanceof DeletedVaultError) return denied(challenge("invalid_token", signIn));
        onError(error);
        return denied(refused(503, "Try again", { "retry-after": RETRY.stopping }));
      }
    }
    const response = await mcp.fetch(request, { authInfo: caller, parsedBody: message });
    await sessions.begin(response, message);
    prepareOnce();
    return response;
  };
  const admitSignIn = (head: RequestHead, route: Route): Response | Admitted => {
    if (own === null) return refused(404, "Not found");
    const load = route === "token" || route === "exchange" ? loads[route] : loads.page;
    // Before `serve` is called, count the request as arriving, because some listeners don't call
    // `serve` until the whole body has arrived. Once the body has been read, the request counts
    // toward the route's limit instead.
    const [arrived, ended] = [new AbortController(), new AbortController()];
    const arrive = (): void => arrived.abort();
    ended.signal.addEventListener("abort", arrive, { once: true });
    return overload(arriving, customerOf(head.address), arrived.signal) ??
      admitted(ended, async (request) => {
        const body = await formIn(request, all).finally(arrive);
        if (body instanceof Response) return body;
        return overload(load, "sign-in", ended.signal) ??
          await own.answer(request, body.text, head.address);
      });
  };

  return {
    prepare: async () => await own?.prepare(),
    onError,
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
      const isBeginning = route === "beginning" || route === "registration";
      // Requests beyond an address's own limit don't count toward the total.
      const isTooMany = isBeginning &&
        (beginningsOfOne[route].add(head.address) || beginningsInAll.add(head.address));
      if (isTooMany) {
        return denied(refused(429, "Too many sign-ins", { "retry-after": RETRY.minute }));
      }
      return route === "mcp" ? await admitCall(head) : admitSignIn(head, route);
    },
    async close(): Promise<void> {
      isStopping = true;
      forms?.close();
      await Promise.all(Object.values(loads).map((load) => load.idle()));
      // Close the MCP handler only now, because closing it aborts requests in progress.
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
  /** Stops accepting calls, and resolves when all calls in progress have finished. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a handler that serves MCP at `/mcp`, and health checks at `/healthz` and `/readyz`. Every
 * client needs credentials. The server that mounts the handler must limit connections and the
 * duration of requests.
 *
 * @param options The tokens, and options that differ from the defaults.
 * @returns The handler.
 * @throws {TypeError} If an option is invalid, or if neither a token nor sign-in is configured,
 * which would leave the handler open to anyone.
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
      return admitted instanceof Response ? admitted : await admitted.serve(request);
    },
    close: endpoint.close,
  };
}

function hostedFactory({ isReady, close }: Hosted): ServerFactory {
  return {
    create: (caller = {}) => {
      const vault = caller.authInfo?.extra?.[VAULT] as EnteredVault | undefined;
      if (vault === undefined) throw new Error("The caller's encrypted vault hasn't been opened");
      return vault.create(caller);
    },
    prepare: () => Promise.resolve(),
    isReady,
    close,
  };
}

function plain(status: number, word: string): Response {
  return new Response(`${word}\n`, { status, headers: { "cache-control": "no-store" } });
}
