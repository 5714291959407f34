import { foldName } from "../domain/base/fold_text.ts";
import type { TargetRecord } from "../domain/base/plan_records.ts";
import { nameWords } from "../domain/plan/category_label.ts";
import { targetInWords, type TargetWordsOptions } from "../domain/targets/target_words.ts";
import type { Reads } from "../sync/plan/local_copy.ts";
import type { AvailableSource } from "./available_now.ts";
import type { Fields, PreviewLine, Step, Target, WriteId } from "./change.ts";
import type { CurrentRecord } from "./records.ts";
import { type SettingId, settingStep } from "./setting.ts";
import {
  holds,
  inRequests,
  pickFields,
  savedSchedule,
  sentOnCreation,
  withoutNames,
} from "./fields.ts";
import type { JournalStep, JournalTarget } from "./journal.ts";

/** The write operations that an undo may use in each profile. */
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

/** The read operations that an undo may use in each profile. */
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
  /** The target, with current names, categories and flag colors. */
  readonly target: JournalTarget;
  /** The fields that undo restores; empty for a created record. */
  readonly wanted: Fields;
  readonly now: Fields | null;
  /**
   * The record's new id if it was re-created but its status, memo and flag aren't set yet;
   * otherwise `null`.
   */
  readonly restoredId: string | null;
}

/** A record that is still as the change left it; `now` is empty if the change deleted it. */
export type Matching = Pick<Reverted, "target" | "wanted"> & { readonly now: Fields };

/** A record, followed by the other records that the same request reverts. */
export type RevertGroup = readonly [Reverted, ...Reverted[]];

export type Named = CurrentRecord & { readonly name?: string };

/** A plan, and its live records of the kind that the step touches. */
interface LivePlan {
  readonly planId: string;
  readonly live: readonly Named[];
}

/** Why a record isn't reverted. */
export interface SkipReason {
  /** Braces contain the words for one record and for several: `{it is|they are} reconciled`. */
  readonly words: string;
  /** A more detailed reason for skipping this particular record. */
  readonly text?: string;
  /** Whether a later undo might be able to revert the record. */
  readonly mayPass?: boolean;
  /**
   * Whether there is nothing to undo, for example because the change had no effect on the record.
   */
  readonly isIdle?: boolean;
}

export function skipWords({ words }: SkipReason, count: number): string {
  return words.replace(/\{(.*?)\|(.*?)\}/gu, count === 1 ? "$1" : "$2");
}

