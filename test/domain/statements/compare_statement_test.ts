import { assert, assertEquals, assertThrows } from "@std/assert";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { compareStatement } from "../../../domain/statements/compare_statement.ts";
import type { Comparison, ComparisonOptions } from "../../../domain/statements/comparison.ts";
import type { Statement, StatementRow } from "../../../domain/statements/statement.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import {
  TransactionList,
  type Transactions,
} from "../../../domain/transactions/transaction_chunks.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

/** Creates a statement's rows, each from a day, an amount and a label. */
function rowsOf(
  ...rows: readonly (readonly [date: string, amount: number, payee: string])[]
): readonly StatementRow[] {
  return rows.map(([date, amount, payee], at) => ({
    row: at + 1,
    date,
    amount,
    payee,
    memo: null,
  }));
}

function aStatement(
  rows: readonly StatementRow[],
  change: Partial<Statement> = {},
): Statement {
  return {
    format: "csv",
    account: null,
    currency: null,
    rows,
    leftOut: [],
    opening: null,
    closing: null,
    evidence: [],
    ...change,
  };
}

function compare(
  statement: Statement,
  transactions: Transactions,
  options: Partial<ComparisonOptions> = {},
): Comparison {
  return compareStatement(statement, transactions, {
    accountId: "checking",
    earliest: "2021-04-01",
    today: "2026-03-31",
    decisions: [],
    openingBalance: null,
    closingBalance: null,
    remembered: () => null,
    payeesOf: () => new Map(),
    ...options,
  });
}

/** Creates an uncleared transaction in March. */
function entered(
  day: number,
  amount: number,
  payee: string | null,
  change: Partial<Transaction> = {},
): Transaction {
  return aTransaction({
    date: `2026-03-${String(day).padStart(2, "0")}`,
    amount,
    payee_name: payee,
    payee_id: payee,
    category_id: payee === null ? null : `for ${payee}`,
    cleared: "uncleared",
    ...change,
  });
}

/** Maps each row number to the list that has the row, and to the ids of the row's transactions. */
function verdicts(comparison: Comparison): Readonly<Record<number, string>> {
  const { matched, differs, transfers, combined, doubtful, leftOut } = comparison;
  const all: readonly (readonly [number, string])[] = [
    ...matched.map(({ row, transaction }) => [row.row, `matched ${transaction.id}`] as const),
    ...comparison.new.map(({ row }) => [row.row, "new"] as const),
    ...doubtful.map(({ row, candidates }) =>
      [row.row, `doubtful ${candidates.map(({ id }) => id).sort().join()}`] as const
    ),
    ...differs.map(({ row, transaction }) => [row.row, `differs ${transaction.id}`] as const),
    ...combined.map(({ row, transactions }) =>
      [row.row, `combined ${transactions.map(({ id }) => id).sort().join()}`] as const
    ),
    ...transfers.map(({ row, transaction }) => [row.row, `transfer ${transaction.id}`] as const),
    ...leftOut.map(({ row, reason }) => [row, `left out: ${reason}`] as const),
  ];
  const byRow = Object.fromEntries(all);
  assertEquals(Object.keys(byRow).length, all.length, "a row is in two lists");
  return byRow;
}

type Row = readonly [date: string, amount: number, payee: string];

const MARKET = ["2026-03-06", -42_170, "POS PURCHASE CEDAR MARKET SEATTLE WA"] as const;
const DINER = ["2026-03-06", -48_000, "TST* OPAL DINER"] as const;
const PAYPAL = ["2026-03-06", -20_000, "PAYPAL INST XFER 5512"] as const;
const SPLIT = {
  id: "split",
  category_id: null,
  subtransactions: [aSplitLine({ amount: -2_170 }), aSplitLine({ amount: -40_000 })],
};

