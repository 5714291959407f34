import { assertEquals } from "@std/assert";
import { addMonths } from "../../../domain/base/month.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import type { ReviewOptions, ReviewPlan } from "../../../domain/review/reasons.ts";
import { type Review, reviewTransactions } from "../../../domain/review/review.ts";
import { aCategory, aGroup, anAccount, aSchedule, aTransaction } from "../../_builders.ts";

const names = new Map([["food", "Food"], ["fun", "Fun"]]);

function reviewOf(
  rows: readonly TransactionRecord[],
  { today = "2026-03-15", since = "2026-01-01", ...plan }:
    & Partial<ReviewPlan>
    & Partial<Pick<ReviewOptions, "today" | "since">> = {},
): Review {
  const categories = ["food", "fun"].map((id) => aCategory({ id, name: names.get(id) ?? "" }));
  const internal = [
    aCategory({ id: "inflow", name: "Inflow: Ready to Assign", internal: true }),
    aCategory({ id: "none", name: "Uncategorized", internal: true }),
  ];
  return reviewTransactions({
    transactions: rows,
    accounts: ["checking", "savings"].map((id) =>
      anAccount({ id, name: `My ${id}`, on_budget: true })
    ),
    groups: [
      aGroup({ id: "g", name: "Everyday", categories }),
      aGroup({ id: "i", name: "Internal Master Category", internal: true, categories: internal }),
    ],
    schedules: [],
    ...plan,
  }, {
    today,
    since,
    unapprovedOnly: true,
    format: { symbol: "$", isSymbolFirst: true, decimals: 2 },
    categoryName: (id) => names.get(id ?? "") ?? null,
  });
}

const reasons = (review: Review): readonly (readonly string[])[] =>
  review.lines.map(({ transaction_id, reasons }) => [
    transaction_id ?? "",
    ...reasons.map(({ code, detail }) => `${code}: ${detail}`),
  ]);

const paid = (
  id: string,
  date: string,
  change: Partial<TransactionRecord> = {},
): TransactionRecord => ({
  ...aTransaction({ id, date, amount: -20_000, account_id: "checking", approved: false }),
  ...{ payee_id: "shop", payee_name: "Shop", category_id: "food", import_id: null },
  ...change,
});

/** Approved past payments at irregular intervals. */
const past = (
  count: number,
  change: Partial<TransactionRecord> = {},
): readonly TransactionRecord[] =>
  Array.from(
    { length: count },
    (_, at) =>
      paid(`past${at}`, addMonths("2025-12-01", -at, 1 + (at * 7) % 25), {
        ...{ approved: true, amount: -20_000 - 10 * ((at * 37) % 90) },
        ...change,
      }),
  );

Deno.test("reviewTransactions() doesn't report ordinary payments", () => {
  const review = reviewOf([...past(8), paid("now", "2026-03-10", { amount: -20_120 })]);
  assertEquals([reasons(review), review.clear_count], [[], 1]);
});

Deno.test("reviewTransactions() names the original transaction of a possible duplicate", () => {
  const first = paid("0123456789", "2026-03-09", { approved: true, amount: -20_120 });
  const review = reviewOf([...past(8), first, paid("again", "2026-03-10", { amount: -20_120 })]);
  assertEquals(reasons(review), [[
    "again",
    "possible_duplicate: same amount, payee and account as 01234567 on 2026-03-09",
  ]]);
});

Deno.test("reviewTransactions() reports an unusual amount along with the usual amount", () => {
  const same = past(8, { amount: -20_004 });
  assertEquals(reasons(reviewOf([...same, paid("much", "2026-03-10", { amount: -400_000 })])), [[
    "much",
    "unusual_amount: much more than the 8 other payments (usually about $20.00)",
  ]]);
  assertEquals(reasons(reviewOf([...same, paid("little", "2026-03-10", { amount: -1_000 })])), [[
    "little",
    "unusual_amount: much less than the 8 other payments (usually about $20.00)",
  ]]);
});

