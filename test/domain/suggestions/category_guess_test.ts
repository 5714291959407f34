import { assert, assertEquals } from "@std/assert";
import { categoryGuesser, type Suggestion } from "../../../domain/suggestions/category_guess.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aSplitLine, type aTransaction } from "../../_builders.ts";
import { aSuggestionPlan, aUse, weeklyUses } from "./_suggestion_plan.ts";

const FOOD = { category_id: "food" };
const FUN = { category_id: "fun" };

Deno.test("categoryGuesser() never takes a single use for certainty", () => {
  const once = guess([aUse(7, FOOD)]);
  assertEquals([once?.category_id, once?.uses], ["food", 1]);
  assert((once?.confidence ?? 1) <= 0.85);
});

Deno.test("categoryGuesser() grows surer with every use", () => {
  const confidences = [1, 2, 4].map((count) => guess(weeklyUses(count, 7, FOOD))?.confidence ?? 0);
  assertEquals(confidences, [...new Set(confidences)].sort());
});

Deno.test("categoryGuesser() is less sure where a payee is paid for more than one thing", () => {
  const mixed = guess([...weeklyUses(6, 7, FOOD), ...weeklyUses(6, 10, FUN)]);
  assert((mixed?.confidence ?? 1) < 0.65);
});

Deno.test("categoryGuesser() is not misled by one exception", () => {
  const rows = [...weeklyUses(20, 14, FOOD), aUse(7, FUN)];
  assertEquals(guess(rows)?.category_id, "food");
});

Deno.test("categoryGuesser() follows a habit that changed", () => {
  const found = guess([...weeklyUses(3, 7, FUN), ...weeklyUses(40, 28, FOOD)]);
  assertEquals(found?.category_id, "fun");
});

Deno.test("categoryGuesser() lets recent uses weigh more than old ones", () => {
  const old = Array.from({ length: 9 }, (_, at) => aUse(2_000 + at, at % 2 === 0 ? FOOD : FUN));
  const recent = Array.from({ length: 5 }, (_, at) => aUse(7 + at, at % 2 === 0 ? FUN : FOOD));
  assertEquals(guess([...old, ...recent])?.category_id, "fun");
  assertEquals(guess([...old, ...recent], { date: old[0]?.date ?? "" })?.category_id, "food");
});

Deno.test("categoryGuesser() judges a forgotten row by what was usual then", () => {
  const rows = [...weeklyUses(30, 7, FUN), ...weeklyUses(30, 7 * 31, FOOD)];
  const forgotten = rows.at(-5)?.date ?? "";
  assertEquals(guess(rows, { date: forgotten })?.category_id, "food");
  assertEquals(guess(rows)?.category_id, "fun");
});

Deno.test("categoryGuesser() tells categories apart by the amount", () => {
  const rows = [-9_990, -10_500, -11_000, -9_000, -10_000].flatMap((amount, at) => [
    aUse(7 + at * 14, { amount, ...FOOD }),
    aUse(14 + at * 14, { amount: amount * 20, ...FUN }),
  ]);
  for (const [amount, category] of [[-10_200, "food"], [-190_000, "fun"]] as const) {
    const found = guess(rows, { amount });
    assertEquals(found?.category_id, category);
    assert((found?.confidence ?? 0) >= 0.8);
  }
});

Deno.test("categoryGuesser() tells categories apart by the account", () => {
  const rows = [
    ...weeklyUses(10, 7, { ...FOOD, account_id: "visa" }),
    ...weeklyUses(10, 10, { ...FUN, account_id: "checking" }),
  ];
  assertEquals(guess(rows, { account_id: "visa" })?.category_id, "food");
  assertEquals(guess(rows, { account_id: "checking" })?.category_id, "fun");
});

Deno.test("categoryGuesser() keeps purchases and refunds apart", () => {
  const rows = [
    ...weeklyUses(10, 7, { ...FOOD, amount: -10_000 }),
    ...weeklyUses(10, 10, { ...FUN, amount: 10_000 }),
  ];
  assertEquals(guess(rows, { amount: -10_000 })?.category_id, "food");
  assertEquals(guess(rows, { amount: 10_000 })?.category_id, "fun");
});

Deno.test("categoryGuesser() guesses a first refund from purchases, unsurely", () => {
  const found = guess(weeklyUses(30, 7, FOOD), { amount: 10_000 });
  assertEquals(found?.category_id, "food");
  assert((found?.confidence ?? 1) < 0.8);
});

Deno.test("categoryGuesser() does not learn purchases from refunds", () => {
  assertEquals(guess(weeklyUses(30, 7, { ...FOOD, amount: 10_000 }), { amount: -10_000 }), null);
});

Deno.test("categoryGuesser() learns from the lines of a split", () => {
  const lines = [
    aSplitLine({ amount: -9_000, ...FOOD }),
    aSplitLine({ amount: -1_000, ...FUN }),
  ];
  const found = guess(weeklyUses(10, 7, { category_id: "split", subtransactions: lines }));
  assertEquals([found?.category_id, found?.uses], ["food", 10]);
});

Deno.test("categoryGuesser() does not learn from deleted lines", () => {
  const lines = [
    aSplitLine({ amount: -1_000, ...FOOD }),
    aSplitLine({ amount: -9_000, ...FUN, deleted: true }),
  ];
  const found = guess(weeklyUses(10, 7, { category_id: "split", subtransactions: lines }));
  assertEquals([found?.category_id, found?.uses], ["food", 10]);
});

