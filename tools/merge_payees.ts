import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import {
  type FieldChange,
  fieldDraft,
  nothingToDo,
  transactionsStep,
} from "../changes/rules/field_changes.ts";
import { type KnownPayees, payeeFinder } from "../changes/rules/references.ts";
import { cleanText, listed } from "../domain/base/clean_text.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import type { TransactionRecord } from "../domain/base/plan_records.ts";
import { invalidInput, Refusals, type ToolError } from "../domain/base/tool_error.ts";
import { type PayeeUser, payeeUses } from "../domain/payees/payee_index.ts";
import { transactionCount, transactionLabel } from "../domain/plan/transaction_label.ts";
import { changeInput, changeOutput, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Merge payees",
  description: "Merges payees, such as different spellings of a store's name (see list_payees), " +
    "by moving their transactions to one payee. The other payees aren't deleted.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "list_payees", args: { text: "amzn" } }],
    args: { into_payee_id: "Amazon", payee_ids: ["=list_payees.payees.0.payee_id"] },
  },
};

export const schema = {
  input: changeInput({
    into_payee_id: reference.describe("Id or name of the payee to keep"),
    payee_ids: z.array(reference).min(1).max(20).describe("Ids or names"),
  }),
  output: changeOutput,
};

export const reads = ["getPayees", "getScheduledTransactions", "getTransactions"] as const;
export const writes = ["updateTransactions"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  input: Input,
  { fresh, change, moneyFormat }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId } = input;
  return await change(async () => {
    const [payees, { live: schedules }, { live: transactions }] = await Promise.all([
      fresh.getPayees({ planId }),
      fresh.getScheduledTransactions({ planId }),
      fresh.getTransactions({ planId }),
    ]);
    const format = moneyFormat(planId);
    return mergeDraft(input, { payees, schedules, transactions, format });
  });
}

/** Maximum number of transactions in a merge. A merge in several requests could fail halfway. */
const MAX_TRANSACTIONS = 500;
/** Maximum number of payees named in a sentence; if there are more, only a count is shown. */
const MAX_NAMED = 3;

interface MergePlan {
  readonly payees: KnownPayees;
  readonly transactions: readonly TransactionRecord[];
  readonly schedules: readonly PayeeUser[];
  readonly format: MoneyFormat;
}

function mergeDraft(input: Input, plan: MergePlan): Proposal<"updateTransactions"> {
  const refusals = new Refusals();
  const find = payeeFinder(plan.payees, refusals);
  const found = find(input.into_payee_id);
  const merged = input.payee_ids.flatMap((reference) => find(reference) ?? []);
  const into = refusals.passed(found);
  const names = new Map(merged.map(({ id, name }) => [id, name]));
  const moved = plan.transactions.filter(({ payee_id: id }) => names.has(id ?? ""));
  const remaining = remainingWords(new Set(names.keys()), plan);
  if (moved.length === 0) {
    return nothingToDo("No transaction has any of these payees", { warnings: remaining });
  }
  if (moved.length > MAX_TRANSACTIONS) throw tooMany(moved.length);
  const changes = moved.map((row): FieldChange => {
    const payee_id = row.payee_id ?? null;
    const payee_name = names.get(payee_id ?? "") ?? null;
    return {
      id: row.id,
      label: transactionLabel(row, plan.format),
      before: { payee_id, payee_name },
      after: { payee_id: into.id, payee_name: into.name },
      lines: [{ field: "payee", before: payee_name, after: into.name, amount: row.amount }],
    };
  });
  const mergedNames = merged.length > MAX_NAMED
    ? `${merged.length} payees`
    : listed(merged.map(({ name }) => cleanText(name)), "and");
  return {
    draft: fieldDraft(changes, {
      verb: "Move",
      past: "Moved",
      what: `${transactionCount(moved.length)} from ${mergedNames} to ${cleanText(into.name)}`,
      warnings: [
        `${mergedNames} ${merged.length === 1 ? "stays" : "stay"} in the payee list, without ` +
        "transactions, because YNAB's API can't delete payees",
        ...remaining,
        ...reconciledWords(moved),
      ],
      steps: [transactionsStep(input.plan_id, changes)],
    }),
  };
}

function tooMany(count: number): ToolError {
  return invalidInput(
    `these payees have ${count} transactions, and at most ${MAX_TRANSACTIONS} can be changed at ` +
      "once: merge fewer payees, or merge into the payee with the most transactions and, if " +
      "necessary, use rename_payees to rename it afterward",
  );
}

/** Describes schedules and split lines (read-only in YNAB's API) that keep the old payee. */
function remainingWords(
  ids: ReadonlySet<string>,
  { transactions, schedules }: MergePlan,
): readonly string[] {
  const { lines } = payeeUses(ids, transactions);
  const scheduled = payeeUses(ids, schedules);
  const count = scheduled.records + scheduled.lines;
  return [
    ...(lines === 0 ? [] : [
      `${lines} split ${lines === 1 ? "line keeps its payee" : "lines keep their payees"}, ` +
      "because only the YNAB app can change split lines",
    ]),
    ...(count === 0 ? [] : [
      `${count} scheduled ${
        count === 1 ? "transaction keeps its payee" : "transactions keep their payees"
      }: use edit_scheduled_transaction to change that`,
    ]),
  ];
}

function reconciledWords(moved: readonly TransactionRecord[]): readonly string[] {
  const count = moved.filter(({ cleared }) => cleared === "reconciled").length;
  if (count === 0) return [];
  return [
    `${count} of the transactions ${count === 1 ? "is" : "are"} reconciled and ` +
    `${count === 1 ? "stays" : "stay"} that way: only the payee changes`,
  ];
}