/** Rows and transactions, with the list in which each row should end up. */
const VERDICTS: readonly (readonly [
  title: string,
  rows: readonly Row[],
  transactions: readonly Transaction[],
  expected: readonly string[],
  options?: Partial<ComparisonOptions>,
])[] = [
  ["a row posted days later under another label", [MARKET], [
    entered(3, -42_170, "Cedar Market", { id: "a" }),
    entered(6, -42_180, "Fuel", { id: "b" }),
  ], ["matched a"]],
  ["a transaction 11 days earlier", [["2026-03-20", -42_170, "Cedar Market"]], [
    entered(9, -42_170, "Cedar Market"),
  ], ["new"]],
  ["a transaction 11 days later", [MARKET], [entered(17, -42_170, "Cedar Market")], ["new"]],
  ["a transaction in another account", [MARKET], [
    entered(6, -42_170, "Cedar Market", { account_id: "visa" }),
  ], ["new"]],
  ["the opposite amount", [MARKET], [entered(6, 42_170, "Cedar Market")], ["new"]],
  ["a split", [MARKET], [entered(4, -42_170, "Cedar Market", SPLIT)], ["matched split"]],
  ["a split of a similar amount", [MARKET], [
    entered(5, -42_710, "Cedar Market", SPLIT),
  ], ["doubtful split"]],
  ["half of a transfer", [["2026-03-06", -250_000, "Online Transfer 4711"]], [
    entered(5, -250_000, "Transfer : Savings", { id: "half", transfer_account_id: "savings" }),
  ], ["matched half"]],
  ["a reconciled transaction", [["2026-03-07", -18_930, "Fern Books"]], [
    entered(7, -18_930, "Fern Books", { id: "done", cleared: "reconciled" }),
  ], ["matched done"]],
  [
    "the transaction that was imported with the row's label",
    [PAYPAL],
    [
      entered(6, -20_000, "Anna", { id: "anna", import_payee_name: "PAYPAL INST XFER 4711" }),
      entered(6, -20_000, "Choir", { id: "choir", import_payee_name: "ZELLE TO CHOIR" }),
    ],
    ["matched anna"],
  ],
  ["a matched pair", [MARKET], [
    entered(3, -42_170, "Groceries", { id: "own", matched_transaction_id: "imported" }),
    entered(6, -42_170, "CEDAR MARKET", {
      id: "imported",
      matched_transaction_id: "own",
      import_id: "YNAB:-42170:2026-03-06:1",
      cleared: "cleared",
    }),
  ], ["matched own"]],
  [
    "the payee that the label had before",
    [PAYPAL],
    [
      entered(6, -20_000, "Anna", { id: "anna" }),
      entered(6, -20_000, "Choir", { id: "choir" }),
    ],
    ["matched choir"],
    { payeesOf: () => new Map([["choir", 6]]) },
  ],
  ...[-42_710, -41_170, -4_170, -421_700, -421_170].map((amount) =>
    [`the typing error ${amount}`, [MARKET], [
      entered(5, amount, "Cedar Market", { id: "slip" }),
    ], ["differs slip"]] as const
  ),
  ["a bill without its tip", [DINER], [
    entered(5, -39_350, "Opal Diner", { id: "bill" }),
  ], ["differs bill"]],
  ["a tip of over 30%", [DINER], [entered(5, -35_350, "Opal Diner")], ["new"]],
  ["a higher bill", [DINER], [entered(5, -49_350, "Opal Diner")], ["new"]],
  ["another payee's bill", [DINER], [entered(5, -39_350, "Florist")], ["new"]],
  [
    "rows that YNAB would reject",
    [
      ["2021-03-31", -10_000, "Old"],
      ["2026-03-10", 0, "Card check"],
      ["2026-04-01", -12_340, "Tomorrow"],
      ["2026-04-01", -56_780, "Cedar Market"],
    ],
    [entered(31, -56_780, "Cedar Market", { id: "a" })],
    ["left out: too_old", "left out: zero", "left out: future", "matched a"],
  ],
  ["an empty statement", [], [entered(5, -10_000, "Cedar Market")], []],
];

for (const [title, rows, transactions, expected, options] of VERDICTS) {
  Deno.test(`compareStatement() with ${title}: ${expected}`, () => {
    const comparison = compare(aStatement(rowsOf(...rows)), transactions, options);
    assertEquals(Object.values(verdicts(comparison)), expected);
  });
}

Deno.test("compareStatement() lists rows to enter and transactions missing from the statement", () => {
  const comparison = compare(
    aStatement(
      rowsOf(["2026-03-05", -10_000, "Kiosk"], ["2026-03-20", -42_170, "Cedar Market"]),
    ),
    [
      entered(18, -99_950, "Dentist", { id: "inside" }),
      entered(2, -99_950, "Dentist", { id: "before" }),
      entered(25, -99_950, "Dentist", { id: "after" }),
    ],
  );
  assertEquals(verdicts(comparison), { 1: "new", 2: "new" });
  assertEquals(comparison.onlyInPlan.map(({ id }) => id), ["inside"]);
});

Deno.test("compareStatement() asks which of two payees a row belongs to and uses the answer", () => {
  const statement = aStatement(rowsOf(["2026-03-06", -20_000, "PAYPAL INST XFER 5512"]));
  const transactions = [
    entered(6, -20_000, "Anna", { id: "anna" }),
    entered(6, -20_000, "Choir", { id: "choir" }),
  ];
  const asked = compare(statement, transactions);
  assertEquals(verdicts(asked), { 1: "doubtful anna,choir" });
  assertEquals(asked.balance.clearedAfter, 0);
  const decide = (transactionId: string) => [{ row: 1, as: "match" as const, transactionId }];
  const decided = compare(statement, transactions, { decisions: decide("choir") });
  assertEquals(verdicts(decided), { 1: "matched choir" });
});

