import { timingSafeEqual } from "node:crypto";
import { DEFAULT_API_URL } from "../../client/base_url.ts";
import { DEMO_TOKEN } from "../../demo/demo_fetch.ts";
import { digest } from "./secrets.ts";
import type { UpstreamTokens } from "./ynab_oauth.ts";

/** A made-up household for reviewers, who have no account at YNAB. */
export interface SampleHousehold {
  /** What reviewers enter instead of an invitation. */
  readonly code: string;
  /** Base address of the demo's upstream. */
  readonly url: string;
}

/** The notice in every answer of the sample household. */
export const SAMPLE_NOTICE =
  "This is a made-up household for trying the server; nothing here is real or private";

/** Takes the place of a user's tokens, and is never used. */
export const SAMPLE_TOKENS: UpstreamTokens = {
  access: "none",
  refresh: "none",
  expiresAt: Number.MAX_SAFE_INTEGER,
};

export function isTestCode(sample: SampleHousehold | undefined, entered: string): boolean {
  return sample !== undefined && timingSafeEqual(digest(sample.code), digest(entered));
}

/** Creates a `fetch` that sends requests to the sample household instead of YNAB. */
export function sampleFetch(
  { url }: SampleHousehold,
  { apiUrl = DEFAULT_API_URL, fetch }: {
    readonly apiUrl?: string | undefined;
    readonly fetch: typeof globalThis.fetch;
  },
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : String(input);
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${DEMO_TOKEN}`);
    return await fetch(`${url}${address.slice(apiUrl.length)}`, { ...init, headers });
  };
}
