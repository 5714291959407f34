import type { SaveSplitLine, SaveTransactionWithId } from "../client/wire/transaction.ts";
import type { TargetRecord } from "../domain/base/plan_records.ts";
import { targetInWords, type TargetWordsOptions } from "../domain/targets/target_words.ts";
import type { Reads } from "../sync/plan/reads.ts";
import type { AvailableSource } from "./available_now.ts";
import type { Fields, PreviewLine, Step, Target, WriteId } from "./change.ts";
import type { CurrentRecord } from "./records.ts";
import { holds, inRequests, savedSchedule, withoutNames, withoutNulls } from "./fields.ts";
import type { JournalStep, JournalTarget } from "./journal.ts";

/** Write operations that undo may use in each profile. */
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

/** Read operations that undo may use in each profile. */
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

export type UndoReads = Pick<Reads, (typeof UNDO_READS)["complete"][number]>;

/** All operations that undo may use. */
export type UndoWriteId = (typeof UNDO_WRITES)["complete"][number];

export interface Reverted {
  readonly step: JournalStep;
  readonly target: JournalTarget;
  /** The current record; `null` if it is gone. */
  readonly now: Fields | null;
  /** The record's new id if it was re-created without its marks; otherwise `null`. */
  readonly restoredId: string | null;
}

export type RecordLine = Pick<PreviewLine, "field" | "before" | "after">;

/** Live records of the kind that the step touches. */
type LiveRecords = readonly CurrentRecord[];

/** Why a record isn't reverted, worded for one record and for several. */
export interface SkipReason {
  readonly one: string;
  readonly many: string;
  /** The reason for this record, if it is more detailed than `one`. */
  readonly text?: string;
}

export interface Revert {
  /**
   * The operation that reverts the record. Undo works only in a profile that has this operation.
   */
  readonly operation: UndoWriteId;
  /**
   * Fields that a record must match to be reverted. By default, the target's `after` without names.
   */
  readonly expected?: (target: JournalTarget, now: Fields) => Fields;
  /** Why a matching target is skipped; `null` to revert it. */
  readonly skipReason?: (
    now: Fields,
    target: JournalTarget,
    utcToday: string,
  ) => SkipReason | null;
  /** The preview's lines; absent or `null` for one line per field. */
  readonly lines?: (
    reverted: Pick<Reverted, "target" | "restoredId" | "now">,
    wording: TargetWordsOptions,
  ) => readonly RecordLine[] | null;
  /** The state in which YNAB creates a re-created record, before its marks are set. */
  readonly createdWith?: Fields;
  /** Returns warnings to show the user before they confirm. */
  readonly warnings?: (
    reverted: readonly Reverted[],
    plan: { readonly live: LiveRecords },
  ) => readonly string[];
  readonly steps: (
    reverted: readonly Reverted[],
    plan: { readonly planId: string; readonly live: LiveRecords },
  ) => readonly Step<UndoWriteId>[];
  /** Describes the state after these steps; may be empty. */
  readonly afterwards?: (steps: readonly Step[], source: AvailableSource) => Promise<string>;
}

/**
 * Swaps `before` and `after`, and leaves out names that belong to ids, because records may have
 * been renamed.
 */
function backwards({ id, label, before, after }: JournalTarget): Target {
  const bare = (fields: Fields | null): Fields | null => fields && withoutNames(fields);
  return { id, label, before: bare(after), after: bare(before) };
}

