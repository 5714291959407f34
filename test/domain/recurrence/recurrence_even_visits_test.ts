import { assert, assertEquals } from "@std/assert";
import { randomFrom } from "../../../demo/model/random.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { recurringSeries } from "../../../domain/recurrence/recurrence.ts";
import { evenVisits } from "./_even_visits.ts";
import { TODAY } from "./_payments.ts";
import { BILLS, SHOPS } from "./_planted_series.ts";

const BETWEEN: readonly (readonly [number, number])[] = [[9, 16], [12, 20], [4, 9], [5, 12], [
  7,
  14,
]];
const SPREADS: readonly number[] = [0.05, 0.1, 0.15, 0.2, 0.3];
const SEEDS = Array.from({ length: 40 }, (_, at) => at + 1);

function count(rows: readonly TransactionRecord[], lookbackMonths: number): number {
  return recurringSeries(rows, { today: TODAY, lookbackMonths }).length;
}

for (const lookbackMonths of [36, 13]) {
  for (const between of BETWEEN) {
    const often = `every ${between.join(" to ")} days`;
    Deno.test(`recurringSeries() takes no shop for a contract that is visited ${often}, seen ${lookbackMonths} months`, () => {
      for (const spread of SPREADS) {
        const fooled = SEEDS.filter((seed) =>
          count(evenVisits({ between, spread }, { today: TODAY, seed }), lookbackMonths) > 0
        );
        assert(fooled.length / SEEDS.length < 0.05, `${spread}: seeds ${fooled}`);
      }
    });
  }
}

// Over a year twelve such visits look like twelve payments; nothing tells them apart then.
for (const between of [[28, 33], [27, 32], [26, 34]] as const) {
  Deno.test(`recurringSeries() tells visits every ${between.join(" to ")} days at one price from a contract in three years`, () => {
    for (const spread of [0, 0.05]) {
      const fooled = SEEDS.filter((seed) =>
        count(evenVisits({ between, spread }, { today: TODAY, seed }), 36) > 0
      );
      assert(fooled.length / SEEDS.length <= 0.1, `${spread}: seeds ${fooled}`);
    }
  });
}

for (const [kind, rowsOf] of Object.entries(SHOPS)) {
  Deno.test(`recurringSeries() finds no contract in ${kind}`, () => {
    const fooled = SEEDS.slice(0, 20).filter((seed) =>
      count(rowsOf(randomFrom(`${kind}/${seed}`)), 36) > 0
    );
    assertEquals(fooled, []);
  });
}

Deno.test("recurringSeries() finds 95 % of the bills of every kind", () => {
  let [found, wrong, planted] = [0, 0, 0];
  for (const [kind, { rowsOf, every, contracts }] of Object.entries(BILLS)) {
    for (const seed of SEEDS.slice(0, 10)) {
      const rows = rowsOf(randomFrom(`${kind}/${seed}`));
      const series = recurringSeries(rows, { today: TODAY, lookbackMonths: 36 });
      const right = series.filter(({ due: { rhythm } }) =>
        `${rhythm.every} ${rhythm.unit}` === every
      );
      planted += contracts;
      found += Math.min(contracts, right.length);
      wrong += series.length - Math.min(contracts, right.length);
    }
  }
  assert(found / planted >= 0.95, `${found} of ${planted}`);
  assert(found / (found + wrong) >= 0.95, `${wrong} wrong`);
});
