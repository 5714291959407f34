import { SIGNED_OUT } from "../../server/errors.ts";
import type { SharedGate } from "./shared_gate.ts";
import { SignedOutError, type VaultTokens } from "./vault_tokens.ts";

export interface VaultFetchOptions {
  /** The user. Vaults of the same user share request slots. */
  readonly user: string;
  readonly tokens: VaultTokens;
  readonly gate: SharedGate;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Creates a `fetch` that sends a vault's access token and refreshes the token before it expires.
 */
export function vaultFetch(
  { user, tokens, gate, fetch }: VaultFetchOptions,
): typeof globalThis.fetch {
  /** Sends a request once; a body can't be resent. */
  const send: typeof globalThis.fetch = async (input, init = {}) => {
    const { method = "GET", signal = null } = init;
    const url = new URL(input instanceof Request ? input.url : input);
    return await gate.request({ user, url, method, signal }, async () => {
      // Get the token only when it is the request's turn, because another process may replace it
      // before then.
      const token = await tokens.current();
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${token}`);
      const response = await fetch(input, { ...init, headers });
      if (response.status !== 401) return response;
      await tokens.replace(token).catch((error: unknown) => {
        // YNAB rejected the change, so it wasn't made, whether or not the token can be replaced.
        if (isRead(init) || error instanceof SignedOutError) throw error;
      });
      return response;
    });
  };
  return async (input, init = {}) => {
    try {
      const response = await send(input, init);
      if (response.status !== 401 || !isRead(init)) return response;
      await response.body?.cancel();
      return await send(input, init);
    } catch (error) {
      if (!(error instanceof SignedOutError)) throw error;
      return Response.json({
        error: { id: "401", name: "signed_out", detail: SIGNED_OUT },
      }, { status: 401 });
    }
  };
}

function isRead({ body = null }: RequestInit): boolean {
  return body === null;
}
