import { DEMO_TOKEN, demoFetch } from "../../../demo/demo_fetch.ts";
import type { HttpOptions } from "../../../remote/http/http_options.ts";

/** The date that all test servers treat as today. */
export const TODAY = "2026-11-20";

export const HTTP_TOKEN = "the-owner-of-this-household-alone-knows-it";

/** Options for a server with the demo household. */
export function demoOptions(): HttpOptions {
  const fetch = demoFetch({ today: TODAY });
  return { token: DEMO_TOKEN, httpToken: HTTP_TOKEN, fetch, today: TODAY, write: true };
}
