import { assert, assertEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import {
  type PendingLine,
  suggestCategories,
  type Suggestion,
  type SuggestionOverview,
} from "../../../domain/suggestions/suggestions.ts";
import { aSplitLine, type aTransaction } from "../../_builders.ts";
import { aSuggestionPlan, aUse, weeklyUses } from "./_suggestion_plan.ts";

type Change = Parameters<typeof aTransaction>[0];

const FOOD = { category_id: "food" };
const FUN = { category_id: "fun" };
const LABEL = "SQ *CRNRSHP 0042 Portland OR";

/** The suggestion for a transaction of today among others. */
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
const labelled = weeklyUses(20, 7, { ...FOOD, import_payee_name: LABEL });
const coffee = weeklyUses(20, 7, { ...FOOD, payee_name: "Blue Door Coffee House" });

/** Past uses, the transaction in question, its category, and bounds of the confidence. */
const CASES: readonly {
  readonly what: string;
  readonly rows: readonly TransactionRecord[];
  readonly asked?: Change;
  readonly category: string | null;
  readonly least?: number;
  readonly most?: number;
}[] = [
  { what: "a single use", rows: [aUse(7, FOOD)], category: "food", most: 0.85 },
  {
    what: "two categories as often",
    rows: [...weeklyUses(6, 7, FOOD), ...weeklyUses(6, 10, FUN)],
    category: "food",
    most: 0.65,
  },
  { what: "one exception", rows: [...weeklyUses(20, 14, FOOD), aUse(7, FUN)], category: "food" },
  {
    what: "a habit that changed",
    rows: [...weeklyUses(3, 7, FUN), ...weeklyUses(40, 28, FOOD)],
    category: "fun",
  },
  { what: "recent uses", rows: oldAndRecent, category: "fun" },
  {
    what: "uses around its own day",
    rows: oldAndRecent,
    asked: { date: oldAndRecent[0]?.date ?? "" },
    category: "food",
  },
  { what: "the habit of today", rows: changed, category: "fun" },
  {
    what: "the habit of its day",
    rows: changed,
    asked: { date: changed.at(-5)?.date ?? "" },
    category: "food",
  },
  {
    what: "small amounts",
    rows: byAmount,
    asked: { amount: -10_200 },
    category: "food",
    least: 0.8,
  },
  {
    what: "large amounts",
    rows: byAmount,
    asked: { amount: -190_000 },
    category: "fun",
    least: 0.8,
  },
  { what: "one account", rows: byAccount, asked: { account_id: "visa" }, category: "food" },
  { what: "another account", rows: byAccount, asked: { account_id: "checking" }, category: "fun" },
  { what: "purchases", rows: byDirection, asked: { amount: -10_000 }, category: "food" },
  { what: "refunds", rows: byDirection, asked: { amount: 10_000 }, category: "fun" },
  {
    what: "purchases, for a first refund",
    rows: weeklyUses(30, 7, FOOD),
    asked: { amount: 10_000 },
    category: "food",
    most: 0.79,
  },
  {
    what: "refunds, for a first purchase",
    rows: weeklyUses(30, 7, { ...FOOD, amount: 10_000 }),
    asked: { amount: -10_000 },
    category: null,
  },
  {
    what: "the larger line of splits",
    rows: weeklyUses(10, 7, split({ amount: -9_000, ...FOOD }, { amount: -1_000, ...FUN })),
    category: "food",
  },
  {
    what: "live lines of splits",
    rows: weeklyUses(
      10,
      7,
      split({ amount: -1_000, ...FOOD }, { amount: -9_000, ...FUN, deleted: true }),
    ),
    category: "food",
  },
  ...[{ payee_name: "Book Shop" }, { transfer_account_id: "visa" }].map((other) => ({
    what: `lines of splits without ${Object.keys(other)[0]}`,
    rows: weeklyUses(
      10,
      7,
      split({ amount: -1_000, ...FOOD }, { amount: -9_000, ...FUN, ...other }),
    ),
    category: "food",
  })),
  {
    what: "splits that sum to nothing",
    rows: weeklyUses(10, 7, split({ amount: 0, ...FOOD }, { amount: 0, ...FOOD })),
    category: "food",
  },
  ...["hidden", "in hidden group", "deleted long ago"].map((category_id) => ({
    what: `visible categories only, not ${category_id}`,
    rows: weeklyUses(20, 14, { category_id }),
    category: null,
  })),
  ...["inflow", "card"].flatMap((category_id) =>
    [-10_000, 10_000].map((amount) => ({
      what: `a special category (${category_id}, ${amount})`,
      rows: [...weeklyUses(20, 7, { category_id, amount }), aUse(3, { ...FOOD, amount })],
      asked: { amount },
      category: null,
    }))
  ),
  {
    what: "income rather than purchases",
    rows: [
      ...weeklyUses(20, 7, FOOD),
      ...weeklyUses(2, 7, { category_id: "inflow", amount: 10_000 }),
    ],
    asked: { amount: 10_000 },
    category: null,
  },
  {
    what: "its own payee only",
    rows: weeklyUses(20, 7, FOOD),
    asked: { payee_name: "Zenith Imports" },
    category: null,
  },
  {
    what: "a payee, if it has one",
    rows: weeklyUses(20, 7, { ...FOOD, payee_name: null }),
    asked: { payee_name: null },
    category: null,
  },
  {
    what: "bank labels",
    rows: labelled,
    asked: { payee_name: "SQ *CRNRSHP 0777 Portland OR" },
    category: "food",
    most: 0.97,
  },
  {
    what: "no bank label that several payees share",
    rows: ["One Store", "Two Brothers"].flatMap((payee_name, at) =>
      weeklyUses(10, 7 + at, { ...FOOD, payee_name, import_payee_name: LABEL })
    ),
    asked: { payee_name: "SQ *CRNRSHP 0777 Portland OR" },
    category: null,
  },
  {
    what: "a payee's id",
    rows: weeklyUses(20, 7, { ...FOOD, payee_id: "p", payee_name: "Old Corner" }),
    asked: { payee_id: "p", payee_name: "The Store" },
    category: "food",
  },
  {
    what: "similar names",
    rows: coffee,
    asked: { payee_name: "Blue Door Coffee" },
    category: "food",
    most: 0.79,
  },
  {
    what: "no dissimilar names",
    rows: coffee,
    asked: { payee_name: "Blue Door Motors Limited" },
    category: null,
  },
];
for (const { what, rows, asked, category, least = 0, most = 1 } of CASES) {
  Deno.test(`suggestCategories() uses ${what}`, () => {
    const suggestion = suggestionFor(rows, asked);
    assertEquals(suggestion?.category_id ?? null, category);
    const confidence = suggestion?.confidence ?? least;
    assert(confidence >= least && confidence <= most, `${confidence}`);
  });
}

Deno.test("suggestCategories() ignores uses of hidden categories among others", () => {
  const rows = weeklyUses(4, 7, FOOD);
  const hidden = weeklyUses(20, 14, { category_id: "hidden" });
  assertEquals(suggestionFor([...hidden, ...rows]), suggestionFor(rows));
});

Deno.test("suggestCategories() gains confidence with every use, less for unapproved and old ones", () => {
  const confidence = (count: number, change: Change = {}): number =>
    suggestionFor(weeklyUses(count, 7, { ...FOOD, ...change }))?.confidence ?? 0;
  assert(confidence(1) < confidence(2) && confidence(2) < confidence(4));
  assert(confidence(3, { approved: false }) < confidence(3));
  const old = suggestionFor(weeklyUses(3, 2_000, FOOD))?.confidence ?? 0;
  assert(old > 0 && old < confidence(3));
});

Deno.test("suggestCategories() counts all uses, not only the nearest ones", () => {
  const { uses, last_used } = suggestionFor(weeklyUses(300, 7, FOOD)) ?? {};
  assertEquals([uses, last_used], [300, "2024-06-23"]);
});

Deno.test("suggestCategories() treats Uncategorized as no category", () => {
  const rows = [
    ...weeklyUses(8, 7, FOOD),
    ...weeklyUses(8, 8, { category_id: "uncategorized" }),
    aUse(0, { id: "waiting", category_id: "uncategorized" }),
  ];
  const { pending } = overview(rows);
  assertEquals(pending.length, 9);
  assert(pending.every(({ suggestion }) => suggestion?.category_id === "food"));
});

Deno.test("suggestCategories() omits transfers, splits and tracking accounts", () => {
  const lines = [aSplitLine({ category_id: "food" }), aSplitLine({ category_id: "fun" })];
  const rows = [
    aUse(0, { transfer_account_id: "visa" }),
    aUse(0, { subtransactions: lines }),
    aUse(0, { account_id: "pension" }),
  ];
  assertEquals(overview(rows).pending, []);
});

Deno.test("suggestCategories() counts a matched pair once", () => {
  const rows = [
    aUse(0, { id: "entered", matched_transaction_id: "imported" }),
    aUse(0, { id: "imported", matched_transaction_id: "entered", import_id: "YNAB:1" }),
  ];
  assertEquals(overview(rows).pending.map((line) => line.transaction_id), ["entered"]);
});

Deno.test("suggestCategories() finds the other side among income and tracking accounts", () => {
  for (const other of [{ category_id: "inflow" }, { account_id: "pension" }]) {
    const rows = [
      aUse(0, { id: "out", amount: -650_000 }),
      aUse(1, { id: "in", amount: 650_000, account_id: "visa", ...other }),
    ];
    assertEquals(only(rows).transfer_with, "in");
  }
});

function overview(rows: readonly TransactionRecord[], minConfidence = 0.8): SuggestionOverview {
  return suggestCategories(aSuggestionPlan(rows), { minConfidence });
}

function only(rows: readonly TransactionRecord[], minConfidence = 0.8): PendingLine {
  const [line, ...others] = overview(rows, minConfidence).pending;
  assertEquals(others, []);
  if (line === undefined) throw new Error("No row waits");
  return line;
}
