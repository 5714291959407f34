import { assert, assertEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { suggestCategories, type Suggestion } from "../../../domain/suggestions/suggestions.ts";
import { aSplitLine, type aTransaction } from "../../_builders.ts";
import { aSuggestionPlan, aUse, weeklyUses } from "./_suggestion_plan.ts";

type Change = Parameters<typeof aTransaction>[0];
type Row = TransactionRecord;

const FOOD = { category_id: "food" };
const FUN = { category_id: "fun" };
const LABEL = "SQ *CRNRSHP 0042 Portland OR";

/** Returns the suggestion for a transaction dated today. */
function suggestionFor(rows: readonly TransactionRecord[], change: Change = {}): Suggestion | null {
  const plan = aSuggestionPlan([...rows, aUse(0, { id: "asked", ...change })]);
  const { pending } = suggestCategories(plan, { minConfidence: 0 });
  return pending.find(({ transaction_id }) => transaction_id === "asked")?.suggestion ?? null;
}

function split(...lines: readonly Parameters<typeof aSplitLine>[0][]): Change {
  return { category_id: "split", subtransactions: lines.map((line) => aSplitLine(line)) };
}

const changed = [...weeklyUses(30, 7, FUN), ...weeklyUses(30, 7 * 31, FOOD)];
const oldAndRecent = [
  ...Array.from({ length: 9 }, (_, at) => aUse(2_000 + at, at % 2 === 0 ? FOOD : FUN)),
  ...Array.from({ length: 5 }, (_, at) => aUse(7 + at, at % 2 === 0 ? FUN : FOOD)),
];
const byAmount = [-9_990, -10_500, -11_000, -9_000, -10_000].flatMap((amount, at) => [
  aUse(7 + at * 14, { amount, ...FOOD }),
  aUse(14 + at * 14, { amount: amount * 20, ...FUN }),
]);
const byAccount = [
  ...weeklyUses(10, 7, { ...FOOD, account_id: "visa" }),
  ...weeklyUses(10, 10, { ...FUN, account_id: "checking" }),
];
const byDirection = [
  ...weeklyUses(10, 7, { ...FOOD, amount: -10_000 }),
  ...weeklyUses(10, 10, { ...FUN, amount: 10_000 }),
];
const labeled = weeklyUses(20, 7, { ...FOOD, import_payee_name: LABEL });
const coffee = weeklyUses(20, 7, { ...FOOD, payee_name: "Blue Door Coffee House" });

const shared = ["One Store", "Two Brothers"].flatMap((payee_name, at) =>
  weeklyUses(10, 7 + at, { ...FOOD, payee_name, import_payee_name: LABEL })
);
const splits = (...lines: readonly Parameters<typeof aSplitLine>[0][]): readonly Row[] =>
  weeklyUses(10, 7, split(...lines));
const small = { amount: -1_000, ...FOOD };
const large = { amount: -9_000, ...FUN };
const RENAMED = "SQ *CRNRSHP 0777 Portland OR";

/**
 * Each case has past uses of categories, the transaction to categorize, the expected category, and
 * bounds for the confidence.
 */
const CASES: Readonly<
  Record<
    string,
    readonly (readonly [
      rows: readonly Row[],
      asked: Change,
      category: string | null,
      least?: number,
      most?: number,
    ])[]
  >
> = {
  "the usual category": [
    [[aUse(7, FOOD)], {}, "food", 0, 0.85],
    [[...weeklyUses(6, 7, FOOD), ...weeklyUses(6, 10, FUN)], {}, "food", 0, 0.65],
    [[...weeklyUses(20, 14, FOOD), aUse(7, FUN)], {}, "food"],
    [[...weeklyUses(3, 7, FUN), ...weeklyUses(40, 28, FOOD)], {}, "fun"],
  ],
  "the usual category around the transaction's date": [
    [oldAndRecent, {}, "fun"],
    [oldAndRecent, { date: oldAndRecent[0]?.date ?? "" }, "food"],
    [changed, {}, "fun"],
    [changed, { date: changed.at(-5)?.date ?? "" }, "food"],
  ],
  "amount, account and direction": [
    [byAmount, { amount: -10_200 }, "food", 0.8],
    [byAmount, { amount: -190_000 }, "fun", 0.8],
    [byAccount, { account_id: "visa" }, "food"],
    [byAccount, { account_id: "checking" }, "fun"],
    [byDirection, { amount: -10_000 }, "food"],
    [byDirection, { amount: 10_000 }, "fun"],
    // A payee's first refund when everything before it was a purchase, and a payee's first purchase
    // when everything before it was a refund.
    [weeklyUses(30, 7, FOOD), { amount: 10_000 }, "food", 0, 0.79],
    [weeklyUses(30, 7, { ...FOOD, amount: 10_000 }), { amount: -10_000 }, null],
  ],
  "live lines of splits with the same payee": [
    [splits({ ...large, ...FOOD }, { ...small, ...FUN }), {}, "food"],
    ...[{ deleted: true }, { payee_name: "Book Shop" }, { transfer_account_id: "visa" }]
      .map((other) => [splits(small, { ...large, ...other }), {}, "food"] as const),
    [splits({ amount: 0, ...FOOD }, { amount: 0, ...FOOD }), {}, "food"],
  ],
  "only categories that can be chosen": [
    ...["hidden", "in hidden group", "deleted long ago"]
      .map((category_id) => [weeklyUses(20, 14, { category_id }), {}, null] as const),
    ...["inflow", "card"].flatMap((category_id) =>
      [-10_000, 10_000].map((amount) => {
        const rows = [...weeklyUses(20, 7, { category_id, amount }), aUse(3, { ...FOOD, amount })];
        return [rows, { amount }, null] as const;
      })
    ),
    [
      [
        ...weeklyUses(20, 7, FOOD),
        ...weeklyUses(2, 7, { category_id: "inflow", amount: 10_000 }),
      ],
      { amount: 10_000 },
      null,
    ],
  ],
  "ids, bank labels and similar names of payees": [
    [weeklyUses(20, 7, FOOD), { payee_name: "Zenith Imports" }, null],
    [weeklyUses(20, 7, { ...FOOD, payee_name: null }), { payee_name: null }, null],
    [labeled, { payee_name: RENAMED }, "food", 0, 0.97],
    [shared, { payee_name: RENAMED }, null],
    [
      weeklyUses(20, 7, { ...FOOD, payee_id: "p", payee_name: "Old Corner" }),
      { payee_id: "p", payee_name: "The Store" },
      "food",
    ],
    [coffee, { payee_name: "Blue Door Coffee" }, "food", 0, 0.79],
    [coffee, { payee_name: "Blue Door Motors Limited" }, null],
  ],
};
for (const [what, cases] of Object.entries(CASES)) {
  Deno.test(`suggestCategories() uses ${what}`, () => {
    for (const [at, [rows, asked, category, least = 0, most = 1]] of cases.entries()) {
      const suggestion = suggestionFor(rows, asked);
      assertEquals(suggestion?.category_id ?? null, category, `case ${at}`);
      const confidence = suggestion?.confidence ?? least;
      assert(confidence >= least && confidence <= most, `case ${at}: ${confidence}`);
    }
  });
}

Deno.test("suggestCategories() ignores uses of hidden categories", () => {
  const rows = weeklyUses(4, 7, FOOD);
  const hidden = weeklyUses(20, 14, { category_id: "hidden" });
  assertEquals(suggestionFor([...hidden, ...rows]), suggestionFor(rows));
});

Deno.test("suggestCategories() is more confident in a category that was used more often, but gives less weight to unapproved or old transactions", () => {
  const confidence = (count: number, change: Change = {}): number =>
    suggestionFor(weeklyUses(count, 7, { ...FOOD, ...change }))?.confidence ?? 0;
  assert(confidence(1) < confidence(2) && confidence(2) < confidence(4));
  assert(confidence(3, { approved: false }) < confidence(3));
  const old = suggestionFor(weeklyUses(3, 2_000, FOOD))?.confidence ?? 0;
  assert(old > 0 && old < confidence(3));
});

Deno.test("suggestCategories() counts all uses of a category, not only those closest in time to the transaction", () => {
  const { uses, last_used } = suggestionFor(weeklyUses(300, 7, FOOD)) ?? {};
  assertEquals([uses, last_used], [300, "2024-06-23"]);
});

Deno.test('suggestCategories() treats "Uncategorized" as no category', () => {
  const rows = [
    ...weeklyUses(8, 7, FOOD),
    ...weeklyUses(8, 8, { category_id: "uncategorized" }),
    aUse(0, { id: "waiting", category_id: "uncategorized" }),
    aUse(0, { id: "split", category_id: null, subtransactions: [aSplitLine()] }),
  ];
  const { pending } = suggestCategories(aSuggestionPlan(rows), { minConfidence: 0.8 });
  assertEquals(pending.length, 9);
  assert(pending.every(({ suggestion }) => suggestion?.category_id === "food"));
});
