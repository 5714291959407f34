import { foldName } from "../domain/base/fold_text.ts";
import type { TargetRecord } from "../domain/base/plan_records.ts";
import { nameWords } from "../domain/plan/category_label.ts";
import { targetInWords, type TargetWordsOptions } from "../domain/targets/target_words.ts";
import type { Reads } from "../sync/plan/local_copy.ts";
import type { AvailableSource } from "./available_now.ts";
import type { Fields, PreviewLine, Step, Target, WriteId } from "./change.ts";
import type { CurrentRecord } from "./records.ts";
import { type SettingId, settingStep } from "./setting.ts";
import { holds, inRequests, savedSchedule, sentOnCreation, withoutNames } from "./fields.ts";
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

export type UndoWriteId = (typeof UNDO_WRITES)["complete"][number];

export interface Reverted {
  readonly step: JournalStep;
  readonly target: JournalTarget;
  readonly now: Fields | null;
  /**
   * The record's new id if it was re-created but its status, memo and flag aren't set yet;
   * otherwise `null`.
   */
  readonly restoredId: string | null;
}

/** A record, followed by the other records that the same request reverts. */
export type RevertGroup = readonly [Reverted, ...Reverted[]];

export type Named = CurrentRecord & { readonly name?: string };

/** A plan, and its live records of the kind that the step touches. */
interface LivePlan {
  readonly planId: string;
  readonly live: readonly Named[];
}

/** Why a record isn't reverted, worded for one record and for several. */
export interface SkipReason {
  readonly one: string;
  readonly many: string;
  /** The reason for this record, if it is more detailed than `one`. */
  readonly text?: string;
  /** Whether a later undo may revert the record after all. */
  readonly mayPass?: boolean;
  /** Whether the change had no effect on the record, so that nothing is left to undo. */
  readonly isIdle?: boolean;
}

export interface Revert {
  /** The operation that reverts the record, if the profile has it. */
  readonly operation: UndoWriteId;
  /** Fields that a record must match. By default, the target's `after` without names. */
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
  ) => readonly Pick<PreviewLine, "field" | "before" | "after">[] | null;
  readonly warnings?: (
    reverted: readonly Reverted[],
    plan: Pick<LivePlan, "live">,
  ) => readonly string[];
  readonly steps: (groups: readonly RevertGroup[], plan: LivePlan) => readonly Step<UndoWriteId>[];
  readonly afterwards?: (
    undone: { readonly steps: readonly Step[]; readonly reverted: readonly Reverted[] },
    source: AvailableSource,
  ) => Promise<string>;
}

/** The former values, without names that belong to ids, because records may have been renamed. */
function former({ before }: Pick<Target, "before">): Fields | null {
  return before && withoutNames(before);
}

/** Swaps `before` and `after`; `wanted` overrides the values that undo restores. */
function backwards(target: JournalTarget, wanted: Fields | null = former(target)): Target {
  const { id, label, after } = target;
  return { id, label, before: after && withoutNames(after), after: wanted };
}

function groupTargets([{ target }, ...others]: RevertGroup, wanted?: Fields): readonly Target[] {
  return [
    backwards(target, wanted),
    ...others.map((other): Target => ({ ...backwards(other.target), isFollower: true })),
  ];
}

/** Restores fields of transactions, and of the other sides of transfers, in one request. */
export const revertTransactions: Revert["steps"] = (groups, { planId }) =>
  inRequests(groups).map((part) => ({
    operation: "updateTransactions",
    args: {
      planId,
      transactions: part.map(([{ target }]) => ({ id: target.id, ...former(target) })),
    },
    targets: part.flatMap((group) => groupTargets(group)),
  }));

/** Restores fields of a transaction and, if it is a transfer, of its other side. */
export const revertTransaction: Revert["steps"] = (groups, { planId }) =>
  groups.map((group) => {
    const [{ target: { id, restore, before } }] = group;
    const sent = withoutNames(restore ?? before ?? {});
    return {
      operation: "updateTransaction",
      args: { planId, transactionId: id, transaction: sent },
      targets: groupTargets(group, sent),
    };
  });

/** Deletes created transactions; deleting one side of a transfer also deletes the other. */
export const deleteTransactions: Revert["steps"] = (groups, { planId }) =>
  groups.map((group) => ({
    operation: "deleteTransaction",
    args: { planId, transactionId: group[0].target.id },
    targets: group.map(({ target }) => backwards(target, null)),
  }));

/**
 * Restores fields. A request that restores an assigned amount has a compensation, so that a failed
 * undo doesn't stop halfway.
 */
export function restoring(
  operation: SettingId & UndoWriteId,
  wanted: (target: JournalTarget) => Fields | null = former,
): Revert["steps"] {
  return (groups, { planId }) =>
    groups.map(([{ step: { month }, target }]) =>
      settingStep(operation, backwards(target, wanted(target)), {
        planId,
        month,
        sent: target.restore ?? target.before,
        isWhole: month !== null,
      })
    );
}

/** Returns one line per target, as in the preview of the change. */
export const targetLines: NonNullable<Revert["lines"]> = ({ target: { before }, now }, wording) => {
  if (!Object.keys(before ?? {}).some((name) => name.startsWith("goal_"))) return null;
  const words = (target: Fields | null): string | null =>
    targetInWords((target ?? {}) as TargetRecord, wording);
  return [{ field: "target", before: words(now), after: words(before) }];
};