Deno.test("reviewTransactions() reports an unusual category, along with the usual category and its count", () => {
  const odd = paid("odd", "2026-03-10", { category_id: "fun", amount: -20_120 });
  assertEquals(reasons(reviewOf([...past(8), odd])), [[
    "odd",
    "category_differs: Food in 8 other payments",
  ]]);
  const mixed = past(8).map((row, at) => at % 3 === 2 ? { ...row, category_id: "rent" } : row);
  assertEquals(reasons(reviewOf([...mixed, odd])), []);
  // A category that users can't choose doesn't count as the usual category.
  assertEquals(reasons(reviewOf([...past(8, { category_id: "gone" }), odd])), []);
});

Deno.test("reviewTransactions() reports a transaction without a category as uncategorized or as a likely transfer", () => {
  const open = paid("open", "2026-03-10", { category_id: null, amount: -20_120 });
  assertEquals(reasons(reviewOf([...past(8), open])), [[
    "open",
    "uncategorized: needs a category",
  ]]);
  // The account was renamed after this transaction was read.
  const other = paid("fedcba9876", "2026-03-11", {
    ...{ category_id: null, amount: 20_120, account_id: "savings", account_name: "Former name" },
    ...{ payee_id: "bank", payee_name: "Bank", approved: true },
  });
  assertEquals(reasons(reviewOf([...past(8), open, other])), [[
    "open",
    "transfer_candidate: same amount with the opposite sign in My savings on 2026-03-11 (fedcba98)",
  ]]);
});

Deno.test("reviewTransactions() reports new payees only in plans older than two months", () => {
  const fresh = paid("new", "2026-03-10", { payee_id: "n", payee_name: "Newcomer" });
  const since = (date: string): readonly unknown[] =>
    reasons(reviewOf([paid("first", date, { approved: true }), fresh]));
  assertEquals(since("2026-01-09"), [["new", "new_payee: first payment"]]);
  assertEquals(since("2026-01-10"), []);
  // A refund from a known payee isn't a first payment.
  const known = { payee_id: "shop", payee_name: "Shop" };
  assertEquals(reasons(reviewOf([...past(3), { ...fresh, ...known, amount: 5_000 }])), []);
  const nameless = { payee_id: null, payee_name: null, import_payee_name: null };
  assertEquals(reasons(reviewOf([...past(3), { ...fresh, ...nameless }])), []);
});

Deno.test("reviewTransactions() reports YNAB's adjustments only if their category is missing", () => {
  const correction = (id: string, payee: string, category: string | null): TransactionRecord =>
    paid(id, "2026-03-11", { payee_id: id, payee_name: payee, category_id: category });
  const review = reviewOf([
    paid("first", "2025-06-01", { approved: true }),
    correction("start", "Starting Balance", null),
    correction("fix", "Reconciliation Balance Adjustment", null),
    correction("done", "Manual Balance Adjustment", "food"),
  ]);
  assertEquals([reasons(review).flat().sort(), review.clear_count], [
    ["fix", "start", "uncategorized: needs a category", "uncategorized: needs a category"],
    1,
  ]);
});

const gym = (change: (at: number) => Partial<TransactionRecord>): readonly TransactionRecord[] =>
  Array.from({ length: 14 }, (_, at) =>
    paid(`gym${at}`, addMonths("2026-03-03", -at), {
      ...{ payee_id: "gym", payee_name: "Gym", approved: at > 0, amount: -10_000 },
      ...change(at),
    }));

Deno.test("reviewTransactions() reports a large price increase only once, not also as an unusual amount", () => {
  const risenTo = (amount: number, now: object = {}): readonly unknown[] =>
    reasons(reviewOf(gym((at) => at === 0 ? { amount, ...now } : now))).flat();
  assertEquals(risenTo(-12_000), ["gym0", "price_rise: $10.00 before, now $12.00"]);
  assertEquals(risenTo(-100_000), ["gym0", "price_rise: $10.00 before, now $100.00"]);
  const isPrice = (text: unknown): boolean => String(text).startsWith("price");
  assertEquals(risenTo(-8_000).filter(isPrice), []);
  // Higher wages aren't a price increase.
  const wages = gym((at) => ({ amount: at === 0 ? 120_000 : 100_000, category_id: "inflow" }));
  assertEquals(reasons(reviewOf(wages)).flat().filter(isPrice), []);
});

