import { assertEquals } from "@std/assert";
import { addMonths } from "../../../domain/base/month.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { type Review, reviewTransactions } from "../../../domain/review/review.ts";
import type { ReviewPlan } from "../../../domain/review/review_plan.ts";
import { aCategory, aGroup, anAccount, aSchedule, aTransaction } from "../../_builders.ts";

const names = new Map([["food", "Food"], ["fun", "Fun"]]);

function reviewOf(rows: readonly TransactionRecord[], plan: Partial<ReviewPlan> = {}): Review {
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
    ...{ today: "2026-03-15", since: "2026-01-01", unapprovedOnly: true },
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

/** Approved payments of the past, a month and a bit apart and never the same, so no rhythm. */
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

Deno.test("reviewTransactions() has nothing to say of an ordinary payment", () => {
  const review = reviewOf([...past(8), paid("now", "2026-03-10", { amount: -20_120 })]);
  assertEquals([reasons(review), review.clear_count], [[], 1]);
});

Deno.test("reviewTransactions() names the payment that one repeats by the start of its id", () => {
  const first = paid("0123456789", "2026-03-09", { approved: true, amount: -20_120 });
  const review = reviewOf([...past(8), first, paid("again", "2026-03-10", { amount: -20_120 })]);
  assertEquals(reasons(review), [[
    "again",
    "possible_duplicate: same amount, payee and account as 01234567 on 2026-03-09",
  ]]);
});

Deno.test("reviewTransactions() tells more and less than ever beside what is usual, to the cent", () => {
  const same = past(8, { amount: -20_004 });
  assertEquals(reasons(reviewOf([...same, paid("much", "2026-03-10", { amount: -400_000 })])), [[
    "much",
    "unusual_amount: more than ever in 8 other payments, which are about $20.00",
  ]]);
  assertEquals(reasons(reviewOf([...same, paid("little", "2026-03-10", { amount: -1_000 })])), [[
    "little",
    "unusual_amount: less than ever in 8 other payments, which are about $20.00",
  ]]);
});

Deno.test("reviewTransactions() says how often a payee had another category", () => {
  const odd = paid("odd", "2026-03-10", { category_id: "fun", amount: -20_120 });
  assertEquals(reasons(reviewOf([...past(8), odd])), [[
    "odd",
    "category_differs: Food in 8 other payments",
  ]]);
  // A category that can't be chosen is nothing to compare with.
  assertEquals(reasons(reviewOf([...past(8, { category_id: "gone" }), odd])), []);
});

Deno.test("reviewTransactions() tells what waits for a category, and what may be a transfer instead", () => {
  const open = paid("open", "2026-03-10", { category_id: null, amount: -20_120 });
  assertEquals(reasons(reviewOf([...past(8), open])), [[
    "open",
    "uncategorized: waits for a category",
  ]]);
  const other = paid("fedcba9876", "2026-03-11", {
    ...{ category_id: null, amount: 20_120, account_id: "savings", account_name: "Savings" },
    ...{ payee_id: "bank", payee_name: "Bank", approved: true },
  });
  assertEquals(reasons(reviewOf([...past(8), open, other])), [[
    "open",
    "transfer_candidate: opposite amount in Savings on 2026-03-11 (fedcba98)",
  ]]);
});

Deno.test("reviewTransactions() calls a payee new once the plan is two months old", () => {
  const fresh = paid("new", "2026-03-10", { payee_id: "n", payee_name: "Newcomer" });
  const since = (date: string): readonly unknown[] =>
    reasons(reviewOf([paid("first", date, { approved: true }), fresh]));
  assertEquals(since("2026-01-09"), [["new", "new_payee: first payment"]]);
  assertEquals(since("2026-01-10"), []);
  // What comes back from a known payee is no first payment.
  const known = { payee_id: "shop", payee_name: "Shop" };
  assertEquals(reasons(reviewOf([...past(3), { ...fresh, ...known, amount: 5_000 }])), []);
  const nameless = { payee_id: null, payee_name: null, import_payee_name: null };
  assertEquals(reasons(reviewOf([...past(3), { ...fresh, ...nameless }])), []);
});

Deno.test("reviewTransactions() tells a price that has risen, once, where it rose", () => {
  const gym = (at: number): TransactionRecord =>
    paid(`gym${at}`, addMonths("2026-03-03", -at), {
      ...{ payee_id: "gym", payee_name: "Gym", approved: at > 0 },
      amount: at === 0 ? -12_000 : -10_000,
    });
  const rows = Array.from({ length: 14 }, (_, at) => gym(at));
  assertEquals(reasons(reviewOf(rows)), [["gym0", "price_rise: $10.00 before, now $12.00"]]);
  const fallen = rows.map((row, at) => at === 0 ? { ...row, amount: -8_000 } : row);
  assertEquals(reasons(reviewOf(fallen)).flat().filter((text) => text.startsWith("price")), []);
});

Deno.test("reviewTransactions() leaves transfers and YNAB's own corrections alone", () => {
  const rows = [
    paid("first", "2025-06-01", { approved: true }),
    paid("transfer", "2026-03-10", { transfer_account_id: "savings", category_id: null }),
    paid("fix", "2026-03-11", { payee_id: "r", payee_name: "Reconciliation Balance Adjustment" }),
  ];
  const review = reviewOf(rows);
  assertEquals([reasons(review), review.clear_count], [[], 2]);
});

Deno.test("reviewTransactions() says of YNAB's own corrections only that they wait for a category", () => {
  const correction = (id: string, payee: string, category: string | null): TransactionRecord =>
    paid(id, "2026-03-11", { payee_id: id, payee_name: payee, category_id: category });
  const review = reviewOf([
    paid("first", "2025-06-01", { approved: true }),
    correction("start", "Starting Balance", null),
    correction("fix", "Reconciliation Balance Adjustment", null),
    correction("done", "Manual Balance Adjustment", "food"),
  ]);
  assertEquals([reasons(review).flat().sort(), review.clear_count], [
    ["fix", "start", "uncategorized: waits for a category", "uncategorized: waits for a category"],
    1,
  ]);
});

Deno.test("reviewTransactions() looks at what waits from the first day to today", () => {
  const on = (date: string): number =>
    reviewOf([paid("one", date, { category_id: null })]).lines.length;
  assertEquals(["2025-12-31", "2026-01-01", "2026-03-15", "2026-03-16"].map(on), [0, 1, 1, 0]);
});

Deno.test("reviewTransactions() gives a line all that tells a payment, or one that has not come", () => {
  const open = paid("open", "2026-03-10", {
    ...{ category_id: null, payee_id: null, payee_name: null, import_payee_name: "KIOSK 12" },
    ...{ account_name: "As it was called" },
  });
  const schedules = [
    aSchedule({
      ...{ id: "s", date_next: "2026-03-12", amount: -9_000, payee_name: "Landlord" },
      ...{ account_id: "checking", category_id: "fun" },
    }),
  ];
  const { lines } = reviewOf([open], { schedules });
  assertEquals(lines, [
    {
      ...{ record_id: "s", transaction_id: null },
      ...{ date: "2026-03-12", amount: -9_000, payee: "Landlord" },
      ...{ account: "My checking", category: "Fun" },
      reasons: [{
        code: "scheduled_missing",
        detail: "its schedule was due then, and nothing was entered",
      }],
    },
    {
      ...{ record_id: "open", transaction_id: "open" },
      ...{ date: "2026-03-10", amount: -20_000, payee: "KIOSK 12" },
      ...{ account: "My checking", category: null },
      reasons: [{ code: "uncategorized", detail: "waits for a category" }],
    },
  ]);
});

Deno.test("reviewTransactions() puts the newest first of what is equally serious", () => {
  const open = (id: string, date: string): TransactionRecord =>
    paid(id, date, { category_id: null, payee_id: id, payee_name: id, amount: -1_000 });
  const review = reviewOf([
    ...[open("b", "2026-02-10"), open("c", "2026-03-10"), open("a", "2026-01-10")],
  ], { schedules: [aSchedule({ id: "s", date_next: "2026-01-05" })] });
  assertEquals(review.lines.map(({ transaction_id }) => transaction_id), [null, "c", "b", "a"]);
});

const gym = (change: (at: number) => Partial<TransactionRecord>): readonly TransactionRecord[] =>
  Array.from({ length: 14 }, (_, at) =>
    paid(`gym${at}`, addMonths("2026-03-03", -at), {
      ...{ payee_id: "gym", payee_name: "Gym", approved: at > 0, amount: -10_000 },
      ...change(at),
    }));

Deno.test("reviewTransactions() calls a price that has risen a lot nothing else besides", () => {
  const rows = gym((at) => at === 0 ? { amount: -100_000 } : {});
  assertEquals(reasons(reviewOf(rows)), [["gym0", "price_rise: $10.00 before, now $100.00"]]);
  // What somebody is paid has no price.
  const wages = gym((at) => ({ amount: at === 0 ? 120_000 : 100_000, category_id: "inflow" }));
  assertEquals(reasons(reviewOf(wages)).flat().filter((text) => text.startsWith("price")), []);
});

Deno.test("reviewTransactions() says how often a payment has come that is missing now", () => {
  const rows = gym((at) => ({ approved: true, date: addMonths("2026-02-03", -at) }));
  assertEquals(reasons(reviewOf(rows)), [[
    "",
    "scheduled_missing: came 14 times as expected, and has not come now",
  ]]);
  const schedules = [aSchedule({ date_next: "2026-03-12", account_id: "closed long ago" })];
  assertEquals(reviewOf([], { schedules }).lines.map(({ account }) => account), [""]);
});

Deno.test("reviewTransactions() takes a payment for a transfer only where its other side has no category", () => {
  const first = paid("first", "2025-06-01", { approved: true });
  const open = paid("open", "2026-03-10", {
    ...{ category_id: null, amount: -20_120, payee_id: "n", payee_name: "Newcomer" },
  });
  const withOther = (category_id: string | null): readonly unknown[] =>
    reasons(reviewOf([
      ...[first, open],
      paid("fedcba9876", "2026-03-11", {
        ...{ category_id, amount: 20_120, account_id: "savings", account_name: "Savings" },
        ...{ payee_id: "bank", payee_name: "Bank", approved: true },
      }),
    ])).flat();
  const transfer = "transfer_candidate: opposite amount in Savings on 2026-03-11 (fedcba98)";
  for (const neutral of [null, "inflow", "none"]) {
    // A side of a transfer has no payee that could be new.
    assertEquals(withOther(neutral), ["open", transfer], String(neutral));
  }
  const other = ["open", "uncategorized: waits for a category", "new_payee: first payment"];
  assertEquals(withOther("food"), other);
});

Deno.test("reviewTransactions() compares no category that is not known any more", () => {
  const odd = paid("odd", "2026-03-10", { category_id: "gone", amount: -20_120 });
  assertEquals(reasons(reviewOf([...past(8), odd])), []);
});

Deno.test("reviewTransactions() looks at what moves no money as well", () => {
  const nothing = paid("zero", "2026-03-10", { category_id: null, amount: 0 });
  assertEquals(reasons(reviewOf([...past(8), nothing])), [[
    "zero",
    "uncategorized: waits for a category",
  ]]);
});