Deno.test("compareStatement() matches either of two equal rows without asking", () => {
  const comparison = compare(
    aStatement(rowsOf(["2026-03-06", -3_500, "BEAN BAR"], ["2026-03-06", -3_500, "BEAN BAR"])),
    [entered(6, -3_500, "Bean Bar", { id: "a" })],
  );
  assertEquals([comparison.matched.length, comparison.new.length], [1, 1]);
});

Deno.test("compareStatement() pairs 2,000 equal payments by date", () => {
  const days = Array.from({ length: 2_000 }, (_, at) => 1 + Math.floor(at / 67));
  const rows = rowsOf(
    ...days.map((day) => [`2026-03-${String(day).padStart(2, "0")}`, -2_900, "METRO"] as const),
  );
  const transactions = days.map((day, at) => entered(day, -2_900, "Metro", { id: `t${at}` }));
  const comparison = compare(aStatement(rows), transactions);
  assertEquals(comparison.matched.length, 2_000);
  assertEquals(new Set(comparison.matched.map(({ transaction }) => transaction.id)).size, 2_000);
  assert(comparison.matched.every(({ row, transaction }) => row.date === transaction.date));
});

Deno.test("compareStatement() pairs 100 equal payments with 100 payments of a similar amount", () => {
  const rows = rowsOf(
    ...Array.from({ length: 100 }, () => ["2026-03-05", -2_900, "TRANSIT"] as const),
  );
  const transactions = rows.map((_, at) => entered(5, -2_800, "Transit", { id: `t${at}` }));
  const { differs } = compare(aStatement(rows), transactions);
  assertEquals(new Set(differs.map(({ transaction }) => transaction.id)).size, 100);
});

Deno.test("compareStatement() decodes only transactions that may match", () => {
  const chunk = TransactionChunk.of([
    entered(6, -42_170, "Cedar Market", { id: "a" }),
    entered(5, 250_000, null, { id: "b", account_id: "savings" }),
    entered(5, -42_170, "Cedar Market", { account_id: "visa" }),
    entered(1, 250_000, null, { date: "2026-01-01", account_id: "savings" }),
    entered(1, -42_170, "Cedar Market", { date: "2026-01-01", cleared: "reconciled" }),
  ]);
  // The getter encodes the transactions and drops the original objects, so `at()` has to decode.
  void chunk.columns;
  const built = new Set<number>();
  const at = chunk.at.bind(chunk);
  chunk.at = (place) => {
    built.add(place);
    return at(place);
  };
  const rows = rowsOf(MARKET, ["2026-03-06", -250_000, "Online Transfer 4711"]);
  const comparison = compare(aStatement(rows), new TransactionList([chunk]));
  assertEquals(verdicts(comparison), { 1: "matched a", 2: "transfer b" });
  assertEquals(built, new Set([0, 1]));
});

Deno.test("compareStatement() matches one charge to two entries and clears both entries", () => {
  const statement = aStatement(rowsOf(["2026-03-06", -80_000, "CEDAR MARKET"]));
  const parts = [
    entered(5, -55_010, "Cedar Market", { id: "food" }),
    entered(5, -24_990, "Cedar Market", { id: "soap", category_id: "household" }),
  ];
  const comparison = compare(statement, parts);
  assertEquals(verdicts(comparison), { 1: "combined food,soap" });
  assertEquals(comparison.balance.clearedAfter, -80_000);
  const again = compare(statement, parts, { remembered: () => ({ transactionId: "soap" }) });
  assertEquals(verdicts(again), { 1: "combined food,soap" });
});

Deno.test("compareStatement() matches 300 charges to 600 entries, two per charge, each for half the amount", () => {
  const days = Array.from({ length: 300 }, (_, at) => 1 + at % 3);
  const rows = rowsOf(...days.map((day) => [`2026-03-0${day}`, -80_000, "CEDAR MARKET"] as const));
  const entries = [...days, ...days].map((day, at) =>
    entered(day, -40_000, "Cedar Market", { id: `t${at}` })
  );
  const { combined } = compare(aStatement(rows), entries);
  const used = combined.flatMap(({ transactions }) => transactions.map(({ id }) => id));
  assertEquals([combined.length, new Set(used).size], [300, 600]);
});

