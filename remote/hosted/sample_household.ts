import { DEFAULT_API_URL } from "../../client/base_url.ts";
import type { SampleHousehold } from "./hosted_options.ts";
import type { Bytes } from "../../sync/store/sealer.ts";
import { randomSecret } from "../secrets.ts";
import { createVault, type NewVault } from "./vault_creation.ts";
import type { UpstreamTokens } from "./ynab_oauth.ts";

/** The notice in every answer about the sample household. */
export const SAMPLE_NOTICE =
  "This is a made-up household for trying the server; nothing here is real or private";

/** Stored instead of a user's tokens, but never used. */
const SAMPLE_TOKENS: UpstreamTokens = {
  access: "none",
  refresh: "none",
  expiresAt: Number.MAX_SAFE_INTEGER,
};

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

/** Creates a new user with a vault of the sample household. Reviewers don't share vaults. */
export async function createSampleVault(
  facts: NewVault["facts"],
  parts: Parameters<typeof createVault>[1],
): Promise<{ readonly vault: string; readonly key: Bytes; readonly tenant: string }> {
  const reviewer = randomSecret();
  const tenant = await parts.root.tagOf(`reviewer ${reviewer}`);
  const made = await createVault({
    facts: { ...facts, isSample: true },
    tokens: SAMPLE_TOKENS,
    tenant,
    userTag: await parts.root.tagOf(`reviewer tag ${reviewer}`),
    signIn: reviewer,
  }, parts);
  return { ...made, tenant };
}
