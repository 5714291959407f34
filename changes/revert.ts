import type { MoneyFormat } from "../domain/base/money_format.ts";
import type { Reads } from "../sync/plan/reads.ts";
import { availableWords, readyToAssignNow } from "./available_now.ts";
import type { Fields, PreviewLine, Step, Target, WriteId } from "./change.ts";
import type { CurrentRecord } from "./records.ts";
import { inRequests, savedSchedule, withoutNames } from "./fields.ts";
import type { JournalStep, JournalTarget } from "./journal.ts";

/** Write operations that undo may use, by profile. */
export const UNDO_WRITES = {
  fuller: ["updateCategory", "updateMonthCategory", "updateTransactions", "deleteTransaction"],
  reduced: ["updateMonthCategory", "updateTransactions", "deleteTransaction"],
  complete: [
    "updateCategory",
    "updateMonthCategory",
    "updateTransactions",
    "createTransaction",
    "updateTransaction",
    "deleteTransaction",
    "createScheduledTransaction",
    "updateScheduledTransaction",
    "deleteScheduledTransaction",
    "updateCategoryGroup",
    "updatePayee",
  ],
} as const satisfies Readonly<Record<string, readonly WriteId[]>>;

/** Read operations that undo may use, by profile. */
export const UNDO_READS = {
  fuller: ["getCategories", "getPlanMonth", "getTransactions"],
  reduced: ["getCategories", "getPlanMonth", "getTransactions"],
  complete: [
    "getAccounts",
    "getCategories",
    "getPayees",
    "getPlanMonth",
    "getScheduledTransactions",
    "getTransactions",
  ],
} as const satisfies Readonly<Record<string, readonly (keyof Reads)[]>>;

/** Read operations that undo may use. */
export type UndoReadId = (typeof UNDO_READS)["complete"][number];

/** All operations that undo may use. */
export type UndoWriteId = (typeof UNDO_WRITES)["complete"][number];

export interface Reverted {
  readonly step: JournalStep;
  readonly target: JournalTarget;
  /** The current record; `null` if it is gone. */
  readonly now: Fields | null;
  /** Its id if it was re-created without its marks; otherwise `null`. */
  readonly restoredId: string | null;
}

export interface UndoneSource {
  readonly planId: string;
  readonly fresh: Pick<Reads, UndoReadId>;
  /** The plan's money format, if known when called. */
  readonly format: () => MoneyFormat;
}

export type RecordLine = Pick<PreviewLine, "field" | "before" | "after">;

export interface RevertContext {
  readonly planId: string;
  /** Live schedules, if they were read. */
  readonly schedules: readonly CurrentRecord[];
}

/** Why a record isn't reverted, worded for one record and for several. */
export interface SkipReason {
  readonly one: string;
  readonly many: string;
  /** Text for the record itself, if more detailed than `one`. */
  readonly text?: string;
}

export interface Revert {
  /** The operation that reverts it; a profile without it can't undo. */
  readonly operation: UndoWriteId;
  /** Fields that a target must match to be reverted; its `after` without names if absent. */
  readonly expected?: (target: JournalTarget) => Fields;
  /** Why a matching target is skipped; `null` to revert it. */
  readonly skipReason?: (
    now: Fields,
    target: JournalTarget,
    utcToday: string,
  ) => SkipReason | null;
  /** The preview's lines, if not one per field. */
  readonly lines?: (reverted: Pick<Reverted, "target" | "restoredId">) => readonly RecordLine[];
  /** The state YNAB gives a re-created record; its marks follow. */
  readonly createdWith?: Fields;
  /** Returns warnings for the user before confirming. */
  readonly warnings?: (reverted: readonly Reverted[]) => readonly string[];
  readonly steps: (
    reverted: readonly Reverted[],
    context: RevertContext,
  ) => readonly Step<UndoWriteId>[];
  /** Describes the state after these steps; may be empty. */
  readonly afterwards?: (steps: readonly Step[], source: UndoneSource) => Promise<string>;
}

function backwards({ id, label, before, after }: JournalTarget): Target {
  return { id, label, before: after, after: before };
}

/** Records that one request reverts: a leader with its followers. */
export type RevertedGroup = readonly [Reverted, ...Reverted[]];

