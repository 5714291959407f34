import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { SYSTEM_PAYEE_KEYS } from "../../../domain/payees/system_payees.ts";
import { someTransactions } from "../transactions/_some_transactions.ts";
import { cashFlows, otherAccountOf } from "../../../domain/forecast/cash_flows.ts";
import { dayNumber } from "../../../domain/base/day.ts";
import { payeeIndexOf } from "../../../domain/payees/payee_index.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

function flowsOf(
  rows: readonly TransactionRecord[],
  accounts: readonly string[] = ["checking", "savings"],
): readonly (readonly [key: string, ...amounts: readonly number[]])[] {
  const options = { accountIds: new Set(accounts), sinceDay: dayNumber("2024-01-01") };
  return cashFlows(payeeIndexOf(rows), options)
    .map(({ key, flows }) => [key, ...flows.map(({ amount }) => amount)]);
}

Deno.test("cashFlows() gives the rows of the accounts by payee, the oldest first", () => {
  const rows = [
    aTransaction({ date: "2024-02-02", payee_name: "Shop", amount: -2 }),
    aTransaction({ date: "2024-01-01", payee_name: "SHOP", amount: -1 }),
    aTransaction({ date: "2024-02-03", payee_name: "Shop", amount: 5 }),
    aTransaction({ date: "2024-02-02", payee_name: "Shop", amount: -9, account_id: "visa" }),
    aTransaction({ date: "2023-12-31", payee_name: "Shop", amount: -9 }),
  ];
  assertEquals(flowsOf(rows), [["shop", -1, -2], ["shop", 5]]);
});

Deno.test("cashFlows() leaves out what moves within the accounts, and only that", () => {
  const out = aTransaction({ date: "2024-02-02", amount: -7, transfer_account_id: "savings" });
  const into = {
    ...out,
    id: "i",
    account_id: "savings",
    amount: 7,
    transfer_account_id: "checking",
  };
  assertEquals(flowsOf([out, into]), []);
  assertEquals(flowsOf([out, into], ["checking"]), [["transfer:savings", -7]]);
  assertEquals(flowsOf([out, into], ["savings"]), [["transfer:checking", 7]]);
});

Deno.test("cashFlows() takes off the lines of a split that stay within the accounts", () => {
  const lines = [
    aSplitLine({ amount: 60 }),
    aSplitLine({ amount: 40, transfer_account_id: "savings" }),
    aSplitLine({ amount: 999, transfer_account_id: "savings", deleted: true }),
  ];
  const pay = aTransaction({
    date: "2024-02-02",
    payee_name: "Employer",
    amount: 100,
    subtransactions: lines,
  });
  assertEquals(flowsOf([pay]), [["employer", 60]]);
  assertEquals(flowsOf([pay], ["checking"]), [["employer", 100]]);
});

Deno.test("cashFlows() leaves out starting balances and corrections", () => {
  const payees = [
    "Starting Balance",
    "Manual Balance Adjustment",
    "Reconciliation Balance Adjustment",
    "Balance correction",
  ];
  const rows = payees.map((payee_name) => aTransaction({ date: "2024-02-02", payee_name }));
  assertEquals(flowsOf(rows), []);
});

Deno.test("otherAccountOf() tells transfers from payees", () => {
  assertEquals(["transfer:x", "transfer", "x"].map(otherAccountOf), ["x", null, null]);
});

Deno.test("cashFlows() gives what going through whole rows gives", () => {
  const accounts = [0, 1].map((nth) => `0a1b2c3d-0000-4000-8000-00000000000${nth + 1}`);
  const accountIds = new Set(accounts);
  // Beyond whole numbers that are safe it matters in which order amounts are added.
  const isSafe = ({ amount, subtransactions }: TransactionRecord): boolean =>
    subtransactions.reduce((sum, line) => sum + Math.abs(line.amount), Math.abs(amount)) <=
      Number.MAX_SAFE_INTEGER;
  fc.assert(fc.property(someTransactions.map((rows) => rows.filter(isSafe)), (rows) => {
    const plain = new Map<string, (readonly [number, number, string | null, boolean])[]>();
    for (const group of payeeIndexOf(rows).groups) {
      if (SYSTEM_PAYEE_KEYS.has(group.key)) continue;
      if (accountIds.has(otherAccountOf(group.key) ?? "")) continue;
      for (const [at, row] of group.transactions.entries()) {
        const within = row.subtransactions
          .filter((line) => !line.deleted && accountIds.has(line.transfer_account_id ?? ""))
          .reduce((sum, line) => sum + line.amount, 0);
        const [day, amount] = [group.days[at] ?? 0, row.amount - within];
        if (!accountIds.has(row.account_id) || day < 15_000 || amount === 0) continue;
        const key = `${group.direction} ${group.key}`;
        const isTransfer = (row.transfer_account_id ?? "") !== "";
        const flow = [day, amount, row.category_id ?? null, isTransfer] as const;
        plain.set(key, [...plain.get(key) ?? [], flow]);
      }
    }
    const found = cashFlows(payeeIndexOf(rows), { accountIds, sinceDay: 15_000 })
      .map(({ direction, key, flows }) => [
        `${direction} ${key}`,
        flows.map(({ day, amount, categoryId, isTransfer, size, transaction }) => {
          assertEquals([size, transaction.account_id !== ""], [Math.abs(amount), true]);
          return [day, amount, categoryId, isTransfer];
        }),
      ]);
    assertEquals(found, [...plain] as unknown as typeof found);
  }));
});