export interface Revert {
  /** The operation that reverts the record; some profiles might not include this operation. */
  readonly operation: UndoWriteId;
  /**
   * Returns the values that a record must still have in order to be reverted. By default, these are
   * the values in the target's `after`, without names that accompany ids, such as `payee_name`.
   */
  readonly expected?: (target: JournalTarget, now: Fields) => Fields;
  /** Returns the reason to skip a matching target; `null` if the target can be reverted. */
  readonly skipReason?: (one: Matching, utcToday: string) => SkipReason | null;
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

/** Swaps a target's `before` and `after`. By default, `restored` has all fields that undo sets. */
function backwards(
  { target: { id, label, before, after }, wanted }: Reverted,
  restored: Fields | null = before && wanted,
): Target {
  return { id, label, before: after && withoutNames(after), after: restored };
}

function groupTargets([leader, ...others]: RevertGroup): readonly Target[] {
  return [
    backwards(leader),
    ...others.map((other): Target => ({ ...backwards(other), isFollower: true })),
  ];
}

/** Restores fields of transactions, and of the other sides of transfers, in one request. */
export const revertTransactions: Revert["steps"] = (groups, { planId }) =>
  inRequests(groups).map((part) => ({
    operation: "updateTransactions",
    args: {
      planId,
      transactions: part.map(([{ target: { id }, wanted }]) => ({ id, ...wanted })),
    },
    targets: part.flatMap(groupTargets),
  }));

/** Restores fields of a transaction and, if it is a transfer, of its other side. */
export const revertTransaction: Revert["steps"] = (groups, { planId }) =>
  groups.map((group) => {
    const [{ target: { id: transactionId }, wanted: transaction }] = group;
    return {
      operation: "updateTransaction",
      args: { planId, transactionId, transaction },
      targets: groupTargets(group),
    };
  });

/** Deletes created transactions; deleting one side of a transfer also deletes the other. */
export const deleteTransactions: Revert["steps"] = (groups, { planId }) =>
  groups.map((group) => ({
    operation: "deleteTransaction",
    args: { planId, transactionId: group[0].target.id },
    targets: group.map((one) => backwards(one, null)),
  }));

/**
 * Restores fields. A step that restores an assigned amount has a compensating request, so that an
 * undo that fails isn't left half done.
 */
export function restoring(
  operation: SettingId & UndoWriteId,
  restored?: (one: Reverted) => Fields,
): Revert["steps"] {
  return (groups, { planId }) =>
    groups.map(([one]) => {
      const { step: { month }, wanted: sent } = one;
      return settingStep(operation, backwards(one, restored?.(one)), {
        planId,
        month,
        sent,
        isWhole: month !== null,
      });
    });
}

/** Returns one line for a category's target, not one per field; `null` if it didn't change. */
export const targetLines: NonNullable<Revert["lines"]> = ({ target: { before }, now }, wording) => {
  if (!Object.keys(before ?? {}).some((name) => name.startsWith("goal_"))) return null;
  const words = (target: Fields | null): string | null =>
    targetInWords((target ?? {}) as TargetRecord, wording);
  return [{ field: "target", before: words(now), after: words(before) }];
};

/**
 * Returns the fields that YNAB stores exactly as they were sent. Omits an interval of `null`, which
 * YNAB may store as 1, and omits the day of the month if YNAB may derive that day from a due date.
 */
export function certainFields({ target: { before, restore } }: Reverted): Fields {
  const isDated = "goal_target_date" in (restore ?? {});
  const certain = Object.entries(before ?? {}).filter(([name, value]) =>
    name === "goal_day" ? !isDated : name !== "goal_cadence_frequency" || value !== null
  );
  return Object.fromEntries(certain);
}

export const revertSchedules: Revert["steps"] = (groups, { planId }) =>
  groups.map(([one]) => ({
    operation: "updateScheduledTransaction",
    args: {
      planId,
      scheduledTransactionId: one.target.id,
      scheduledTransaction: savedSchedule(one.wanted, one.now ?? {}),
    },
    targets: [backwards(one)],
  }));

export const deleteSchedules: Revert["steps"] = (groups, { planId }) =>
  groups.map(([one]) => ({
    operation: "deleteScheduledTransaction",
    args: { planId, scheduledTransactionId: one.target.id },
    targets: [backwards(one, null)],
  }));

export const recreateSchedules: Revert["steps"] = (groups, { planId, live }) =>
  groups.map(([one]) => {
    const lookedAlike = live.filter((other) => holds(one.wanted, other)).map(({ id }) => id);
    return {
      operation: "createScheduledTransaction",
      args: { planId, scheduledTransaction: savedSchedule(one.wanted, {}) },
      targets: [{ ...recreated(one), lookedAlike }],
    };
  });

function recreated({ target: { id, label }, wanted }: Reverted): Target {
  return { id, label, before: null, after: wanted, recreates: id };
}

/** The state of a re-created transaction until its status, memo and flag are set. */
export const CREATED_WITH: Fields = { cleared: "uncleared", flag_color: null };

/** The state of the other side of a re-created transfer. */
const OTHER_SIDE_WITH: Fields = { ...CREATED_WITH, category_id: null };
const MARKS: readonly string[] = ["cleared", "approved", "memo", "flag_color"];

/**
 * Re-creates all deleted transactions in one request, which is enough because one tool call deletes
 * at most 50 transactions. YNAB creates the other sides of transfers. A later request sets the
 * status, memo and flag of the transactions on the other side of these transfers.
 */
export const recreateTransactions: Revert["steps"] = (groups, { planId }) => {
  const restored = groups.flatMap(([one]) => one.restoredId === null ? [] : [one]);
  const gone = groups.filter(([{ restoredId }]) => restoredId === null);
  const marked = [...restored, ...gone.flatMap(([, ...others]) => others)];
  const creation: Step<"createTransaction"> = {
    operation: "createTransaction",
    args: {
      planId,
      transactions: gone.map(([{ target: { lines }, wanted }]) => ({
        ...sentOnCreation(wanted),
        ...(lines === undefined ? {} : { subtransactions: lines.map(sentOnCreation) as never }),
      })),
    },
    targets: gone.flatMap(([one, ...others]) => {
      const { lines } = one.target;
      return [{ ...recreated(one), ...(lines && { lines }) }, ...others.map(otherSide)];
    }),
  };
  return [
    ...(gone.length === 0 ? [] : [creation]),
    ...(marked.length === 0 ? [] : [marking(marked, planId)]),
  ];
};

/** For a transfer's other side, omits the fields that a later request sets, such as the memo. */
function otherSide(one: Reverted): Target {
  const after = pickFields(one.wanted, ["account_id", "date", "amount"]);
  return { ...recreated(one), after, isFollower: true };
}

/**
 * Restores the status, memo, flag and category of transactions that an earlier undo re-created.
 * Does the same for the other sides of transfers that YNAB created during the previous step of this
 * undo. Sends the other side's status, memo and flag, because YNAB may have copied some of them
 * from the transfer's first side.
 */
function marking(marked: readonly Reverted[], planId: string): Step<"updateTransactions"> {
  const targets = marked.map(({ target, wanted, restoredId }): Target => {
    const fields = Object.entries(wanted).filter(([name, value]) =>
      MARKS.includes(name) || name === "category_id" && value !== null
    );
    const after = Object.fromEntries(fields);
    const known = Object.entries(OTHER_SIDE_WITH).filter(([name]) => name in after);
    const { id, label } = target;
    return { id: restoredId ?? id, label, before: Object.fromEntries(known), after };
  });
  const transactions = targets.map(({ id, after }) => ({ id, ...after }));
  return { operation: "updateTransactions", args: { planId, transactions }, targets };
}

/**
 * Warns about names that now belong to other records. Undo restores a previous name even if another
 * record has it now, so that several changes can be undone in reverse order.
 */
export function namesakeWarnings(
  noun: "payee" | "category" | "group",
): NonNullable<Revert["warnings"]> {
  return (reverted, { live }) => {
    const ids = new Set(reverted.map(({ target }) => target.id));
    const others = live.filter(({ id }) => !ids.has(id));
    const byName = Map.groupBy(others, ({ name = "" }) => foldName(name));
    const names = reverted.flatMap(({ wanted, now }) => {
      if (!("name" in wanted || "category_group_id" in wanted)) return [];
      // Only categories belong to a group, so other records have no `category_group_id`.
      const { name, category_group_id = null } = { ...now, ...wanted };
      const same = byName.get(foldName(String(name))) ?? [];
      return same.find((one) => holds({ category_group_id }, one))?.name ?? [];
    });
    const place = noun === "category" ? " in the same group" : "";
    return [...new Set(names)].map((name) =>
      `another ${noun}${place} is now called "${nameWords(name)}", so both will have the same name`
    );
  };
}