export function revertedGroups(reverted: readonly Reverted[]): readonly RevertedGroup[] {
  const groups: [Reverted, ...Reverted[]][] = [];
  for (const one of reverted) {
    const last = groups.at(-1);
    const isWithLast = one.target.isFollower === true && last?.[0].step === one.step;
    if (isWithLast) last?.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Restores transactions' fields in one request, and with them the other sides of transfers. */
export const revertTransactions: Revert["steps"] = (reverted, { planId }) =>
  inRequests(revertedGroups(reverted)).map((part) => ({
    operation: "updateTransactions",
    args: {
      planId,
      transactions: part.map(([{ target: { id, before } }]) => ({
        id,
        ...withoutNames(before ?? {}),
      })),
    },
    targets: part.flatMap(([{ target }, ...others]) => [
      backwards(target),
      ...others.map((other): Target => ({ ...backwards(other.target), isFollower: true })),
    ]),
  }));

/** Restores a transaction's fields, and with it the other side of a transfer. */
export const revertTransaction: Revert["steps"] = (reverted, { planId }) =>
  revertedGroups(reverted).map(([{ target: leader }, ...others]) => {
    const sent = leader.restore ?? leader.before ?? {};
    return {
      operation: "updateTransaction",
      args: { planId, transactionId: leader.id, transaction: withoutNames(sent) },
      targets: [
        { ...backwards(leader), after: sent },
        ...others.map(({ target }): Target => ({ ...backwards(target), isFollower: true })),
      ],
    };
  });

/** Deletes a created transaction; one side of a transfer deletes the other, too. */
export const deleteTransactions: Revert["steps"] = (reverted, { planId }) =>
  revertedGroups(reverted).map((group) => ({
    operation: "deleteTransaction",
    args: { planId, transactionId: group[0].target.id },
    targets: group.map(({ target }) => ({ ...backwards(target), after: null })),
  }));

/** Restores amounts one by one; each can be reverted itself, so no half remains. */
export const revertAmounts: Revert["steps"] = (reverted, { planId }) =>
  reverted.map(({ step, target }) => {
    const amount = (fields: Fields | null): { readonly budgeted: number } => ({
      budgeted: Number(fields?.["budgeted"] ?? 0),
    });
    const args = { planId, month: step.month ?? "", categoryId: target.id };
    return {
      operation: "updateMonthCategory",
      args: { ...args, category: amount(target.before) },
      targets: [backwards(target)],
      compensation: {
        operation: "updateMonthCategory",
        args: { ...args, category: amount(target.after) },
      },
    };
  });

/** Restores categories' fields one by one. */
export const revertCategories: Revert["steps"] = (reverted, { planId }) =>
  reverted.map(({ target }) => ({
    operation: "updateCategory",
    args: { planId, categoryId: target.id, category: { ...(target.restore ?? target.before) } },
    targets: [{ ...backwards(target), after: certainFields(target) }],
  }));

/** YNAB may or may not derive the day of the month from a due date. */
function certainFields({ before, restore }: JournalTarget): Fields | null {
  if (before === null || !("goal_target_date" in (restore ?? {}))) return before;
  const { goal_day: _, ...rest } = before;
  return rest;
}

/** Restores groups' names. */
export const revertGroups: Revert["steps"] = (reverted, { planId }) =>
  reverted.map(({ target }) => ({
    operation: "updateCategoryGroup",
    args: { planId, categoryGroupId: target.id, categoryGroup: formerName(target) },
    targets: [backwards(target)],
  }));

/** Restores payees' names. */
export const revertPayees: Revert["steps"] = (reverted, { planId }) =>
  reverted.map(({ target }) => ({
    operation: "updatePayee",
    args: { planId, payeeId: target.id, payee: formerName(target) },
    targets: [backwards(target)],
  }));

function formerName({ before }: JournalTarget): { readonly name: string } {
  return { name: String(before?.["name"] ?? "") };
}

/** Restores schedules' fields. */
export const revertSchedules: Revert["steps"] = (reverted, { planId }) =>
  reverted.map(({ target, now }) => ({
    operation: "updateScheduledTransaction",
    args: {
      planId,
      scheduledTransactionId: target.id,
      scheduledTransaction: savedSchedule(target.before ?? {}, now ?? {}),
    },
    targets: [backwards(target)],
  }));

/** Deletes a created schedule. */
export const deleteSchedules: Revert["steps"] = (reverted, { planId }) =>
  reverted.map(({ target }) => ({
    operation: "deleteScheduledTransaction",
    args: { planId, scheduledTransactionId: target.id },
    targets: [{ ...backwards(target), after: null }],
  }));

/** Describes what the categories of reverted transactions have available. */
export async function availableInTouched(
  steps: readonly Step[],
  { planId, fresh, format }: UndoneSource,
): Promise<string> {
  const touched = steps.flatMap(({ targets }) =>
    targets.flatMap(({ before, after, lines = [] }) =>
      [before, after, ...lines].map((fields) => fields?.["category_id"])
    )
  ).filter((id) => typeof id === "string");
  if (touched.length === 0) return "";
  const { live } = await fresh.getCategories({ planId });
  const words = availableWords(touched, live, { format: format() });
  return words === "" ? "" : `${words}.`;
}

/** Describes what reverted categories have available in their month, and Ready to Assign. */
export async function availableInMonth(
  steps: readonly Step[],
  { planId, fresh, format }: UndoneSource,
): Promise<string> {
  const assigned = steps.flatMap((step) => step.operation === "updateMonthCategory" ? [step] : []);
  const [first] = assigned;
  if (first === undefined) return "";
  const { month } = first.args;
  const now = await fresh.getPlanMonth({ planId, month });
  const ids = assigned.flatMap(({ targets }) => targets.map(({ id }) => id));
  const available = `${availableWords(ids, now.categories, { format: format(), month })}.`;
  // Moving money between two categories doesn't change Ready to Assign.
  return assigned.length > 1 ? available : `${available} ${readyToAssignNow(now, format())}`;
}
