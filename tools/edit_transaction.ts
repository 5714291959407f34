import { z } from "zod";
import { availableAfter, type Movement, movementsOf } from "../changes/available_now.ts";
import type { ChangeDraft, Fields } from "../changes/change.ts";
import { earliestDay, givenFields, withoutNames } from "../changes/fields.ts";
import {
  editableFields,
  type EditPlan,
  wantedFields,
} from "../changes/rules/edited_transaction.ts";
import {
  changedFields,
  type FieldChange,
  fieldDraft,
  nothingToDo,
  type ShownField,
  shownFields,
  targetOf,
  trackingAccounts,
} from "../changes/rules/field_changes.ts";
import { transactionFinder } from "../changes/rules/references.ts";
import {
  type KnownTransaction,
  otherSides,
  readTransactionPlan,
  type TransactionPlan,
} from "../changes/rules/transactions.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { FLAG_COLORS } from "../domain/base/plan_records.ts";
import { transactionLabel, transactionNames } from "../domain/plan/transaction_label.ts";
import { quoted } from "../domain/references/resolve_reference.ts";
import {
  amount,
  changeInput,
  changeOutput,
  day,
  payee,
  reference,
  refuseEmptyEdit,
  storedText,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Edit a transaction",
  description: "Changes one transaction, but only the fields you pass; null clears a field. Use " +
    "apply_categories to categorize several transactions.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "find_transactions", args: { limit: 1 } }],
    args: {
      transaction_id: "=find_transactions.transactions.0.transaction_id",
      memo: "Shared with Sam",
    },
  },
};