Deno.test("compareStatement() reports the other side of a transfer without entering it", () => {
  const statement = aStatement(rowsOf(["2026-03-06", -250_000, "Online Transfer 4711"]));
  const other = entered(4, 250_000, null, { id: "other", account_id: "savings" });
  const comparison = compare(statement, [other]);
  assertEquals(verdicts(comparison), { 1: "transfer other" });
  assertEquals(comparison.balance.clearedAfter, 0);
  for (
    const change of [
      { date: "2026-02-28" },
      { transfer_account_id: "visa" },
      { subtransactions: [aSplitLine({ amount: 100_000 }), aSplitLine({ amount: 150_000 })] },
    ]
  ) assertEquals(verdicts(compare(statement, [{ ...other, ...change }])), { 1: "new" });
  const decided = compare(statement, [other], {
    decisions: [{ row: 1, as: "transfer", transactionId: "other" }],
  });
  assertEquals([verdicts(decided), decided.balance.clearedAfter], [
    { 1: "transfer other" },
    -250_000,
  ]);
  const toEnter = compare(statement, [other], {
    decisions: [{ row: 1, as: "transfer", accountId: "savings" }],
  });
  assertEquals(toEnter.new.map(({ transferAccountId }) => transferAccountId), ["savings"]);
});

Deno.test("compareStatement() uses the results of earlier imports", () => {
  const rows = rowsOf(
    ["2026-03-05", -10_000, "renamed and moved by 20 days"],
    ["2026-03-06", -10_000, "deleted"],
    ["2026-03-07", -10_000, "skipped"],
    ["2026-03-08", -10_000, "amount corrected"],
    ["2026-03-09", -10_000, "moved to another account"],
  );
  const memories = ["a", "gone", null, "b", "c"];
  const comparison = compare(
    aStatement(rows),
    [
      entered(25, -10_000, "Somebody", { id: "a" }),
      entered(8, -11_000, "Somebody", { id: "b" }),
      entered(9, -10_000, "Somebody", { id: "c", account_id: "visa" }),
    ],
    { remembered: ({ row }) => ({ transactionId: memories[row - 1] ?? null }) },
  );
  assertEquals(verdicts(comparison), {
    1: "matched a",
    2: "left out: deleted_before",
    3: "left out: skipped_before",
    4: "differs b",
    5: "left out: deleted_before",
  });
});

Deno.test("compareStatement() gives the user's decisions precedence over earlier imports and matching", () => {
  const rows = rowsOf(["2026-03-05", -42_170, "CEDAR MARKET"]);
  const transactions = [
    entered(5, -42_170, "Cedar Market", { id: "a" }),
    entered(5, -40_000, "Cedar Market", { id: "b", cleared: "cleared" }),
  ];
  const decided = (
    decision: Omit<ComparisonOptions["decisions"][number], "row">,
  ): Comparison =>
    compare(aStatement(rows), transactions, {
      decisions: [{ row: 1, ...decision }],
      remembered: () => ({ transactionId: "a" }),
    });
  assertEquals(verdicts(decided({ as: "new" })), { 1: "new" });
  assertEquals(verdicts(decided({ as: "skip" })), { 1: "left out: skipped_before" });
  const amount = decided({ as: "amount", transactionId: "b" });
  assertEquals(verdicts(amount), { 1: "matched b" });
  assertEquals(amount.matched.map(({ takesAmount }) => takesAmount), [true]);
  assertEquals(amount.balance, {
    opening: null,
    closing: null,
    addsUp: null,
    clearedBefore: -40_000,
    clearedAfter: -42_170,
    difference: null,
  });
});

