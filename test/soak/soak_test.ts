import { assert, assertEquals } from "@std/assert";
import { sayWithoutPostgres } from "../_postgres_server.ts";
import { CHANGES } from "../model/_steps.ts";
import { doubledRetry, lostTombstone, staleMonth } from "./_plants.ts";
import { soak, type SoakReport } from "./_soak.ts";
import { openSoakStore } from "./_soak_store.ts";
import type { Plant } from "./_soak_upstream.ts";

Deno.test("every statement is true after two days with several processes on one store", async () => {
  const { found, counts } = await soak({ days: 2, seed: 1 });
  assertEquals(found, []);
  const events = [
    ...["fault", "restart", "edit in the app", "bank", "plan put back", "change applied"],
    ...CHANGES.map((tool) => `${tool} asked`),
  ];
  for (const event of events) assert((counts.get(event) ?? 0) > 0, `never met: ${event}`);
  assert([...counts.keys()].some((what) => what.startsWith("kill ")), "no server was killed");
});

Deno.test("every statement is true after a day with several processes on one PostgreSQL", async () => {
  await using store = await openSoakStore("postgres");
  if (store === null) return sayWithoutPostgres("a soak on PostgreSQL");
  const { found, counts } = await soak({ days: 1, seed: 2, store });
  assertEquals(found, []);
  assert((counts.get("change applied") ?? 0) > 0, "no change was applied");
});

/** The report that each bug must cause. */
const plants: Readonly<Record<string, readonly [plant: Plant, named: RegExp]>> = {
  "a lost tombstone": [lostTombstone, /answers find_transactions otherwise/u],
  "a repeated creation": [doubledRetry, /was carried out 2 times/u],
  "a stale month": [
    staleMonth(),
    /answers get_(category_balances|monthly_summary) otherwise/u,
  ],
};

let spoiling: Promise<SoakReport> | null = null;

/** A day with all bugs, simulated once; each has its own symptom. */
function spoiltDay(): Promise<SoakReport> {
  const plant: Plant = (respond) =>
    Object.values(plants).reduce((spoilt, [one]) => one(spoilt), respond);
  return spoiling ??= soak({ days: 1, seed: 4, plant });
}

for (const [what, [, named]] of Object.entries(plants)) {
  Deno.test(`a soak reports ${what}`, async () => {
    const { found } = await spoiltDay();
    assert(found.some((one) => named.test(one)), `found only ${JSON.stringify(found)}`);
  });
}
