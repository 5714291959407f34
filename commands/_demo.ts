/**
 * The embedded upstream in place of the network. It is loaded and filled at the
 * first request, so that a start costs nothing.
 *
 * @module
 */

import { dayOf } from "../domain/calendar/day.ts";

/** The embedded upstream's token. */
export const DEMO_TOKEN = "demo-token";

/** Which household is shown. */
export interface DemoOptions {
  /** A fixed day, `YYYY-MM-DD`; otherwise the real one. */
  readonly today?: string | undefined;
}

/**
 * Makes a fetch that the embedded upstream answers.
 *
 * @param options Which household is shown.
 * @returns A fetch.
 */
export function demoFetch({ today }: DemoOptions): typeof globalThis.fetch {
  let upstream: ReturnType<typeof startDemo> | null = null;
  return async (input, init) => {
    upstream ??= startDemo(today);
    return await (await upstream).fetch(input, init);
  };
}

async function startDemo(
  today: string | undefined,
): Promise<Pick<import("../demo/upstream.ts").DemoUpstream, "fetch">> {
  const [{ DemoUpstream }, { householdPlan }] = await Promise.all([
    import("../demo/upstream.ts"),
    import("../demo/household.ts"),
  ]);
  const day = today ?? dayOf(Date.now());
  return new DemoUpstream({
    plans: [householdPlan({ today: day })],
    token: DEMO_TOKEN,
    ...(today === undefined ? {} : { now: (): Date => new Date(`${today}T12:00:00Z`) }),
  });
}
