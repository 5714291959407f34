import { dayOf } from "../domain/base/day.ts";
import type { PlanRecords } from "./model/records.ts";
import type { DemoStatement } from "./statements.ts";

/** Access token for the embedded YNAB API. */
export const DEMO_TOKEN = "demo-token";

/** Options for the demo household. */
export interface DemoOptions {
  /** A fixed day, `YYYY-MM-DD`; by default, the current day. */
  readonly today?: string | undefined;
}

/**
 * Creates a `fetch` that sends requests to an embedded YNAB API with a made-up household, for demos
 * and tests. All operations work, including writes; data is kept in memory.
 *
 * @param options Options for the household.
 * @returns A function for a server's `fetch` option; the token is {@linkcode DEMO_TOKEN}.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { DEMO_TOKEN, demoFetch } from "@budget-tools/server";
 *
 * const fetch = demoFetch({ today: "2026-11-20" });
 * const headers = { authorization: `Bearer ${DEMO_TOKEN}` };
 * const response = await fetch("https://api.ynab.com/v1/plans", { headers });
 * const { data } = await response.json();
 * assertEquals([response.status, data.plans.length], [200, 1]);
 * ```
 */
export function demoFetch({ today }: DemoOptions = {}): typeof globalThis.fetch {
  let upstream: ReturnType<typeof startDemo> | null = null;
  return async (input, init) => {
    upstream ??= startDemo(today);
    return await (await upstream).fetch(input, init);
  };
}

/**
 * Returns a function that provides the demo household's bank statements for last month. Pass the
 * function to a server as the `statementsFolder` option.
 */
export function demoStatementFiles(
  { today }: DemoOptions = {},
): () => Promise<readonly DemoStatement[]> {
  return async () => {
    const { demoStatements } = await import("./statements.ts");
    const day = today ?? dayOf(Date.now());
    return demoStatements(await householdOn(day), day);
  };
}

/** The most recent household, cached for other demos on the same day. */
let lastHousehold: { readonly day: string; readonly plan: PlanRecords } | null = null;

async function householdOn(day: string): Promise<PlanRecords> {
  const { householdPlan } = await import("./household.ts");
  if (lastHousehold?.day !== day) lastHousehold = { day, plan: householdPlan({ today: day }) };
  return lastHousehold.plan;
}

async function startDemo(
  today: string | undefined,
): Promise<Pick<import("./upstream.ts").DemoUpstream, "fetch">> {
  const [{ DemoUpstream }, plan] = await Promise.all([
    import("./upstream.ts"),
    householdOn(today ?? dayOf(Date.now())),
  ]);
  return new DemoUpstream({
    // Several demos can share the plan, because each `DemoUpstream` copies it.
    plans: [plan],
    token: DEMO_TOKEN,
    ...(today === undefined ? {} : { now: (): Date => new Date(`${today}T12:00:00Z`) }),
  });
}
