import { AsyncLocalStorage } from "node:async_hooks";
import type { Bytes } from "../../sync/store/sealer.ts";

/** Request properties that the OAuth provider doesn't know about. */
export interface RequestContext {
  /** Data keys by vault: those that the request's tokens and cookies have unwrapped so far. */
  readonly keys: Map<string, Bytes>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly setCookies: string[];
  readonly address: string;
}

const current = new AsyncLocalStorage<RequestContext>();

export function inRequest<Result>(context: RequestContext, run: () => Result): Result {
  return current.run(context, run);
}

export function requestContext(): RequestContext {
  const context = current.getStore();
  if (context === undefined) throw new Error("No request is being handled");
  return context;
}

export function contextOf(cookieHeader: string | null, address: string): RequestContext {
  const cookies = (cookieHeader ?? "").split(/; */u).map((cookie) => {
    const [name = "", ...value] = cookie.split("=");
    return [name, value.join("=")] as const;
  });
  return { keys: new Map(), cookies: new Map(cookies), setCookies: [], address };
}

export function cookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${seconds}`;
}
