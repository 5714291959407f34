import { assert, assertEquals } from "@std/assert";
import { REASONS, type Review, reviewTransactions } from "../../../domain/review/review.ts";
import { type PlantedPlan, plantedPlan, SINCE, TODAY } from "./_planted_plan.ts";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };

function reviewOf(plan: PlantedPlan): Review {
  return reviewTransactions({ ...plan, schedules: [] }, {
    today: TODAY,
    since: SINCE,
    unapprovedOnly: false,
    format,
    categoryName: (id) => id ?? null,
  });
}

const plans = SEEDS.map((seed) => {
  const plan = plantedPlan(seed);
  const found = reviewOf(plan).lines.flatMap(({ transaction_id: id, payee, reasons }) =>
    reasons.map(({ code }) => `${code} ${id ?? payee}`)
  );
  const planted = plan.planted.map(({ code, id }) => `${code} ${id}`);
  return { found, planted };
});

for (const code of REASONS) {
  Deno.test(`reviewTransactions() finds ${code} in ten plans, and hardly anything else`, () => {
    let [found, right, planted] = [0, 0, 0];
    for (const plan of plans) {
      const ofCode = (all: readonly string[]): readonly string[] =>
        all.filter((one) => one.startsWith(`${code} `));
      found += ofCode(plan.found).length;
      right += ofCode(plan.found).filter((one) => plan.planted.includes(one)).length;
      planted += ofCode(plan.planted).length;
    }
    assert(planted >= 10, `${planted} planted`);
    assert(right / found >= 0.9, `precision ${right} of ${found}`);
    assert(right / planted >= 0.8, `recall ${right} of ${planted}`);
  });
}

Deno.test("reviewTransactions() puts the most serious first and counts what is clear", () => {
  const plan = plantedPlan(1);
  const { lines, clear_count } = reviewOf(plan);
  const ranks = lines.map(({ reasons }) =>
    Math.min(...reasons.map(({ code }) => REASONS.indexOf(code)))
  );
  assertEquals(ranks, ranks.toSorted((a, b) => a - b));
  const looked = plan.transactions.filter(({ date }) => date >= SINCE && date <= TODAY).length;
  assertEquals(clear_count + lines.filter((one) => one.transaction_id !== null).length, looked);
});

Deno.test("reviewTransactions() looks only at what waits for approval, where that is asked", () => {
  const plan = plantedPlan(1);
  const { lines, clear_count } = reviewTransactions({ ...plan, schedules: [] }, {
    today: TODAY,
    since: SINCE,
    unapprovedOnly: true,
    format,
    categoryName: (id) => id ?? null,
  });
  assertEquals(clear_count, 0);
  assert(lines.every(({ transaction_id: id }) => id === null));
});
