import { flagOf } from "../domain/base/plan_records.ts";
import { isReservedPayee, MAX_PAYEE_NAME_LENGTH } from "../domain/payees/system_payees.ts";
import type { Fields } from "./change.ts";
import { asksNothing, compareTarget } from "./compare.ts";
import { differingFields, fieldWords, holds, withoutNames } from "./fields.ts";
import {
  ACCOUNT_FIELDS,
  formerFields,
  type RecordsNow,
  type UndoableEntry,
} from "./find_undoable.ts";
import type { JournalStep, JournalTarget } from "./journal.ts";
import { revertOf } from "./operations.ts";
import {
  CREATED_WITH,
  type Reverted,
  type RevertGroup,
  type SkipReason,
  skipWords,
} from "./revert.ts";

interface Skipped {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
}

/** The facts that decide whether a record is reverted. */
interface UndoRules
  extends Pick<UndoableEntry, "entry" | "progress" | "isChangedLater">, RecordsNow {
  readonly utcToday: string;
}

export interface SortedTargets {
  readonly reverted: readonly RevertGroup[];
  readonly skipped: readonly Skipped[];
  /** Number of records that already have the values they had before the change. */
  readonly alreadyRevertedCount: number;
  /** Why records are skipped; lists each reason once. */
  readonly reasons: readonly SkipReason[];
  /** Number of records that weren't selected, including those that can't be reverted. */
  readonly notSelectedCount: number;
  /** Whether a later undo could revert at least one of the remaining records. */
  readonly isRestLeft: boolean;
}

interface UndoTarget extends Reverted {
  /** Why the record is skipped; `null` if it is reverted. */
  readonly fate: "as_before" | SkipReason | null;
  /** Whether a later change that is still in effect restored the record's previous values. */
  readonly mayReturn: boolean;
}

/**
 * Sorts a change's records into those to revert and those to skip. Records that belong together,
 * such as the two sides of a transfer, are reverted together or not at all. `only` has the ids of
 * the records to undo; `null` means all.
 */
export function sortTargets(rules: UndoRules, only: ReadonlySet<string> | null): SortedTargets {
  const all = rules.entry.steps.flatMap((step) => undoGroups(step, rules));
  const groups = all.map((group) => ({
    isSelected: only === null || group.some(({ target }) => only.has(target.id)),
    inEffect: group.filter(({ fate }) => fate !== "as_before"),
    reasons: group.flatMap(({ fate }) => fate === "as_before" ? [] : fate ?? []),
  }));
  const asked = groups.filter(({ isSelected }) => isSelected);
  const others = groups.filter(({ isSelected }) => !isSelected);
  const countOf = (some: typeof groups): number => some.flatMap((one) => one.inEffect).length;
  return {
    reverted: asked.flatMap(({ inEffect: [leader, ...followers], reasons }) =>
      leader === undefined || reasons.length > 0 ? [] : [[leader, ...followers]]
    ),
    skipped: asked.flatMap(({ inEffect, reasons }) =>
      reasons.length === 0 ? [] : inEffect.flatMap(skippedRecords)
    ),
    reasons: asked.flatMap(({ reasons }) => reasons),
    alreadyRevertedCount: all.flat().length - countOf(groups),
    notSelectedCount: countOf(others),
    isRestLeft: groups.some(({ reasons }) => reasons.some(({ mayPass }) => mayPass === true)) ||
      others.some(({ inEffect, reasons }) => inEffect.length > 0 && reasons.length === 0) ||
      all.flat().some(({ mayReturn }) => mayReturn),
  };
}

function skippedRecords({ target, fate }: UndoTarget): readonly Skipped[] {
  if (fate === null || fate === "as_before") return [skippedWithOther(target)];
  const { id, label, lookAlikes = [] } = target;
  const lookAlike =
    "it may be the transaction that this change created: delete it in YNAB if it is a duplicate";
  return [
    { id, label, reason: fate.text ?? skipWords(fate, 1) },
    ...lookAlikes.map((other) => ({ id: other, label, reason: lookAlike })),
  ];
}

/** Skips a record because another record that belongs with it is skipped. */
export function skippedWithOther({ id, label }: JournalTarget): Skipped {
  return {
    id,
    label,
    reason:
      "it can be undone only together with another part of this change, which can't be undone now",
  };
}

