import { Refusals } from "../../domain/base/refusals.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type { PayeeRecord } from "../../domain/payees/payee_overview.ts";
import { type PayeeUser, payeeUses } from "../../domain/payees/payee_uses.ts";
import { nameWords } from "../../domain/plan/category_label.ts";
import type { TransactionRecord } from "../../domain/base/plan_records.ts";
import { transactionCount } from "../../domain/plan/transaction_count.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import { listed } from "../../domain/base/listed.ts";
import type { Proposal } from "../change.ts";
import { type KnownPayees, payeeFinder } from "../rules/payee_finder.ts";

/** More transactions than this would need several requests, of which one could fail. */
const MOST_TRANSACTIONS = 500;
/** Payees that are named in a sentence; beyond them they are counted. */
const MOST_NAMED = 3;

/** The payee that stays, and those whose transactions it gets. */
export interface AskedMerge {
  readonly into_payee_id: string;
  readonly payee_ids: readonly string[];
}

/** What a proposal is made from. */
export interface MergePlan {
  readonly planId: string;
  readonly payees: KnownPayees;
  /** Live transactions. */
  readonly transactions: readonly TransactionRecord[];
  /** Live schedules. */
  readonly schedules: readonly PayeeUser[];
  readonly format: MoneyFormat;
}

/**
 * Proposes a merge.
 *
 * @throws {ToolError} `invalid_input`, naming every payee that is refused, or for more
 * transactions than one request takes.
 */
export function mergeDraft(asked: AskedMerge, plan: MergePlan): Proposal<"updateTransactions"> {
  const refusals = new Refusals();
  const find = payeeFinder(plan.payees, refusals);
  const found = find(asked.into_payee_id);
  const merged = asked.payee_ids.flatMap((reference) => find(reference) ?? []);
  const into = refusals.passed(found);
  const { planId, transactions, format } = plan;
  const names = new Map(merged.map(({ id, name }) => [id, name]));
  const moved = transactions.filter(({ payee_id: id }) => names.has(id ?? ""));
  const staying = stayingWords(new Set(names.keys()), plan);
  if (moved.length === 0) {
    return {
      stop: {
        status: "nothing_to_do",
        message: "No transaction has one of these payees",
        warnings: staying,
      },
    };
  }
  if (moved.length > MOST_TRANSACTIONS) throw tooMany(moved.length);
  const what = `${transactionCount(moved.length)} of ${namesOf(merged)} to ${nameWords(into.name)}`;
  const labelled = moved.map((row) => ({
    row,
    label: transactionLabel(row, format),
    former: names.get(row.payee_id ?? "") ?? null,
  }));
  return {
    draft: {
      summary: `Give ${what}`,
      done: `Gave ${what}`,
      preview: labelled.map(({ row: { id, amount }, label, former }) => ({
        id,
        label,
        field: "payee",
        before: former,
        after: into.name,
        amount,
      })),
      warnings: [
        `${namesOf(merged)} ${merged.length === 1 ? "stays" : "stay"} in the list of payees ` +
        "without transactions, as YNAB lets nobody delete a payee through its API",
        ...staying,
        ...reconciledWords(moved),
      ],
      steps: [{
        operation: "updateTransactions",
        args: { planId, transactions: moved.map(({ id }) => ({ id, payee_id: into.id })) },
        targets: labelled.map(({ row, label, former }) => ({
          id: row.id,
          label,
          before: { payee_id: row.payee_id ?? null, payee_name: former },
          after: { payee_id: into.id, payee_name: into.name },
          restore: { payee_id: row.payee_id ?? null },
        })),
      }],
      irreversible: null,
      undoRequests: 1,
    },
  };
}

function tooMany(count: number): ToolError {
  return new ToolError(
    "invalid_input",
    `these payees have ${count} transactions, and at most ${MOST_TRANSACTIONS} are changed at ` +
      "once: merge fewer payees, or rename the one with the most by rename_payees",
  );
}

function namesOf(payees: readonly PayeeRecord[]): string {
  if (payees.length > MOST_NAMED) return `${payees.length} payees`;
  return listed(payees.map(({ name }) => nameWords(name)), "and");
}

/** What upstream lets nobody change: split lines; and what this leaves alone: schedules. */
function stayingWords(
  ids: ReadonlySet<string>,
  { transactions, schedules }: MergePlan,
): readonly string[] {
  const { lines } = payeeUses(ids, transactions);
  const scheduled = payeeUses(ids, schedules);
  const count = scheduled.records + scheduled.lines;
  return [
    ...(lines === 0 ? [] : [
      `${lines} split ${lines === 1 ? "line keeps its payee" : "lines keep their payees"}, as ` +
      "only YNAB's app can change split lines",
    ]),
    ...(count === 0 ? [] : [
      `${count} ${count === 1 ? "schedule keeps its payee" : "schedules keep their payees"}: ` +
      "edit_scheduled_transaction changes that",
    ]),
  ];
}

function reconciledWords(moved: readonly TransactionRecord[]): readonly string[] {
  const count = moved.filter(({ cleared }) => cleared === "reconciled").length;
  if (count === 0) return [];
  return [
    `${count} of them ${count === 1 ? "is" : "are"} reconciled: ` +
    `only the payee changes, ${count === 1 ? "it stays" : "they stay"} reconciled`,
  ];
}