Deno.test("categoryGuesser() does not learn from lines of another payee or to another account", () => {
  for (const other of [{ payee_name: "Book Shop" }, { transfer_account_id: "visa" }]) {
    const lines = [
      aSplitLine({ amount: -1_000, ...FOOD }),
      aSplitLine({ amount: -9_000, ...FUN, ...other }),
    ];
    const rows = weeklyUses(10, 7, { category_id: "split", subtransactions: lines });
    assertEquals(guess(rows)?.category_id, "food");
  }
});

Deno.test("categoryGuesser() trusts rows that nobody has approved less", () => {
  const approved = guess(weeklyUses(3, 7, FOOD))?.confidence ?? 0;
  const unapproved = guess(weeklyUses(3, 7, { ...FOOD, approved: false }))?.confidence ?? 1;
  assert(unapproved < approved);
});

for (const gone of ["hidden", "in hidden group", "deleted long ago", "uncategorized"]) {
  Deno.test(`categoryGuesser() ignores uses of a category that is ${gone}`, () => {
    const uses = weeklyUses(20, 14, { category_id: gone });
    assertEquals(guess(uses), null);
    const rows = [...uses, ...weeklyUses(4, 7, FOOD)];
    assertEquals(guess(rows), guess(weeklyUses(4, 7, FOOD)));
  });
}

for (const special of ["inflow", "card"]) {
  Deno.test(`categoryGuesser() never suggests the special category "${special}"`, () => {
    for (const amount of [-10_000, 10_000]) {
      const uses = weeklyUses(20, 7, { category_id: special, amount });
      assertEquals(guess(uses, { amount }), null);
      assertEquals(guess([...uses, aUse(3, { ...FOOD, amount })], { amount }), null);
    }
  });
}

Deno.test("categoryGuesser() takes income for income, whatever was bought there", () => {
  const rows = [
    ...weeklyUses(20, 7, FOOD),
    ...weeklyUses(2, 7, { category_id: "inflow", amount: 10_000 }),
  ];
  assertEquals(guess(rows, { amount: 10_000 }), null);
});

Deno.test("categoryGuesser() knows nothing of a payee that it never saw", () => {
  const rows = weeklyUses(20, 7, FOOD);
  assertEquals(guess(rows, { payee_name: "Zenith Imports" }), null);
  assertEquals(guess(rows, { payee_name: null }), null);
});

Deno.test("categoryGuesser() does not take rows without a payee for one payee", () => {
  assertEquals(guess(weeklyUses(20, 7, { ...FOOD, payee_name: null }), { payee_name: null }), null);
});

Deno.test("categoryGuesser() knows a payee by its bank labels", () => {
  const rows = weeklyUses(20, 7, { ...FOOD, import_payee_name: "SQ *CRNRSHP 0042 Portland OR" });
  const found = guess(rows, { payee_name: "SQ *CRNRSHP 0777 Portland OR" });
  assertEquals(found?.category_id, "food");
  assert((found?.confidence ?? 1) < (guess(rows)?.confidence ?? 0));
});

Deno.test("categoryGuesser() follows a payee's id through a change of name", () => {
  const rows = weeklyUses(20, 7, { ...FOOD, payee_id: "p", payee_name: "Old Corner" });
  assertEquals(guess(rows, { payee_id: "p", payee_name: "The Store" })?.category_id, "food");
});

Deno.test("categoryGuesser() is the less sure the less alike names are", () => {
  const rows = weeklyUses(20, 7, { ...FOOD, payee_name: "Blue Door Coffee House" });
  const alike = guess(rows, { payee_name: "Blue Door Coffee" });
  assertEquals(alike?.category_id, "food");
  assert((alike?.confidence ?? 1) < 0.8);
  assertEquals(guess(rows, { payee_name: "Blue Door Motors Limited" }), null);
});

Deno.test("categoryGuesser() counts all uses, not only the nearest", () => {
  const found = guess(weeklyUses(300, 7, FOOD));
  assertEquals([found?.uses, found?.last_used], [300, "2024-06-23"]);
});

/** What is guessed for a row of today among others. */
function guess(
  rows: readonly TransactionRecord[],
  change: Parameters<typeof aTransaction>[0] = {},
): Suggestion | null {
  const row = aUse(0, change);
  return categoryGuesser([...rows, row], aSuggestionPlan([]).groups)(row);
}

Deno.test("categoryGuesser() goes by the categories that it is given, though the payments are the same", () => {
  const row = aUse(0);
  const live = [...weeklyUses(6, 7, FOOD), ...weeklyUses(3, 9, FUN), row];
  const { groups } = aSuggestionPlan([]);
  const without = (...gone: readonly string[]): typeof groups =>
    groups.map((group) => ({
      ...group,
      categories: group.categories.filter(({ id }) => !gone.includes(id)),
    }));
  const found = (of: typeof groups): string | undefined =>
    categoryGuesser(live, of)(row)?.category_id;
  assertEquals(found(groups), "food");
  assertEquals(found(without("food")), "fun");
  assertEquals(found(without("fun")), "food");
  assertEquals(found(without("food", "fun")), undefined);
  assertEquals(found(groups), "food");
});