/** Groups a step's records: each main record with the records that depend on it. */
function undoGroups(step: JournalStep, rules: UndoRules): readonly (readonly UndoTarget[])[] {
  const groups: UndoTarget[][] = [];
  for (const target of step.targets) {
    if (target.isFollower !== true || groups.length === 0) groups.push([]);
    const one = undoTarget(step, target, rules);
    if (one !== null) groups.at(-1)?.push(one);
  }
  return groups;
}

/** Deleting a record that the change created also undoes any other edits the change made to it. */
function undoTarget(step: JournalStep, one: JournalTarget, rules: UndoRules): UndoTarget | null {
  const { entry: { steps }, current, progress, isChangedLater } = rules;
  if (one.outcome === "not_done") return null;
  const same = steps.flatMap(({ targets }) => targets.filter(({ id }) => id === one.id));
  const isCreated = same.some(({ before }) => before === null);
  if (isCreated && one.before !== null) return null;
  const done = isCreated ? same.filter(({ outcome }) => outcome === "done") : [];
  const merged = done.length === 0
    ? one
    : { ...one, after: Object.assign({}, one.after, ...done.map(({ after }) => after)) as Fields };
  const now = current(step, one.id);
  const target = withCurrentNames(merged, now, rules);
  const [former = {}] = formerFields(target);
  const wanted = withoutNames(former);
  const { state, restoredId } = progress(step, target);
  const found = { step, target, wanted, now, restoredId: null, mayReturn: false };
  if (restoredId !== null && holds(CREATED_WITH, current(step, restoredId))) {
    return { ...found, restoredId, fate: null };
  }
  if (state === "reverted") return { ...found, fate: "as_before" };
  const fate = fateOf(found, { ...rules, mayBeRestored: state === "maybe_restored" });
  return { ...found, fate, mayReturn: fate === "as_before" && isChangedLater(step, target) };
}

/**
 * Refers to deleted payees by name, so that YNAB finds or creates payees with these names. An
 * earlier undo that re-created a record also set its payee by name. Uses `null` for flag colors
 * that YNAB no longer accepts, and for the category "Uncategorized", which only the app can set.
 */
function withCurrentNames(
  target: JournalTarget,
  now: Fields | null,
  { isLive, nameOf }: Pick<RecordsNow, "isLive" | "nameOf">,
): JournalTarget {
  const withoutNone = (fields: Fields): Fields => {
    const { category_id: category, flag_color: color } = fields;
    const isNone = typeof category === "string" && nameOf(category) === null;
    return {
      ...fields,
      ...(isNone ? { category_id: null } : {}),
      ...(color === undefined ? {} : { flag_color: flagOf({ flag_color: color as string }) }),
    };
  };
  const named = (given: Fields, known: Fields = given): Fields => {
    const fields = withoutNone(given);
    const { payee_id: id, payee_name: _, ...rest } = fields;
    const name = fields["payee_name"] ?? known["payee_name"];
    return typeof id === "string" && !isLive("payee_id", id) && isPayeeName(name, fields)
      ? { ...rest, payee_name: name }
      : fields;
  };
  const { before, after, restore, lines } = target;
  if (before === null) return { ...target, after: after && withoutNone(after) };
  const isSamePayee = now?.["payee_id"] === after?.["payee_id"];
  return {
    ...target,
    before: named(before),
    after: after && (isSamePayee ? withoutNone(after) : named(after)),
    ...(restore && { restore: named(restore, before) }),
    ...(lines && { lines: lines.map((line) => named(line)) }),
  };
}

/** A transfer's payee represents the other account, so the payee can't be created by name. */
function isPayeeName(name: unknown, fields: Fields): name is string {
  return typeof name === "string" && name.trim() !== "" && name.length <= MAX_PAYEE_NAME_LENGTH &&
    (fields["transfer_account_id"] ?? null) === null && !isReservedPayee(name);
}

