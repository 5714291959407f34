import { AsyncLocalStorage } from "node:async_hooks";
import type { Bytes } from "../../sync/store/sealer.ts";

/** Properties of a request that the OAuth provider doesn't know. */
export interface RequestContext {
  /** The data keys that the request's tokens and cookies have opened so far, by vault. */
  readonly keys: Map<string, Bytes>;
  /** Values of the server's own cookies in the request, by name. */
  readonly cookies: ReadonlyMap<string, string>;
  /** `Set-Cookie` headers for the response. */
  readonly setCookies: string[];
  /** The client's address, for limits. */
  readonly address: string;
}

const current = new AsyncLocalStorage<RequestContext>();

/** Runs a request with its context. */
export function inRequest<Result>(context: RequestContext, run: () => Result): Result {
  return current.run(context, run);
}

/** Returns the context of the request being handled. */
export function requestContext(): RequestContext {
  const context = current.getStore();
  if (context === undefined) throw new Error("No request is being handled");
  return context;
}

/** Creates a request's context. */
export function contextOf(
  cookieHeader: string | null,
  address: string,
  names: readonly string[],
): RequestContext {
  const cookies = new Map<string, string>();
  for (const cookie of (cookieHeader ?? "").split(/; */u)) {
    const at = cookie.indexOf("=");
    const name = cookie.slice(0, at);
    if (names.includes(name)) cookies.set(name, cookie.slice(at + 1));
  }
  return { keys: new Map(), cookies, setCookies: [], address };
}

/** Formats a cookie for this host only, hidden from scripts. */
export function cookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${seconds}`;
}