/**
 * Returns the fields that YNAB stores as sent. It may derive the day of the month from a due date
 * instead, and may store an interval of `null` as 1.
 */
export function certainFields({ before, restore }: JournalTarget): Fields {
  const isDated = "goal_target_date" in (restore ?? {});
  const certain = Object.entries(before ?? {}).filter(([name, value]) =>
    name === "goal_day" ? !isDated : name !== "goal_cadence_frequency" || value !== null
  );
  return Object.fromEntries(certain);
}

export const revertSchedules: Revert["steps"] = (groups, { planId }) =>
  groups.map(([{ target, now }]) => ({
    operation: "updateScheduledTransaction",
    args: {
      planId,
      scheduledTransactionId: target.id,
      scheduledTransaction: savedSchedule(target.before ?? {}, now ?? {}),
    },
    targets: [backwards(target)],
  }));

export const deleteSchedules: Revert["steps"] = (groups, { planId }) =>
  groups.map(([{ target }]) => ({
    operation: "deleteScheduledTransaction",
    args: { planId, scheduledTransactionId: target.id },
    targets: [backwards(target, null)],
  }));

export const recreateSchedules: Revert["steps"] = (groups, { planId, live }) =>
  groups.map(([{ target }]) => {
    const again = recreated(target);
    const after = again.after ?? {};
    const lookedAlike = live.filter((one) => holds(after, one)).map(({ id }) => id);
    return {
      operation: "createScheduledTransaction",
      args: { planId, scheduledTransaction: savedSchedule(after, after) },
      targets: [{ ...again, lookedAlike }],
    };
  });

function recreated({ id, label, before }: Target): Target {
  return { id, label, before: null, after: former({ before: before ?? {} }), recreates: id };
}

/** The state of a re-created transaction until its status, memo and flag are set. */
export const CREATED_WITH: Fields = { cleared: "uncleared", flag_color: null };

/** The state of the other side of a re-created transfer. */
const OTHER_SIDE_WITH: Fields = { ...CREATED_WITH, category_id: null };
const MARKS: readonly string[] = ["cleared", "approved", "memo", "flag_color"];

/**
 * Re-creates deleted transactions in one request (one call deletes at most 50). YNAB creates the
 * other sides of transfers; a second request sets their marks (status, memo and flag).
 */
export const recreateTransactions: Revert["steps"] = (groups, { planId }) => {
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
    args: {
      planId,
      transactions: gone.map(([{ target: { before, lines } }]) => ({
        ...sentOnCreation(before ?? {}),
        ...(lines === undefined ? {} : { subtransactions: lines.map(sentOnCreation) as never }),
      })),
    },
    targets: gone.flatMap(([{ target }, ...others]) => [
      { ...recreated(target), ...(target.lines === undefined ? {} : { lines: target.lines }) },
      ...others.map((other) => otherSide(other.target)),
    ]),
  };
  return [
    ...(gone.length === 0 ? [] : [creation]),
    ...(marked.length === 0 ? [] : [marking(marked, planId)]),
  ];
};

/** Only these fields of the other side are certain before its status, memo and flag are set. */
function otherSide(target: Target): Target {
  const { account_id = null, date = null, amount = null } = target.before ?? {};
  return { ...recreated(target), after: { account_id, date, amount }, isFollower: true };
}

/**
 * Sends the other side's status, memo and flag, because YNAB may have copied some from the leader.
 */
function marksOf(before: Fields): Fields {
  const marks = MARKS.filter((name) => name in before);
  const category = before["category_id"];
  return Object.fromEntries([
    ...marks.map((name) => [name, before[name] ?? null]),
    ...(typeof category === "string" ? [["category_id", category]] : []),
  ]);
}

/**
 * Marks existing transactions, or the other sides of the transfers that the previous step creates.
 */
function marking(marked: readonly Target[], planId: string): Step<"updateTransactions"> {
  const targets = marked.map(({ id, label, before }): Target => {
    const after = marksOf(before ?? {});
    const known = Object.entries(OTHER_SIDE_WITH).filter(([name]) => name in after);
    return { id, label, before: Object.fromEntries(known), after };
  });
  const transactions = targets.map(({ id, after }) => ({ id, ...after }));
  return { operation: "updateTransactions", args: { planId, transactions }, targets };
}

/**
 * Warns about names that now belong to other records. Undo doesn't skip such records; otherwise,
 * several changes couldn't be undone in reverse order.
 */
export function namesakeWarnings(
  noun: "payee" | "category" | "group",
): NonNullable<Revert["warnings"]> {
  return (reverted, { live }) => {
    const ids = new Set(reverted.map(({ target }) => target.id));
    const others = live.filter(({ id }) => !ids.has(id));
    const byName = Map.groupBy(others, ({ name = "" }) => foldName(name));
    const names = reverted.flatMap(({ target: { before, restore }, now }) => {
      const former = restore ?? before ?? {};
      if (!("name" in former || "category_group_id" in former)) return [];
      // Only categories belong to a group.
      const { name, category_group_id = null } = { ...now, ...former };
      const same = byName.get(foldName(String(name))) ?? [];
      return same.find((one) => holds({ category_group_id }, one))?.name ?? [];
    });
    const place = noun === "category" ? " in the same group" : "";
    return [...new Set(names)].map((name) =>
      `another ${noun}${place} is now called "${nameWords(name)}", so there will be two`
    );
  };
}