Deno.test("compareStatement() rejects decisions that can't be applied and says what to do", () => {
  const statement = aStatement(
    rowsOf(["2026-03-05", -42_170, "CEDAR MARKET"], ["2026-04-05", -10_000, "Later"]),
    { leftOut: [{ row: 9, reason: "pending" }] },
  );
  const transactions = [
    entered(5, -42_170, "Cedar Market", { id: "equal" }),
    entered(5, -40_000, "Cedar Market", { id: "other" }),
    entered(5, -40_000, "Cedar Market", {
      id: "split",
      subtransactions: [aSplitLine({ amount: -40_000 })],
    }),
    entered(5, 42_170, null, { id: "visa", account_id: "visa", account_name: "Visa" }),
    entered(5, 42_170, null, { id: "sent", account_id: "visa", transfer_account_id: "savings" }),
    entered(5, 41_170, null, { id: "near", account_id: "visa" }),
  ];
  const refusal = (...decisions: ComparisonOptions["decisions"]): string =>
    assertThrows(() => compare(statement, transactions, { decisions }), ToolError)
      .rows.join("\n");
  const first = "row 1 2026-03-05 -42.17 CEDAR MARKET: ";
  const cases: readonly (readonly [ComparisonOptions["decisions"][number], string])[] = [
    [{ row: 7, as: "new" }, "row 7: the statement has 3 rows: use"],
    [
      { row: 9, as: "new" },
      "row 9: was left out of the comparison (pending): omit the decision about this row",
    ],
    [{ row: 2, as: "new" }, "can't be entered (future): use `skip` or `match`"],
    [{ row: 1, as: "match" }, `${first}\`match\` needs \`transaction_id\``],
    [{ row: 1, as: "match", transactionId: "gone" }, "transaction gone doesn't exist"],
    [{ row: 1, as: "match", transactionId: "visa" }, 'in another account, "Visa"'],
    [{ row: 1, as: "match", transactionId: "other" }, "a different amount, -40: use `amount`"],
    [{ row: 1, as: "amount", transactionId: "split" }, "the amount of a split"],
    [{ row: 1, as: "match", transactionId: "split" }, "the amount of a split"],
    [{ row: 1, as: "transfer" }, "needs `account_id` or `transaction_id`"],
    [{ row: 1, as: "transfer", accountId: "checking" }, "the statement's own account"],
    [{ row: 1, as: "transfer", transactionId: "equal" }, "is in the statement's own account"],
    [
      { row: 1, as: "transfer", transactionId: "near" },
      "its amount is 41.17: choose one with the amount 42.17",
    ],
    [{ row: 1, as: "transfer", transactionId: "sent" }, "already a transfer or a split"],
    [
      { row: 1, as: "transfer", transactionId: "visa", accountId: "savings" },
      "isn't in account savings",
    ],
  ];
  for (const [decision, words] of cases) {
    const message = refusal(decision);
    assert(message.includes(words), `${message} lacks ${words}`);
  }
  const skip = { row: 1, as: "skip" } as const;
  assert(refusal(skip, skip).includes("has more than one decision"));
  const twice = aStatement(
    rowsOf(["2026-03-05", -42_170, "A"], ["2026-03-05", -42_170, "B"]),
  );
  const both = [1, 2].map((row) => ({ row, as: "match" as const, transactionId: "equal" }));
  const error = assertThrows(
    () => compare(twice, transactions, { decisions: both }),
    ToolError,
  );
  assertEquals(error.code, "invalid_input");
  assert(
    error.rows.join().includes("transaction equal is already used for row 1"),
    `${error.rows}`,
  );
});

Deno.test("compareStatement() includes cleared, matched and new rows in the balances", () => {
  const rows = rowsOf(
    ["2026-03-05", -10_000, "Cedar Market"],
    ["2026-03-10", -20_000, "Fern Books"],
    ["2026-03-20", -30_500, "Unheard of"],
  );
  const comparison = compare(
    aStatement(rows, { opening: 100_000, closing: 39_500 }),
    [
      aTransaction({ date: "2025-12-01", amount: 100_000, cleared: "reconciled" }),
      entered(4, -10_000, "Cedar Market"),
      // This transaction is dated two days after its statement row.
      entered(21, -20_000, "Fern Books", { date: "2026-03-12", cleared: "cleared" }),
      entered(15, -7_770, "Not at the bank", { cleared: "cleared" }),
      entered(22, -900_000, "After the last day", { cleared: "cleared" }),
      entered(16, -5_550, "Not cleared"),
    ],
  );
  assertEquals(comparison.balance, {
    opening: 100_000,
    closing: 39_500,
    addsUp: true,
    clearedBefore: 100_000 - 20_000 - 7_770,
    clearedAfter: 100_000 - 60_500 - 7_770,
    difference: 7_770,
  });
  const given = compare(aStatement(rows, { opening: 1, closing: 2 }), [], {
    openingBalance: 100_000,
    closingBalance: 39_510,
  });
  assertEquals([given.balance.addsUp, given.balance.difference], [false, 100_010]);
});

Deno.test("compareStatement() includes matched transactions in the cleared balance even if they are dated after the statement's last day", () => {
  const comparison = compare(
    aStatement(rowsOf(["2026-03-05", -20_010, "Fern Books"]), {
      closing: -20_010,
      leftOut: [{ row: 5, reason: "pending" }],
    }),
    [entered(6, -20_010, "Fern Books", { id: "a", cleared: "cleared" })],
  );
  assertEquals(verdicts(comparison), { 1: "matched a", 5: "left out: pending" });
  assertEquals([comparison.balance.clearedBefore, comparison.balance.difference], [0, 0]);
});
