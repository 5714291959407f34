import { SIGNED_OUT } from "../../server/errors.ts";
import { SignedOutError, type VaultTokens } from "./vault_tokens.ts";

/** Failures in a row after which YNAB counts as away. */
const FAILURES = 10;
/** How long it then isn't asked, in milliseconds. */
const AWAY_MS = 30_000;

/** What all vaults of a process share on their way to YNAB. */
export interface SharedGate {
  /** Runs a request, or rejects at once while YNAB is away. */
  readonly request: (send: () => Promise<Response>) => Promise<Response>;
}

/** Limits concurrent requests, and stops asking while YNAB fails. */
export function sharedGate(
  { most, now }: { readonly most: number; readonly now: () => number },
): SharedGate {
  let running = 0;
  let failures = 0;
  let awayUntil = 0;
  const waiting: (() => void)[] = [];
  return {
    async request(send): Promise<Response> {
      if (now() < awayUntil) throw new TypeError("YNAB has failed repeatedly and isn't asked now");
      if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        const response = await send();
        failures = response.status >= 500 ? failures + 1 : 0;
        return response;
      } catch (error) {
        // A call that its user canceled says nothing about YNAB.
        if (!(error instanceof DOMException && error.name === "AbortError")) failures += 1;
        throw error;
      } finally {
        if (failures >= FAILURES) {
          awayUntil = now() + AWAY_MS;
          failures = 0;
        }
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

export interface VaultFetchOptions {
  readonly tokens: VaultTokens;
  readonly gate: SharedGate;
  readonly fetch: typeof globalThis.fetch;
}

/** Creates a `fetch` that sends a vault's own access token, and refreshes it in time. */
export function vaultFetch(
  { tokens, gate, fetch }: VaultFetchOptions,
): typeof globalThis.fetch {
  const send = (
    input: Parameters<typeof fetch>[0],
    init: RequestInit,
    token: string,
  ): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    return gate.request(() => fetch(input, { ...init, headers }));
  };
  return async (input, init = {}) => {
    try {
      const token = await tokens.current();
      const response = await send(input, init, token);
      // A body can't be sent again; the next call sends another token.
      if (response.status !== 401 || (init.body ?? null) !== null) return response;
      await response.body?.cancel();
      return await send(input, init, await tokens.insteadOf(token));
    } catch (error) {
      if (!(error instanceof SignedOutError)) throw error;
      return Response.json({
        error: { id: "401", name: "signed_out", detail: SIGNED_OUT },
      }, { status: 401 });
    }
  };
}