/** Groups the records that one request reverts: a leader with its followers. */
function revertedGroups(
  reverted: readonly Reverted[],
): readonly (readonly [Reverted, ...Reverted[]])[] {
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

/** Deletes a created transaction; deleting one side of a transfer deletes the other, too. */
export const deleteTransactions: Revert["steps"] = (reverted, { planId }) =>
  revertedGroups(reverted).map((group) => ({
    operation: "deleteTransaction",
    args: { planId, transactionId: group[0].target.id },
    targets: group.map(({ target }) => ({ ...backwards(target), after: null })),
  }));

/**
 * Restores amounts one by one. Each request can itself be reverted, so a failed undo doesn't stop
 * halfway.
 */
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

/** Returns one line per target, as in the preview of the change. */
export const targetLines: NonNullable<Revert["lines"]> = ({ target: { before }, now }, wording) => {
  if (!Object.keys(before ?? {}).some((name) => name.startsWith("goal_"))) return null;
  const words = (target: Fields | null): string | null =>
    targetInWords((target ?? {}) as TargetRecord, wording);
  return [{ field: "target", before: words(now), after: words(before) }];
};

/**
 * Returns the fields that YNAB stores as sent: it may derive the day of the month from a due date,
 * and may store an interval of `null` as 1.
 */
function certainFields({ before, restore }: JournalTarget): Fields | null {
  if (before === null) return null;
  const isDated = "goal_target_date" in (restore ?? {});
  const certain = Object.entries(before).filter(([name, value]) =>
    name === "goal_day" ? !isDated : name !== "goal_cadence_frequency" || value !== null
  );
  return Object.fromEntries(certain);
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

/** The state of a re-created transaction until its marks are set. */
export const CREATED_WITH: Fields = { cleared: "uncleared", flag_color: null };

/** The state of the other side of a re-created transfer. */
const OTHER_SIDE_WITH: Fields = { ...CREATED_WITH, category_id: null };
const MARKS: readonly string[] = ["cleared", "approved", "memo", "flag_color"];

/** Re-creates deleted schedules. */
export const recreateSchedules: Revert["steps"] = (reverted, { planId, live }) =>
  reverted.map(({ target: { id, label, before } }) => {
    const after = withoutNames(before ?? {});
    return {
      operation: "createScheduledTransaction",
      args: { planId, scheduledTransaction: savedSchedule(after, after) },
      targets: [{
        id,
        label,
        before: null,
        after,
        recreates: id,
        lookedAlike: live.filter((one) => holds(after, one)).map((one) => one.id),
      }],
    };
  });

/**
 * Re-creates deleted transactions in one request (a deletion has at most 50). YNAB creates the
 * other sides of transfers, which get their marks in a second request.
 */
export const recreateTransactions: Revert["steps"] = (reverted, { planId }) => {
  const groups = revertedGroups(reverted);
  const restored = groups.flatMap(([{ target, restoredId }]) =>
    restoredId === null ? [] : [{ ...target, id: restoredId }]
  );
  const gone = groups.filter(([{ restoredId }]) => restoredId === null);
  const marked = [
    ...restored,
    ...gone.flatMap(([, ...others]) => others.map(({ target }) => target)),
  ];
  const creation: Step<"createTransaction"> = {
    operation: "createTransaction",
    args: { planId, transactions: gone.map(([{ target }]) => sentFields(target)) },
    targets: gone.flatMap(([{ target: leader }, ...others]) => [
      recreated(leader),
      ...others.map(({ target }) => otherSide(target)),
    ]),
  };
  return [
    ...(gone.length === 0 ? [] : [creation]),
    ...(marked.length === 0 ? [] : [marking(marked, planId)]),
  ];
};

function recreated({ id, label, before, lines }: Target): Target {
  return {
    id,
    label,
    before: null,
    after: withoutNames(before ?? {}),
    recreates: id,
    ...(lines === undefined ? {} : { lines }),
  };
}

function sentFields({ before, lines }: Target): Readonly<Record<string, unknown>> {
  const { transfer_account_id: _, ...fields } = withoutNames(before ?? {});
  const split = lines?.map((line): SaveSplitLine => {
    const { transfer_account_id: _, ...rest } = withoutNames(line);
    return withoutNulls(rest) as never;
  });
  return { ...withoutNulls(fields), ...(split === undefined ? {} : { subtransactions: split }) };
}

/** Only these fields of the other side are certain before its marks are set. */
function otherSide({ id, label, before }: Target): Target {
  const { account_id = null, date = null, amount = null } = before ?? {};
  return {
    id,
    label,
    before: null,
    after: { account_id, date, amount },
    isFollower: true,
    recreates: id,
  };
}

/** Sends all marks of the other side, because YNAB may have copied some from the leader. */
function marksOf(before: Fields): Fields {
  const marks = MARKS.filter((name) => name in before);
  const category = before["category_id"];
  return Object.fromEntries([
    ...marks.map((name) => [name, before[name] ?? null]),
    ...(typeof category === "string" ? [["category_id", category]] : []),
  ]);
}

/** Marks existing transactions, or other sides once their ids are known. */
function marking(marked: readonly Target[], planId: string): Step<"updateTransactions"> {
  const stepFor = (
    ids: ReadonlyMap<string, string>,
  ): Pick<Step<"updateTransactions">, "args" | "targets"> => {
    const targets = marked.map(({ id, label, before }): Target => {
      const after = marksOf(before ?? {});
      const known = Object.entries(OTHER_SIDE_WITH).filter(([name]) => name in after);
      return { id: ids.get(id) ?? id, label, before: Object.fromEntries(known), after };
    });
    const transactions = targets.map(({ id, after }): SaveTransactionWithId => ({ id, ...after }));
    return { args: { planId, transactions }, targets };
  };
  return { operation: "updateTransactions", ...stepFor(new Map()), completed: stepFor };
}
