import { addMonths } from "../../domain/base/month.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { transactionLabel, transactionNames } from "../../domain/plan/transaction_label.ts";
import { quoted } from "../../domain/references/reference_index.ts";
import { availableAfter, countedOn } from "../available_now.ts";
import type { ChangeDraft, Fields, FieldValue, Proposal, Target } from "../change.ts";
import { isSameValue, withoutNames } from "../fields.ts";
import {
  type AskedEdit,
  editableFields,
  type EditPlan,
  wantedFields,
} from "../rules/edited_fields.ts";
import { editLines } from "../rules/edit_lines.ts";
import { type KnownTransaction, otherSides } from "../rules/transfer_sides.ts";
import { transactionFinder } from "../rules/transaction_finder.ts";

/** How far back upstream takes transactions. */
const MOST_MONTHS_BACK = 60;

/**
 * Proposes the edit of a transaction; what it is already is left out.
 *
 * @throws {ToolError} `invalid_input`, naming everything that is refused.
 */
export function editDraft(asked: AskedEdit, plan: EditPlan): Proposal<"updateTransaction"> {
  const refusals = new Refusals();
  const find = transactionFinder(plan.transactions, refusals);
  const transaction = refusals.passed(find(asked.transaction_id));
  const now = editableFields(transaction, plan.categories);
  const wanted = wantedFields(asked, { transaction, plan, refusals });
  refusals.throwIfAny();
  const changed = Object.keys(wanted).filter((name) => !isSameValue(wanted[name], now[name]));
  if (changed.length === 0) {
    return { stop: { status: "nothing_to_do", message: "The transaction is like that already" } };
  }
  const after: Record<string, FieldValue> = Object.fromEntries(
    changed.map((name) => [name, wanted[name] ?? null]),
  );
  const before = Object.fromEntries(changed.map((name) => [name, now[name] ?? null]));
  // The former payee is known by its id, whatever the new one is told by.
  if ("payee_name" in before) before["payee_id"] = now["payee_id"] ?? null;
  // The category that stands for having none is given back as it was: a move may take it.
  const isNone = now["category_id"] === null && (transaction.category_id ?? null) !== null;
  if (isNone && "account_id" in after) after["category_id"] ??= null;
  if ("category_id" in after) before["category_id"] = transaction.category_id ?? null;
  const byId = new Map(plan.transactions.live.map((one) => [one.id, one]));
  const others = otherSides(transaction, byId);
  return { draft: draftOf({ transaction, others, before, after }, plan) };
}

interface Edit {
  readonly transaction: KnownTransaction;
  /** The other side of a transfer; those of a split's lines stay as they are. */
  readonly others: readonly KnownTransaction[];
  readonly before: Fields;
  readonly after: Fields;
}

function draftOf(edit: Edit, plan: EditPlan): ChangeDraft<"updateTransaction"> {
  const { transaction, before, after } = edit;
  const { planId, format, utcToday } = plan;
  const { id, date } = transaction;
  const label = transactionLabel(transaction, format);
  const isDateLost = "date" in after && date < addMonths(utcToday, -MOST_MONTHS_BACK);
  const restored = Object.entries(withoutNames(before))
    .filter(([name]) => !(isDateLost && name === "date"));
  const followers = followersOf(edit, plan);
  const leader: Target = {
    id,
    label,
    before,
    after,
    ...(isDateLost || "payee_name" in before ? { restore: Object.fromEntries(restored) } : {}),
  };
  const preview = [leader, ...followers].flatMap((target) => editLines(target, plan));
  const fields = [...new Set(preview.map(({ field }) => field))].join(", ");
  const what = `${transactionNames([transaction], utcToday)}: ${fields}`;
  return {
    summary: `Edit ${what}`,
    done: `Edited ${what}`,
    preview,
    warnings: warningsOf(edit, { isDateLost }),
    steps: [{
      operation: "updateTransaction",
      args: { planId, transactionId: id, transaction: withoutNames(after) },
      targets: [leader, ...followers],
    }],
    irreversible: restored.length === 0
      ? "its former date is over 5 years back, which YNAB's API does not take"
      : null,
    undoRequests: 1,
    checkBeforeRetry: "find_transactions has shown what it is",
    readFollowers: plan.readFollowers,
    afterwards: () => availableAfter(movementsOf(edit), plan),
  };
}

/** Date and amount are those of both sides of a transfer. */
function followersOf(
  { transaction, others, after }: Edit,
  { format }: EditPlan,
): readonly Target[] {
  const { date, amount } = after;
  const isFollowed = (transaction.transfer_transaction_id ?? null) !== null &&
    (date !== undefined || amount !== undefined);
  if (!isFollowed) return [];
  return others.map((other) => ({
    id: other.id,
    label: transactionLabel(other, format),
    before: {
      ...(date === undefined ? {} : { date: other.date }),
      ...(amount === undefined ? {} : { amount: other.amount }),
    },
    after: {
      ...(date === undefined ? {} : { date }),
      ...(amount === undefined ? {} : { amount: 0 - Number(amount) }),
    },
    isFollower: true,
  }));
}

function warningsOf(
  { transaction, others, after }: Edit,
  { isDateLost }: { readonly isDateLost: boolean },
): readonly string[] {
  const { cleared, matched_transaction_id: match } = transaction;
  const isFollowed = "amount" in after || "date" in after;
  const isNewPayee = "payee_name" in after && !("payee_id" in after);
  return [
    ...(cleared === "reconciled"
      ? ["it is reconciled: its account may no longer agree with the bank"]
      : []),
    ...(isFollowed && others.some((other) => other.cleared === "reconciled")
      ? ["its other side is reconciled: that account may no longer agree with the bank"]
      : []),
    ...((match ?? null) === null ? [] : ["it is matched with another row, which stays as it is"]),
    ...(isNewPayee
      ? [
        `${
          quoted(String(after["payee_name"]))
        } is a new payee, which stays in the list of payees even ` +
        "when this is undone",
      ]
      : []),
    ...(isDateLost ? ["undoing can't give its date back, which is over 5 years ago"] : []),
  ];
}

function movementsOf(
  { transaction, others, after }: Edit,
): Parameters<typeof availableAfter>[0] {
  const { category_id = null, amount } = transaction;
  const isMoved = ["category_id", "amount", "date"].some((name) => name in after);
  const day = countedOn(transaction);
  if (!isMoved) return [];
  const followed = "amount" in after || "date" in after ? others : [];
  const nextDay = day === null ? null : String(after["date"] ?? day);
  const now = Number(after["amount"] ?? amount);
  const next = "category_id" in after ? after["category_id"] : category_id;
  return [
    { categoryId: category_id, amount: -amount, date: day },
    {
      categoryId: typeof next === "string" ? next : null,
      amount: now,
      date: nextDay,
    },
    ...followed.flatMap((other) => [
      { categoryId: other.category_id, amount: -other.amount, date: countedOn(other) },
      { categoryId: other.category_id, amount: -now, date: nextDay },
    ]),
  ];
}