const CLOSED_ACCOUNT: SkipReason = {
  mayPass: true,
  words: "{its|their} account is closed or deleted: if closed, reopen it in the YNAB app first",
};
const GONE: SkipReason = { words: "{it no longer exists|they no longer exist}" };
const LOOK_FIRST = "look for {it|them} before retrying";
const UNKNOWN_CREATION: SkipReason = {
  mayPass: true,
  words: `{it|they} may have been created: ${LOOK_FIRST}`,
};
const MAYBE_RESTORED: SkipReason = {
  words: `{it|they} may have been entered again: ${LOOK_FIRST}`,
};
const MAY_STILL_COME: SkipReason = {
  mayPass: true,
  words: "{it hasn't|they haven't} changed yet, but the change may still take effect: call again " +
    "in a minute",
};
const IN_TRACKING: SkipReason = {
  words: "{it is now in a tracking account|they are now in tracking accounts}, where {it|they} " +
    "can't have a category",
};
const BUDGET_TRANSFER: SkipReason = {
  words: "{it is now a transfer|they are now transfers} between budget accounts, so {it|they} " +
    "can't have a category",
};

/**
 * Returns why a record is skipped, or `null` if it should be reverted. Call this only for a record
 * that no earlier undo has reverted.
 */
function fateOf(
  one: Reverted,
  rules: UndoRules & { readonly mayBeRestored: boolean },
): UndoTarget["fate"] {
  const { step, target, wanted, now } = one;
  const { before, after, noWayBack } = target;
  const isUnread = before !== null && Object.keys(before).length === 0;
  if (isUnread && now !== null) return unreadReason(target);
  const comparison = compareTarget(target, now);
  if (comparison === "gone") return GONE;
  if (comparison === "as_before") {
    if (asksNothing(target)) return idleReason(target);
    if (target.outcome !== "unknown") return "as_before";
    return now === null ? UNKNOWN_CREATION : MAY_STILL_COME;
  }
  const found = now ?? {};
  const revert = revertOf(step.operation);
  if (after !== null) {
    const changed = changedReason(found, revert.expected?.(target, found) ?? withoutNames(after));
    const reason = changed ?? placeReason(one, rules.trackingAccountIds);
    if (reason !== null) return reason;
  } else if (rules.mayBeRestored) return MAYBE_RESTORED;
  else if (noWayBack !== undefined) return { words: `{|in each case }${noWayBack}` };
  return revert.skipReason?.({ target, wanted, now: found }, rules.utcToday) ??
    formerReason(target, rules.isLive);
}

function changedReason(now: Fields, expected: Fields): SkipReason | null {
  const changed = differingFields(expected, now);
  if (changed.length === 0) return null;
  return {
    text: `${changed.map(fieldWords).join(", ")} changed later`,
    words: "{it was|they were} changed later",
  };
}

/** Why a transaction can't get its category back. YNAB would silently drop the category. */
function placeReason(
  { target: { after }, wanted, now }: Reverted,
  tracking: readonly string[] | undefined,
): SkipReason | null {
  const isRemoved = after?.["category_id"] === null && typeof wanted["category_id"] === "string";
  if (!isRemoved || tracking === undefined) return null;
  const { account_id, transfer_account_id: other = null } = { ...now, ...wanted };
  if (tracking.includes(String(account_id))) return IN_TRACKING;
  return other === null || tracking.includes(String(other)) ? null : BUDGET_TRANSFER;
}

function formerReason(target: JournalTarget, isLive: RecordsNow["isLive"]): SkipReason | null {
  const gone = formerFields(target).flatMap((former) =>
    Object.entries(former).flatMap(([name, value]) =>
      typeof value === "string" && !isLive(name, value) ? [name] : []
    )
  );
  const [first] = gone;
  if (first === undefined) return null;
  return gone.some((name) => ACCOUNT_FIELDS.includes(name))
    ? CLOSED_ACCOUNT
    : { words: `{its|their} former ${fieldWords(first)} has been deleted` };
}

/** A record that wasn't read before the change has no previous values. */
function unreadReason({ after, outcome }: JournalTarget): SkipReason {
  const fields = Object.keys(after ?? {}).map(fieldWords).join(", ");
  return { mayPass: outcome === "unknown", words: `{it|they} may already have been ${fields}` };
}

/**
 * Why nothing is undone: the record already had the requested values, or it had a flag that undo
 * can't restore.
 */
function idleReason({ after }: JournalTarget): SkipReason {
  const fields = Object.keys(after ?? {}).map(fieldWords).join(", ");
  return {
    isIdle: true,
    words: after !== null && "flag_color" in after
      ? "YNAB no longer accepts the flag color that {it|they} had before this change"
      : `{it was|they were} already ${fields} before this change`,
  };
}
