import { UpstreamError } from "../../client/upstream_error.ts";
import { Load, RETRY, untilRead } from "../request_limits.ts";
import { APPLICATION_REJECTED, SIGNED_OUT } from "../../server/errors.ts";
import type { SampleHousehold } from "./hosted_options.ts";
import { SignedOutError, type VaultTokens } from "./vault_tokens.ts";
import { RejectedApplicationError, TooManyRequestsError } from "./ynab_oauth.ts";

/** Maximum numbers of concurrent requests to YNAB: one limit per process and one per user. */
const REQUESTS = { calls: 64, callsOfOne: 8 } as const;
/**
 * Maximum numbers of concurrent requests that fetch all of a plan's transactions: one limit per
 * process and one per user. These requests take the most memory and time.
 */
const FIRST_LOADS = { calls: 4, callsOfOne: 1 } as const;
/** YNAB is considered unavailable after this many consecutive failures. */
const FAILURES = 10;
/** How long requests are suspended once YNAB is considered unavailable, in milliseconds. */
const AWAY_MS = 30_000;

export interface GatedRequest {
  readonly user: string;
  readonly url: URL;
  readonly method: string;
  readonly signal: AbortSignal | null;
}

/**
 * Sends a request when its turn comes, or rejects it immediately while YNAB is unavailable. All
 * vaults in a process share the same limits. If `send` rejects, that counts as a YNAB failure.
 */
export type SharedGate = (
  request: GatedRequest,
  send: () => Promise<Response>,
) => Promise<Response>;

/** Limits concurrent requests, and suspends all requests while YNAB is failing. */
export function sharedGate(now: () => number): SharedGate {
  const requests = new Load(REQUESTS);
  const firstLoads = new Load(FIRST_LOADS);
  let failures = 0;
  /**
   * Users whose requests failed. If YNAB fails for only one user, requests aren't suspended.
   */
  const failing = new Set<string>();
  let unavailableSince = -Infinity;
  const refuseWhileUnavailable = (): void => {
    const since = now() - unavailableSince;
    // Don't suspend requests if the clock was set back.
    if (since < 0 || since >= AWAY_MS) return;
    throw new TypeError("YNAB's API has failed repeatedly, so requests to it are suspended");
  };
  const noteEnd = (user: string, isFailure: boolean): void => {
    if (!isFailure) {
      failures = 0;
      failing.clear();
      return;
    }
    failures += 1;
    failing.add(user);
    if (failures < FAILURES || failing.size < 2) return;
    unavailableSince = now();
    failures = 0;
    failing.clear();
  };
  return async (request, send) => {
    const { user, signal } = request;
    refuseWhileUnavailable();
    const done = new AbortController();
    const leave = (): void => {
      signal?.removeEventListener("abort", leave);
      done.abort();
    };
    signal?.addEventListener("abort", leave);
    let isSent = false;
    try {
      if (isFirstLoad(request)) await firstLoads.turn(user, done.signal);
      await requests.turn(user, done.signal);
      signal?.throwIfAborted();
      refuseWhileUnavailable();
      isSent = true;
      const response = await send();
      noteEnd(user, response.status >= 500);
      return untilRead(response, leave);
    } catch (error) {
      leave();
      // A request that its user canceled doesn't count as a YNAB failure.
      if (isSent && !isCanceled(error)) noteEnd(user, true);
      throw error;
    }
  };
}

function isFirstLoad({ url, method }: GatedRequest): boolean {
  return method === "GET" && url.pathname.endsWith("/transactions") &&
    !url.searchParams.has("last_knowledge_of_server");
}

/** Only the client's error code distinguishes a cancellation by the user from a timeout. */
function isCanceled(error: unknown): boolean {
  return error instanceof UpstreamError && error.code === "aborted";
}

export interface VaultFetchOptions {
  /** The user. Vaults of the same user share request slots. */
  readonly user: string;
  readonly tokens: Pick<VaultTokens, "current" | "replace">;
  readonly gate: SharedGate;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Creates a `fetch` that sends a vault's own access token and refreshes the token before it
 * expires. A request gets a token before it waits for a slot, so that it normally doesn't occupy a
 * slot while the token is refreshed.
 */
export function vaultFetch(
  { user, tokens, gate, fetch }: VaultFetchOptions,
): typeof globalThis.fetch {
  const send = async (
    input: RequestInfo | URL,
    init: RequestInit,
  ): Promise<[token: string, Response]> => {
    const { method = "GET", signal = null } = init;
    const url = new URL(input instanceof Request ? input.url : input);
    let token = await tokens.current();
    const response = await gate({ user, url, method, signal }, async () => {
      // The token may have been replaced or have expired while the request waited for a slot. If
      // the token can't be refreshed, send the old one, because an error thrown here would count as
      // a YNAB failure.
      token = await tokens.current().catch(() => token);
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    });
    return [token, response];
  };
  return async (input, init = {}) => {
    try {
      const [token, response] = await send(input, init);
      if (response.status !== 401) return response;
      if ((init.body ?? null) === null) {
        await response.body?.cancel();
        await tokens.replace(token);
        return (await send(input, init))[1];
      }
      // The request's body can't be sent again, so return this response instead of retrying.
      // Reading the whole response frees the request's slot.
      const text = await response.text().catch(() => null);
      await tokens.replace(token).catch((error: unknown) => {
        // Ignore any other error, because the request has already failed.
        if (error instanceof SignedOutError) throw error;
      });
      return new Response(text, response);
    } catch (error) {
      if (error instanceof SignedOutError) return answered(401, SIGNED_OUT);
      if (error instanceof RejectedApplicationError) return answered(401, APPLICATION_REJECTED);
      if (!(error instanceof TooManyRequestsError)) throw error;
      const { retryAfter, message } = error;
      // Without a usable `retry-after` header, the client would pause requests for much longer.
      const seconds = /^\d+$/u.exec(retryAfter ?? "")?.[0] ?? RETRY.minute;
      return answered(429, message, { "retry-after": seconds });
    }
  };
}

/** Creates an error response like YNAB's. */
function answered(status: number, detail: string, headers: HeadersInit = {}): Response {
  return Response.json({ error: { id: `${status}`, name: "", detail } }, { status, headers });
}

/**
 * Creates a `fetch` that sends requests to the sample household's simulated API instead of YNAB's
 * API.
 */
export function sampleFetch(
  { url, token }: SampleHousehold,
  apiUrl: string,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : String(input);
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    return await fetch(`${url}${address.slice(apiUrl.length)}`, { ...init, headers });
  };
}
