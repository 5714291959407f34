import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { questionFor } from "../../../changes/question.ts";
import {
  type AskedReconciliation,
  reconcileDraft,
  type ReconcilePlan,
} from "../../../changes/kinds/reconcile_account.ts";
import type {
  AccountRecord,
  CategoryRecord,
  TransactionRecord,
} from "../../../domain/base/plan_records.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anId, aTransaction } from "../../_builders.ts";

const checking: AccountRecord = {
  id: "checking",
  name: "Checking",
  type: "checking",
  on_budget: true,
  closed: false,
  balance: 0,
  cleared_balance: 0,
  uncleared_balance: 0,
  deleted: false,
};

const inflow: CategoryRecord = {
  id: "inflow",
  name: "Inflow: Ready to Assign",
  category_group_id: "internal",
  hidden: false,
  internal: true,
  deleted: false,
};

/** A plan whose account has the balance that its rows make. */
function aPlan(
  rows: readonly TransactionRecord[],
  { account = {}, ...change }: Partial<Omit<ReconcilePlan, "account">> & {
    readonly account?: Partial<AccountRecord>;
  } = {},
): ReconcilePlan {
  const cleared_balance = rows.reduce((sum, { amount }) => sum + amount, 0);
  return {
    planId: "plan",
    account: { ...checking, cleared_balance, ...account },
    transactions: { live: rows, deletedIds: new Set() },
    categories: [inflow],
    today: "2024-03-15",
    utcToday: "2024-03-15",
    format: { symbol: "$", isSymbolFirst: true, decimals: 2 },
    rereadTransactions: () => Promise.resolve(rows),
    ...change,
  };
}

const manyRows = (count: number): readonly TransactionRecord[] =>
  Array.from({ length: count }, (_, at) => aTransaction({ id: anId(at + 1), amount: -1000 - at }));

const asked = (bankBalance: number, isAdjusting = true): AskedReconciliation => ({
  bankBalance,
  isAdjusting,
});

function refusal(run: () => unknown): string {
  const error = assertThrows(run, ToolError);
  return `${error.code}: ${error.message}`;
}

Deno.test("reconcileDraft() refuses rows that do not make upstream's own balance", () => {
  const plan = aPlan([aTransaction({ amount: 500 })], { account: { cleared_balance: 700 } });
  assertEquals(
    refusal(() => reconcileDraft(asked(500), plan)),
    'conflict: YNAB gives $0.70 as the cleared balance of "Checking", but its cleared transactions ' +
      "come to $0.50, nothing was written: call again in a minute, and if it stays so reconcile " +
      "in YNAB's app",
  );
});

Deno.test("reconcileDraft() names matched rows where they may be why balances disagree", () => {
  const rows = [
    aTransaction({ id: "mine", amount: 500, matched_transaction_id: "bank" }),
    aTransaction({ id: "bank", amount: 500, matched_transaction_id: "mine", import_id: "i" }),
  ];
  assertStringIncludes(
    refusal(() => reconcileDraft(asked(500), aPlan(rows))),
    "approve the account's matched transactions in YNAB's app, then call again",
  );
});

Deno.test("reconcileDraft() refuses to guess the category of a correction", () => {
  const twin = { ...inflow, id: "twin", name: "Immediate Income SubCategory" };
  for (
    const [categories, count] of [[[], "no category"], [[inflow, twin], "2 categories"]] as const
  ) {
    assertStringIncludes(
      refusal(() => reconcileDraft(asked(10), aPlan([], { categories }))),
      `not_found: this plan has ${count} that can be Inflow: Ready to Assign`,
    );
  }
});

Deno.test("reconcileDraft() dates a correction on the earlier of the local and the UTC day", () => {
  const days = [["2024-03-31", "2024-04-01"], ["2024-04-01", "2024-03-31"]] as const;
  for (const [today, utcToday] of days) {
    const { draft } = reconcileDraft(asked(10), aPlan([], { today, utcToday }));
    assertEquals(draft?.steps[0]?.targets[0]?.after?.["date"], "2024-03-31");
  }
});

Deno.test("reconcileDraft() needs no category on an account of a kind that it does not know", () => {
  const plan = aPlan([], { categories: [], account: { type: "payPal" } });
  const { draft } = reconcileDraft(asked(10), plan);
  assert(draft?.warnings.some((warning) => warning.includes("it will need one")));
});

Deno.test("reconcileDraft() marks 500 rows per request and puts each back alone", () => {
  const rows = manyRows(1_201);
  const plan = aPlan(rows);
  const { draft } = reconcileDraft(asked(plan.account.cleared_balance + 5), plan);
  assertEquals(draft?.steps.map(({ operation, targets }) => [operation, targets.length]), [
    ["updateTransactions", 500],
    ["updateTransactions", 500],
    ["updateTransactions", 201],
    ["createTransaction", 1],
  ]);
  assertEquals(
    draft?.steps.map(({ compensation }) => compensation !== undefined),
    [true, true, true, false],
  );
  assertEquals(draft?.undoRequests, 4);
});

Deno.test("reconcileDraft() gives back what an unapproved row was", () => {
  const rows = [aTransaction({ id: "a", amount: 5, approved: false })];
  const { draft } = reconcileDraft(asked(5), aPlan(rows));
  const [step] = draft?.steps ?? [];
  assertEquals(step?.args, {
    planId: "plan",
    transactions: [{ id: "a", cleared: "reconciled", approved: true }],
  });
  assertEquals(step?.compensation?.args, {
    planId: "plan",
    transactions: [{ id: "a", cleared: "cleared", approved: false }],
  });
});

Deno.test("a question of many rows still shows the correction and what is also approved", () => {
  const rows = manyRows(80).map((row, at) => ({
    ...row,
    payee_name: `Payee ${at}`,
    approved: at !== 3,
  }));
  const plan = aPlan(rows);
  const { draft } = reconcileDraft(asked(plan.account.cleared_balance + 50), plan);
  if (draft === undefined) throw new Error("There is no draft");
  const lines = questionFor(draft, plan.format).split("\n");
  assertEquals(lines[0], "Mark 80 transactions reconciled and add a balance correction of $0.05?");
  assertEquals(lines[1], "81 transactions in all:");
  assert(lines.includes("- cleared \u2192 reconciled: 80 transactions, -$83.16"));
  assert(lines.includes("- approved \u2192 yes: 1 transaction, -$1.00"));
  const among = lines.slice(lines.indexOf("Among them:") + 1, lines.indexOf("The 20 largest:"));
  assertEquals(among.length, 2);
  assertStringIncludes(among[0] ?? "", "Payee 3 ");
  assertStringIncludes(among[1] ?? "", "Balance correction $0.05 Checking: amount $0.05");
});

Deno.test("reconcileDraft() looks only at marks, as a new row may be somebody else's", async () => {
  const rows = [aTransaction({ id: "a", amount: 5 })];
  const { draft } = reconcileDraft(asked(10), aPlan(rows));
  const [marks, correction] = draft?.steps ?? [];
  assertEquals(
    await draft?.readTargets?.(marks?.targets ?? []),
    new Map([["a", { cleared: "cleared", approved: true }]]),
  );
  assertEquals(await draft?.readTargets?.(correction?.targets ?? []), new Map());
});
