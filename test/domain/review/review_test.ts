import { assert, assertEquals } from "@std/assert";
import { type Review, reviewTransactions } from "../../../domain/review/review.ts";
import { REASONS } from "../../../domain/review/reasons.ts";
import { aTransaction } from "../../_builders.ts";
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
  Deno.test(`reviewTransactions() finds ${code} in ten plans, with few errors`, () => {
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

Deno.test("reviewTransactions() sorts by severity and counts the rest", () => {
  const plan = plantedPlan(1);
  const { lines, clear_count } = reviewOf(plan);
  const ranks = lines.map(({ reasons }) =>
    Math.min(...reasons.map(({ code }) => REASONS.indexOf(code)))
  );
  assertEquals(ranks, ranks.toSorted((a, b) => a - b));
  assert(lines.every(({ reasons }) => reasons.length > 0));
  assert(clear_count > 0);
  const looked = plan.transactions.filter(({ date }) => date >= SINCE && date <= TODAY).length;
  assertEquals(clear_count + lines.filter((one) => one.transaction_id !== null).length, looked);
});

Deno.test("reviewTransactions() finds the first payment in any order", () => {
  const known = aTransaction({ date: "2025-09-01", payee_name: "Old Shop" });
  const [first, second, twin] = [
    aTransaction({ id: "b", date: "2026-01-10", payee_name: "New Shop", amount: -1_000 }),
    aTransaction({ id: "a", date: "2026-01-20", payee_name: "New Shop", amount: -2_000 }),
    aTransaction({ id: "c", date: "2026-01-10", payee_name: "New Shop", amount: -3_000 }),
  ];
  const newOnes = (...transactions: PlantedPlan["transactions"]): readonly unknown[] =>
    reviewOf({ transactions, accounts: [], groups: [], planted: [] }).lines
      .filter(({ reasons }) => reasons.some(({ code }) => code === "new_payee"))
      .map(({ transaction_id: id }) => id);
  assertEquals(newOnes(known, first, second), ["b"]);
  assertEquals(newOnes(second, first, known), ["b"]);
  // Of one day it is the one with the lower id.
  assertEquals(newOnes(twin, known, first), ["b"]);
  assertEquals(newOnes(first, known, twin), ["b"]);
});
