import { DEFAULT_API_URL } from "../../client/base_url.ts";
import type { SampleHousehold } from "./hosted_options.ts";
import { APPLICATION_REJECTED, SIGNED_OUT } from "../../server/errors.ts";
import type { SharedGate } from "./shared_gate.ts";
import { SignedOutError, type VaultTokens } from "./vault_tokens.ts";
import { RejectedApplicationError } from "./ynab_oauth.ts";

export interface VaultFetchOptions {
  /** The user. Vaults of the same user share request slots. */
  readonly user: string;
  readonly tokens: Pick<VaultTokens, "current" | "fresh" | "replace">;
  readonly gate: SharedGate;
  readonly fetch: typeof globalThis.fetch;
}

/** A response to a request with an access token. */
interface Sent {
  readonly token: string;
  readonly response: Response;
}

/**
 * Creates a `fetch` that sends a vault's own access token and refreshes it in time. A request that
 * waits for a token doesn't occupy a slot.
 */
export function vaultFetch(
  { user, tokens, gate, fetch }: VaultFetchOptions,
): typeof globalThis.fetch {
  const send = async (input: RequestInfo | URL, init: RequestInit): Promise<Sent> => {
    const { method = "GET", signal = null } = init;
    const url = new URL(input instanceof Request ? input.url : input);
    for (let tries = 1;; tries++) {
      let token = await tokens.current();
      const response = await gate.request({ user, url, method, signal }, () => {
        // The token expired, or was replaced, while the request waited for a slot.
        if (tokens.fresh === null && tries === 1) return null;
        token = tokens.fresh ?? token;
        const headers = new Headers(init.headers);
        headers.set("authorization", `Bearer ${token}`);
        return fetch(input, { ...init, headers });
      });
      if (response !== null) return { token, response };
    }
  };
  return async (input, init = {}) => {
    try {
      const { token, response } = await send(input, init);
      if (response.status !== 401) return response;
      if (isRead(init)) {
        await response.body?.cancel();
        await tokens.replace(token);
        return (await send(input, init)).response;
      }
      // A body can't be resent. Reading the response frees its slot.
      const text = await response.text().catch(() => null);
      await tokens.replace(token).catch((error: unknown) => {
        // YNAB rejected the change, so it wasn't made, whatever happens to the token.
        if (error instanceof SignedOutError) throw error;
      });
      return new Response(text, response);
    } catch (error) {
      const detail = error instanceof SignedOutError
        ? SIGNED_OUT
        : error instanceof RejectedApplicationError
        ? APPLICATION_REJECTED
        : null;
      if (detail === null) throw error;
      return Response.json({ error: { id: "401", name: "unauthorized", detail } }, { status: 401 });
    }
  };
}

function isRead({ body = null }: RequestInit): boolean {
  return body === null;
}

/** Creates a `fetch` that sends requests to the sample household instead of YNAB. */
export function sampleFetch(
  { url, token }: SampleHousehold,
  { apiUrl = DEFAULT_API_URL, fetch }: {
    readonly apiUrl?: string | undefined;
    readonly fetch: typeof globalThis.fetch;
  },
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : String(input);
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    return await fetch(`${url}${address.slice(apiUrl.length)}`, { ...init, headers });
  };
}