/**
 * Monthly bills due on the 3rd, the last one in February. Every third bill is paid `daysOff` days
 * late.
 */
const bills = (count: number, daysOff = 0): readonly TransactionRecord[] =>
  Array.from(
    { length: count },
    (_, at) =>
      paid(`bill${at}`, addMonths("2026-02-03", -at, at % 3 === 1 ? 3 + daysOff : 3), {
        approved: true,
      }),
  );

/**
 * Each case has the payments in a series (or a schedule's due day), the dates of the review, and
 * the day of the missing payment.
 */
const MISSING: readonly {
  readonly rows?: readonly TransactionRecord[];
  readonly due?: string;
  readonly today?: string;
  readonly since?: string;
  readonly missing: string | null;
}[] = [
  { due: "2025-12-31", missing: null },
  { due: "2026-01-01", missing: "2026-01-01" },
  { due: "2026-03-14", missing: "2026-03-14" },
  { due: "2026-03-15", missing: null },
  { rows: bills(12), missing: "2026-03-03" },
  { rows: bills(5), missing: "2026-03-03" },
  { rows: bills(4), missing: null },
  { rows: bills(12), today: "2026-03-06", missing: null },
  { rows: bills(12), today: "2026-03-07", missing: "2026-03-03" },
  { rows: bills(12), since: "2026-03-03", missing: "2026-03-03" },
  { rows: bills(12), since: "2026-03-04", missing: null },
  // A payment counts as late once it is overdue by three days plus the mean deviation from the due
  // day. If the deviation is too large, the series has no due day.
  { rows: bills(12, 3), today: "2026-03-07", missing: null },
  { rows: bills(12, 3), today: "2026-03-08", missing: "2026-03-03" },
  { rows: bills(12, 6), today: "2026-03-08", missing: null },
  { rows: bills(12, 12), today: "2026-03-25", missing: null },
];
Deno.test("reviewTransactions() reports missing payments", () => {
  for (const { rows = [], due, missing, ...days } of MISSING) {
    const schedules = due === undefined ? [] : [aSchedule({ date_next: due })];
    const { lines } = reviewOf(rows, { schedules, ...days });
    const label = JSON.stringify([rows.length, due, days]);
    assertEquals(lines.map(({ date }) => date), missing === null ? [] : [missing], label);
  }
});

Deno.test("reviewTransactions() reports how many payments preceded a missing one", () => {
  const [line] = reviewOf(bills(12)).lines;
  assertEquals([line?.record_id, line?.amount, line?.reasons[0]?.detail], [
    "bill0",
    -20_000,
    "12 previous payments were on time, but this one is overdue",
  ]);
  const wages = bills(12).map((row) => ({ ...row, amount: 9_990, category_id: "inflow" }));
  assertEquals(reviewOf(wages).lines.map(({ amount }) => amount), [9_990]);
  // A seasonal bill is expected to have the same amount as a year earlier. For this March, the
  // expected amount is last March's 12, not February's 1.
  const seasonal = bills(24).map((row, at) => ({ ...row, amount: (at % 12 + 1) * -1_000 }));
  assertEquals(reviewOf(seasonal).lines.map(({ amount }) => amount), [-12_000]);
});

Deno.test("reviewTransactions() finds a payee's first payment regardless of the order of transactions", () => {
  const known = paid("old", "2025-09-01", { payee_id: "old", payee_name: "Old", approved: true });
  const fresh = (id: string, day: number, amount: number): TransactionRecord =>
    paid(id, `2026-01-${day}`, { payee_id: "new", payee_name: "New", amount });
  const [first, second, twin] = [
    ...[fresh("b", 10, -1_000), fresh("a", 20, -2_000), fresh("c", 10, -3_000)],
  ] as const;
  // Of several transactions on the same day, the one with the lowest id counts as the first.
  for (
    const rows of [
      [known, first, second],
      [second, first, known],
      [twin, known, first],
      [first, known, twin],
    ]
  ) {
    assertEquals(reasons(reviewOf(rows as TransactionRecord[])), [[
      "b",
      "new_payee: first payment",
    ]]);
  }
});