export const schema = {
  input: changeInput({
    transaction_id: reference,
    date: day.optional(),
    amount: amount.optional(),
    payee: payee.optional().describe("Name or id; a new name creates a payee"),
    memo: storedText(500).nullable().optional(),
    account_id: reference.optional(),
    category_id: reference.nullable().optional(),
    cleared: z.enum(["cleared", "uncleared"]).optional(),
    flag: z.enum(FLAG_COLORS).nullable().optional(),
    approved: z.boolean().optional(),
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getPayees", "getTransactions"] as const;
export const writes = ["updateTransaction"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  input: Input,
  context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId, transaction_id: _, confirmation: __, ...fields } = input;
  refuseEmptyEdit(fields);
  const { fresh, change } = context;
  return await change(async () => {
    const [plan, payees] = await Promise.all([
      readTransactionPlan(planId, context),
      input.payee === undefined ? null : fresh.getPayees({ planId }),
    ]);
    const edit = editOf(input, { ...plan, payees });
    return edit === null
      ? nothingToDo("The transaction already has these values")
      : { draft: draftOf(edit, plan) };
  });
}

interface Edit {
  readonly transaction: KnownTransaction;
  /**
   * The other side of a transfer, or the other sides of all transfers in a split. An edit never
   * changes the other side of a transfer in a split.
   */
  readonly others: readonly KnownTransaction[];
  readonly before: Fields;
  readonly after: Fields;
}

/** Returns the requested edit; `null` if it doesn't change any field. */
function editOf(input: Input, plan: EditPlan): Edit | null {
  const refusals = new Refusals();
  const find = transactionFinder(plan.transactions, refusals);
  const transaction = refusals.passed(find(input.transaction_id));
  const now = editableFields(transaction, plan.categories);
  const wanted = wantedFields(input, { transaction, plan, refusals });
  refusals.throwIfAny();
  const changed = changedFields(now, wanted);
  if (changed === null) return null;
  const byId = new Map(plan.transactions.live.map((one) => [one.id, one]));
  return { transaction, others: otherSides(transaction, byId), ...changed };
}

function draftOf(edit: Edit, plan: TransactionPlan): ChangeDraft<"updateTransaction"> {
  const { transaction, before, after } = edit;
  const { planId, format, utcToday } = plan;
  const { id, date } = transaction;
  const isDateLost = "date" in after && date < earliestDay(utcToday);
  const { date: _, ...restore } = withoutNames(before);
  const linesOf = (fields: Pick<FieldChange, "before" | "after">): readonly ShownField[] =>
    shownFields(fields, categoryNames(plan.categories));
  const leader: FieldChange = {
    id,
    label: transactionLabel(transaction, format),
    before,
    after,
    ...(isDateLost ? { restore } : {}),
    lines: linesOf(edit),
  };
  const changes = [
    leader,
    ...followersOf(edit).map(({ other, ...fields }): FieldChange => ({
      id: other.id,
      label: transactionLabel(other, format),
      ...fields,
      isFollower: true,
      lines: linesOf(fields),
    })),
  ];
  const shown = new Set(changes.flatMap(({ lines }) => lines.map(({ field }) => field)));
  return fieldDraft(changes, {
    verb: "Edit",
    past: "Edited",
    what: `${transactionNames([transaction], utcToday)}: ${[...shown].join(", ")}`,
    warnings: warningsOf(edit, { isDateLost }),
    steps: [{
      operation: "updateTransaction",
      args: { planId, transactionId: id, transaction: withoutNames(after) },
      targets: changes.map(targetOf),
    }],
    irreversible: isDateLost && Object.keys(restore).length === 0
      ? "its previous date is over 5 years ago, which YNAB's API doesn't accept"
      : null,
    ...trackingAccounts(changes, plan.accounts.live),
    checkBeforeRetry: "use find_transactions to check its state",
    afterwards: () => availableAfter(movedBy(edit), plan),
  });
}

/** Returns the changes that give a transfer's other side the same date and the opposite amount. */
function followersOf(
  { transaction, others, after: { date, amount } }: Edit,
): readonly (Pick<FieldChange, "before" | "after"> & { readonly other: KnownTransaction })[] {
  const isFollowed = (transaction.transfer_transaction_id ?? null) !== null &&
    (date !== undefined || amount !== undefined);
  if (!isFollowed) return [];
  return others.map((other) => ({
    other,
    before: givenFields({
      date: date === undefined ? undefined : other.date,
      amount: amount === undefined ? undefined : other.amount,
    }),
    after: givenFields({ date, amount: amount === undefined ? undefined : 0 - Number(amount) }),
  }));
}

function warningsOf(
  { transaction, others, after }: Edit,
  { isDateLost }: { readonly isDateLost: boolean },
): readonly string[] {
  const { cleared, matched_transaction_id: match } = transaction;
  const isFollowed = "amount" in after || "date" in after;
  const isNewPayee = "payee_name" in after && !("payee_id" in after);
  const payee = quoted(String(after["payee_name"]));
  return [
    ...(cleared === "reconciled"
      ? [
        "the transaction is reconciled: after this change, its account may no longer match the " +
        "bank",
      ]
      : []),
    ...(isFollowed && others.some((other) => other.cleared === "reconciled")
      ? [
        "the transfer's other side is reconciled: after this change, its account may no longer " +
        "match the bank",
      ]
      : []),
    ...((match ?? null) === null
      ? []
      : ["the transaction is matched with another one, which this edit won't change"]),
    ...(isNewPayee
      ? [`${payee} is a new payee, which stays in the payee list even if you undo this`]
      : []),
    ...(isDateLost
      ? ["undo can't restore the previous date, which is over 5 years in the past"]
      : []),
  ];
}

function movedBy({ transaction, others, after }: Edit): readonly Movement[] {
  const isOther = "amount" in after || "date" in after;
  if (!isOther && !("category_id" in after)) return [];
  const { date, amount, category_id = null } = { ...transaction, ...after } as KnownTransaction;
  return [
    ...movementsOf(transaction, [{ category_id, amount, date }]),
    ...(isOther ? others : []).flatMap((other) =>
      movementsOf(other, [{ category_id: other.category_id, amount: -amount, date }])
    ),
  ];
}
