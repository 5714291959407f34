/**
 * A short soak, and proof that a soak notices: with each of three bugs put in on purpose it
 * says which one. `deno task soak` lives through a week.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { doubledRetry, lostTombstone, staleMonth } from "./_plants.ts";
import { soak } from "./_soak.ts";
import type { Plant } from "./_soak_upstream.ts";

Deno.test("two days of several processes on one store leave nothing untrue", async () => {
  const { found, counts } = await soak({ days: 2, seed: 1 });
  assertEquals(found, []);
  const events = ["fault", "restart", "edit in the app", "plan put back", "change applied", "undo"];
  for (const event of events) assert((counts.get(event) ?? 0) > 0, `there was never: ${event}`);
  assert([...counts.keys()].some((what) => what.startsWith("kill ")), "nobody was killed");
});

const plants: Readonly<Record<string, readonly [plant: Plant, named: RegExp]>> = {
  "a tombstone that is lost": [lostTombstone, /answers find_transactions otherwise/u],
  "a creation that is sent again": [doubledRetry, /was carried out 2 times/u],
  "a month that stays what it was": [
    staleMonth(),
    /answers get_(category_balances|monthly_summary) otherwise/u,
  ],
};

for (const [what, [plant, named]] of Object.entries(plants)) {
  Deno.test(`a soak names ${what}`, async () => {
    const { found } = await soak({ days: 1, seed: 1, plant });
    assert(found.some((one) => named.test(one)), `found only ${JSON.stringify(found)}`);
  });
}
