import { assert, assertEquals } from "@std/assert";
import {
  dinarPlan,
  emptyPlan,
  plainPlan,
  type SmallPlanName,
  smallPlans,
  yenPlan,
} from "./_small_plans.ts";
import { figuresOn } from "./_figures.ts";
import {
  brokenReferences,
  misdatedRows,
  misplacedCategories,
  oddAmounts,
  repeatedIds,
} from "./_plan_integrity.ts";

const DAYS = ["2026-11-20", "2026-01-01", "2024-02-29", "2025-12-31"];
const TODAY = "2026-11-20";

for (const name of Object.keys(smallPlans) as SmallPlanName[]) {
  Deno.test(`smallPlans.${name}() gives the same plan twice`, () => {
    assertEquals(smallPlans[name]({ today: TODAY }), smallPlans[name]({ today: TODAY }));
  });

  Deno.test(`smallPlans.${name}() holds together on any day`, () => {
    for (const today of DAYS) {
      const plan = smallPlans[name]({ today });
      assertEquals(brokenReferences(plan), []);
      assertEquals(misdatedRows(plan, today), []);
      assertEquals(repeatedIds(plan), []);
      assertEquals(oddAmounts(plan), []);
      assertEquals(misplacedCategories(plan), []);
    }
  });

  Deno.test(`smallPlans.${name}() is assigned within its income`, () => {
    for (const today of DAYS) {
      const { toBeBudgeted } = figuresOn(smallPlans[name]({ today }), today);
      assert(toBeBudgeted.every((ready) => ready >= 0));
    }
  });
}

Deno.test("smallPlans gives every plan its own ids", () => {
  const ids = Object.values(smallPlans).map((make) => make({ today: TODAY }).id);
  assertEquals(new Set(ids).size, ids.length);
});

Deno.test("emptyPlan() has categories but no account and no row", () => {
  const plan = emptyPlan({ today: TODAY });
  assertEquals([plan.accounts, plan.transactions, plan.scheduled], [[], [], []]);
  assert(plan.categories.length > 2);
  assertEquals(plan.first_month, "2026-11-01");
});

Deno.test("yenPlan() has no amounts below one yen", () => {
  const plan = yenPlan({ today: TODAY });
  assertEquals(plan.currency_format?.decimal_digits, 0);
  for (const { amount } of plan.transactions) assertEquals(Math.abs(amount % 1_000), 0);
});

Deno.test("dinarPlan() has amounts that two decimals would round", () => {
  const plan = dinarPlan({ today: TODAY });
  assertEquals(plan.currency_format?.decimal_digits, 3);
  assert(plan.transactions.some(({ amount }) => amount % 10 !== 0));
});

Deno.test("plainPlan() has no formats", () => {
  const plan = plainPlan({ today: TODAY });
  assertEquals([plan.currency_format, plan.date_format], [null, null]);
  assert(plan.transactions.length > 5);
});
