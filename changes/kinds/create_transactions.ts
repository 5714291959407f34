/**
 * Proposes new rows.
 *
 * @module
 */

import { cleanWhole } from "../../domain/text/clean_text.ts";
import { fromMilliunits, sumOf } from "../../domain/money/money.ts";
import { writeMoney } from "../../domain/money/money_format.ts";
import type { AccountRecord, CategoryRecord } from "../../domain/plan/plan_records.ts";
import { quoted } from "../../domain/references/reference_index.ts";
import { Refusals } from "../../domain/errors/refusals.ts";
import { resolveReference } from "../../domain/references/resolve_reference.ts";
import { transactionCount } from "../../domain/plan/transaction_count.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import { availableAfter, type CategoriesAround } from "../available_now.ts";
import { categoryFinder, categoryNames, type KnownCategories } from "./_category_finder.ts";
import type { ChangeDraft, ChangeRow, Proposal, Target } from "../change.ts";
import { whyNoDate, whyNoPayee, whyNotOnAccount } from "./_new_transaction_rules.ts";
import type { ChangeKind } from "../kind.ts";
import { transactionCreation } from "../steps/transaction_creation.ts";

/** Transactions that were entered are deleted. */
export const kind: ChangeKind = {
  steps: { createTransaction: transactionCreation },
};

/** One row to be entered; its amount is in milliunits. */
export interface AskedRow {
  readonly date: string;
  readonly amount: number;
  readonly payee_name?: string | undefined;
  readonly category_id?: string | undefined;
  readonly memo?: string | undefined;
  readonly cleared: "cleared" | "uncleared";
}

/** What is to be entered, and where. */
export interface AskedRows {
  readonly account_id: string;
  readonly transactions: readonly AskedRow[];
  readonly approved: boolean;
}

/** What a proposal of new rows is made from. */
export interface NewRowPlan extends CategoriesAround {
  readonly planId: string;
  readonly accounts: {
    readonly live: readonly AccountRecord[];
    readonly deletedIds: ReadonlySet<string>;
  };
  readonly categories: KnownCategories & CategoriesAround["categories"];
}

/** A row as it is sent, and as it should be stored. */
interface NewRow {
  readonly account_id: string;
  readonly date: string;
  readonly amount: number;
  readonly payee_name: string | null;
  readonly category_id: string | null;
  readonly memo: string | null;
  readonly cleared: "cleared" | "uncleared";
  readonly approved: boolean;
}

/**
 * Proposes rows.
 *
 * @param asked What was asked.
 * @param plan Fresh data of the plan.
 * @returns The change.
 * @throws {ToolError} `invalid_input`, naming everything that is refused.
 */
export function newRowsDraft(asked: AskedRows, plan: NewRowPlan): Proposal<"createTransaction"> {
  const refusals = new Refusals();
  const account = accountFor(asked.account_id, plan, refusals);
  const findCategory = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const rows = asked.transactions.map((row, at) => {
    const name = `row ${at + 1}`;
    const refuse = (why: string | null): void => {
      if (why !== null) refusals.add(name, why);
    };
    refuse(whyNoDate(row.date, plan.utcToday));
    refuse(whyNoPayee(row.payee_name ?? ""));
    const category = row.category_id === undefined ? null : findCategory(name, row.category_id);
    if (category !== null && account !== null) refuse(whyNotOnAccount(category, account));
    return newRow(row, { account, category, approved: asked.approved });
  });
  refusals.throwIfAny();
  return { draft: draftOf(rows, { account, plan }) };
}

function accountFor(
  reference: string,
  { accounts }: NewRowPlan,
  refusals: Refusals,
): AccountRecord | null {
  const row = `account_id ${quoted(reference)}`;
  const account = refusals.attempt(row, () =>
    resolveReference(reference, {
      noun: "account",
      records: accounts.live,
      deletedIds: accounts.deletedIds,
      describe: ({ name, type }) => `${name} (${type})`,
      hint: "list_accounts shows them",
    }));
  if (account?.closed) {
    refusals.add(row, "the account is closed: reopen it in YNAB's app, or choose another");
  }
  return account;
}

function newRow(
  { date, amount, payee_name, memo, cleared }: AskedRow,
  { account, category, approved }: {
    readonly account: AccountRecord | null;
    readonly category: CategoryRecord | null;
    readonly approved: boolean;
  },
): NewRow {
  return {
    account_id: account?.id ?? "",
    date,
    amount,
    payee_name: payee_name?.trim() || null,
    category_id: category?.id ?? null,
    memo: memo || null,
    cleared,
    approved,
  };
}

function draftOf(
  rows: readonly NewRow[],
  { account, plan }: {
    readonly account: AccountRecord | null;
    readonly plan: NewRowPlan;
  },
): ChangeDraft<"createTransaction"> {
  const { planId, categories, format } = plan;
  const nameOf = categoryNames(categories);
  const targets = rows.map((row, at): Target => ({
    id: `new ${at + 1}`,
    label: transactionLabel({ ...row, account_name: account?.name ?? "" }, format),
    before: null,
    after: { ...row },
  }));
  const total = writeMoney(fromMilliunits(sumOf(rows.map(({ amount }) => amount))), format);
  const isApproved = rows.some(({ approved }) => approved);
  const what = `${transactionCount(rows.length)}, ${total} in all` +
    (isApproved ? ", approved already" : "");
  return {
    summary: `Enter ${what}`,
    done: `Entered ${what}`,
    rows: rows.flatMap((row, at) => fieldRows(row, { target: targets[at], nameOf })),
    warnings: rows.some(({ payee_name }) => payee_name !== null)
      ? ["a payee that is new stays in the list of payees, even when this is undone"]
      : [],
    steps: [{
      operation: "createTransaction",
      args: { planId, transactions: rows.map(given) },
      targets,
    }],
    irreversible: null,
    undoRequests: rows.length,
    checkBeforeRetry: "find_transactions has shown which of them are there",
    afterwards: () =>
      availableAfter(rows.map((row) => ({ ...row, categoryId: row.category_id })), plan),
  };
}

/** What the label can't say, field by field: all of it stands in the question. */
function fieldRows(
  row: NewRow,
  { target, nameOf }: {
    readonly target: Target | undefined;
    readonly nameOf: (id: string | null) => string | null;
  },
): readonly ChangeRow[] {
  const { id = "", label = "" } = target ?? {};
  const isInLabel = row.payee_name === null || label.includes(` ${cleanWhole(row.payee_name)} `);
  const line = { id, label, before: null, amount: row.amount, isNew: true };
  const ownText = (field: string, after: string | null): readonly ChangeRow[] =>
    after === null ? [] : [{ ...line, field, after, isOwnText: true }];
  return [
    { ...line, field: "category", after: nameOf(row.category_id) },
    ...ownText("payee", isInLabel ? null : row.payee_name),
    ...ownText("memo", row.memo),
    ...(row.cleared === "cleared" ? [{ ...line, field: "cleared", after: "cleared" }] : []),
  ];
}

/** Fields that are none are left to upstream. */
function given(row: NewRow): NewRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as never;
}
