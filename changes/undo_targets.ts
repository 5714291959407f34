import { fromMilliunits } from "../domain/base/money.ts";
import { pendingRule } from "../domain/base/special_categories.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import { frequencyWords } from "../domain/plan/transaction_label.ts";
import type { AvailableSource } from "./available_now.ts";
import type { Fields, FieldValue } from "./change.ts";
import { asksNothing, compareTarget } from "./compare.ts";
import { differingFields, fieldWords, holds, withoutNames } from "./fields.ts";
import type { JournalEntry, JournalStep, JournalTarget } from "./journal.ts";
import { OPERATIONS, revertOf } from "./operations.ts";
import {
  asFields,
  type CurrentRecord,
  type NeededRecords,
  readRecords,
  type RecordKind,
  type RecordTable,
} from "./records.ts";
import {
  CREATED_WITH,
  type Reverted,
  type RevertGroup,
  type SkipReason,
  type UndoReads,
} from "./revert.ts";
import type { UndoableEntry } from "./find_undoable.ts";

interface Skipped {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
}

export interface UndoPlan
  extends
    Pick<UndoableEntry, "entry" | "progress" | "isChangedLater" | "earlier" | "warnings">,
    RecordsNow {
  /** Ids of the records to undo; `null` for all. */
  readonly only: ReadonlySet<string> | null;
  readonly utcToday: string;
  readonly source: AvailableSource;
}

export interface SortedTargets {
  readonly reverted: readonly RevertGroup[];
  readonly skipped: readonly Skipped[];
  /** Number of records that already have their previous values. */
  readonly alreadyRevertedCount: number;
  /** Why records are skipped; lists each reason once. */
  readonly reasons: readonly SkipReason[];
  /** Number of records that weren't selected, including those that can't be reverted. */
  readonly notSelectedCount: number;
  /** Whether a later undo may revert one of the other records. */
  readonly isRestLeft: boolean;
}

interface UndoTarget extends Reverted {
  /** Why the record is skipped; `null` if it is reverted. */
  readonly fate: "as_before" | SkipReason | null;
  /** Whether the record has its previous values only because of a later change. */
  readonly mayReturn: boolean;
}

/**
 * Sorts a change's records into those to revert and those to skip. Records that one request touches
 * together, such as the two sides of a transfer, are reverted together or not at all.
 */
export function sortTargets(plan: UndoPlan): SortedTargets {
  const { entry, only } = plan;
  const all = entry.steps.flatMap((step) => undoGroups(step, plan));
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
  const { id, label } = target;
  return [{ id, label, reason: fate.text ?? fate.one }, ...lookAlikes(target)];
}

/** Skips a record because another record that belongs with it is skipped. */
export function skippedWithOther({ id, label }: JournalTarget): Skipped {
  return {
    id,
    label,
    reason:
      "it can only be undone together with another part of this change that can't be undone now",
  };
}

/** Groups a step's records: each leader with its followers. */
function undoGroups(step: JournalStep, plan: UndoPlan): readonly (readonly UndoTarget[])[] {
  const groups: UndoTarget[][] = [];
  for (const target of step.targets) {
    if (target.isFollower !== true || groups.length === 0) groups.push([]);
    const one = undoTarget(step, target, plan);
    if (one !== null) groups.at(-1)?.push(one);
  }
  return groups;
}

/** Deleting a created record also reverts everything else that the change did to it. */
function undoTarget(step: JournalStep, one: JournalTarget, plan: UndoPlan): UndoTarget | null {
  const { entry: { steps }, current, progress, isChangedLater } = plan;
  if (one.outcome === "not_done") return null;
  const same = steps.flatMap(({ targets }) => targets.filter(({ id }) => id === one.id));
  const isCreated = same.some(({ before }) => before === null);
  if (isCreated && one.before !== null) return null;
  const done = isCreated ? same.filter(({ outcome }) => outcome === "done") : [];
  const target = done.length === 0
    ? one
    : { ...one, after: Object.assign({}, one.after, ...done.map(({ after }) => after)) as Fields };
  const now = current(step, one);
  const { state, restoredId: newId } = progress(step, target);
  const isUnmarked = newId !== null &&
    holds(CREATED_WITH, current(step, { ...target, id: newId }));
  if (isUnmarked) return { step, target, now, restoredId: newId, fate: null, mayReturn: false };
  const fate = state === "reverted"
    ? "as_before"
    : fateOf({ step, target, now, mayBeRestored: state === "maybe_restored" }, plan);
  const mayReturn = fate === "as_before" && state !== "reverted" && isChangedLater(step, target);
  return { step, target, now, restoredId: null, fate, mayReturn };
}

const CLOSED_ACCOUNT: SkipReason = {
  mayPass: true,
  one: "its account is closed or deleted: reopen it in the YNAB app first",
  many: "their account is closed or deleted: reopen it in the YNAB app first",
};
const GONE: SkipReason = { one: "it no longer exists", many: "they no longer exist" };
const UNKNOWN_CREATION: SkipReason = {
  mayPass: true,
  one: "it may have been created: look for it before retrying",
  many: "they may have been created: look for them before retrying",
};
const MAYBE_RESTORED: SkipReason = {
  one: "it may have been entered again: look for it before retrying",
  many: "they may have been entered again: look for them before retrying",
};
const MAY_STILL_COME: SkipReason = {
  mayPass: true,
  one: "it hasn't changed yet, but the change may still take effect: call again in a minute",
  many: "they haven't changed yet, but the change may still take effect: call again in a minute",
};

const IN_TRACKING: SkipReason = {
  one: "it is now in a tracking account, where it can't have a category",
  many: "they are now in tracking accounts, where they can't have a category",
};
const BUDGET_TRANSFER: SkipReason = {
  one: "it is now a transfer between budget accounts, so it can't have a category",
  many: "they are now transfers between budget accounts, so they can't have a category",
};

/** Whether a record that no earlier undo has reverted can be reverted, and if not, why. */
function fateOf(
  { step, target, now, mayBeRestored }: Pick<Reverted, "step" | "target" | "now"> & {
    readonly mayBeRestored: boolean;
  },
  { trackingAccountIds, isLive, utcToday }: UndoPlan,
): UndoTarget["fate"] {
  const { before, after } = target;
  const isUnread = before !== null && Object.keys(before).length === 0;
  if (isUnread && now !== null) return unreadReason(target);
  const comparison = compareTarget(target, now);
  if (comparison === "gone") return GONE;
  if (comparison === "as_before") {
    if (asksNothing(target)) return idleReason(target);
    if (target.outcome !== "unknown") return "as_before";
    return now === null ? UNKNOWN_CREATION : MAY_STILL_COME;
  }
  const revert = revertOf(step.operation);
  const skipReason = (): SkipReason | null =>
    revert.skipReason?.(now ?? {}, target, utcToday) ?? formerReason(target, isLive);
  if (after === null) {
    if (mayBeRestored) return MAYBE_RESTORED;
    const { noWayBack } = target;
    return noWayBack === undefined
      ? skipReason()
      : { one: noWayBack, many: `each because ${noWayBack}` };
  }
  const found = now ?? {};
  const expected = revert.expected?.(target, found) ?? withoutNames(after);
  return changedReason(found, expected) ??
    placeReason(found, target, trackingAccountIds) ?? skipReason();
}

function changedReason(now: Fields, expected: Fields): SkipReason | null {
  const changed = differingFields(expected, now);
  if (changed.length === 0) return null;
  return {
    text: `${changed.map(fieldWords).join(", ")} changed later`,
    one: "it was changed later",
    many: "they were changed later",
  };
}

/** Why a transaction can't get its category back. YNAB would silently drop the category. */
function placeReason(
  now: Fields,
  target: JournalTarget,
  tracking: readonly string[] | undefined,
): SkipReason | null {
  const isRemoved = target.after?.["category_id"] === null && restores(target, ["category_id"]);
  if (!isRemoved || tracking === undefined) return null;
  const { account_id, transfer_account_id: other = null } = {
    ...now,
    ...target.restore ?? target.before,
  };
  if (tracking.includes(String(account_id))) return IN_TRACKING;
  return other === null || tracking.includes(String(other)) ? null : BUDGET_TRANSFER;
}

function formerReason(
  { restore, before, lines = [] }: JournalTarget,
  isLive: UndoPlan["isLive"],
): SkipReason | null {
  const gone = [restore ?? before ?? {}, ...lines].flatMap((former) =>
    Object.entries(former).flatMap(([name, value]) =>
      typeof value === "string" && !isLive(name, value) ? [name] : []
    )
  );
  const [first] = gone;
  if (first === undefined) return null;
  if (gone.some((name) => ACCOUNTS.includes(name))) return CLOSED_ACCOUNT;
  const words = `former ${fieldWords(first)} has been deleted`;
  return { one: `its ${words}`, many: `their ${words}` };
}

/** A record that wasn't read before the change has no previous values. */
function unreadReason({ after, outcome }: JournalTarget): SkipReason {
  const words = `may already have been ${Object.keys(after ?? {}).map(fieldWords).join(", ")}`;
  return { mayPass: outcome === "unknown", one: `it ${words}`, many: `they ${words}` };
}

/** The change set values that the record already had. */
function idleReason({ after }: JournalTarget): SkipReason {
  const words = `already ${Object.keys(after ?? {}).map(fieldWords).join(", ")} before this change`;
  return { isIdle: true, one: `it was ${words}`, many: `they were ${words}` };
}

function lookAlikes({ label, lookAlikes = [] }: JournalTarget): readonly Skipped[] {
  const reason =
    "it may be the transaction that this change created: delete it in YNAB if it is a duplicate";
  return lookAlikes.map((id) => ({ id, label, reason }));
}

interface NeededReads extends NeededRecords, Pick<RecordsNow, "trackingAccountIds"> {
  /**
   * Whether undo writes to accounts (which may have been closed since) or sets the categories of
   * transactions (which tracking accounts don't allow).
   */
  readonly needsAccounts: boolean;
}

export interface RecordsNow {
  readonly current: (step: JournalStep, target: JournalTarget) => Fields | null;
  /** A record's name: the id if it wasn't read, `null` for YNAB's own "Uncategorized". */
  readonly nameOf: (id: string) => string | null;
  /** Whether the record that a field refers to still exists or, for an account, is open. */
  readonly isLive: (field: string, id: string) => boolean;
  readonly live: (step: Pick<JournalStep, "operation" | "month">) => readonly CurrentRecord[];
  /**
   * Ids of the tracking accounts (those at the time of the change if undo can't read accounts in
   * this profile); absent if the change removed no categories.
   */
  readonly trackingAccountIds: readonly string[] | undefined;
}

const ACCOUNTS: readonly string[] = ["account_id", "transfer_account_id"];
/** Fields that refer to records that may have been deleted since. */
const KINDS: Readonly<Record<string, RecordKind>> = {
  category_id: "categories",
  category_group_id: "groups",
  payee_id: "payees",
};
const NAMED: readonly string[] = [...Object.keys(KINDS), ...ACCOUNTS];

/** The reads needed to undo a change, depending on its operations. */
export function neededReads(
  { steps, trackingAccountIds }: Pick<JournalEntry, "steps" | "trackingAccountIds">,
): NeededReads {
  const targets = steps.flatMap((step) => step.targets);
  return {
    trackingAccountIds,
    records: new Set([
      ...steps.flatMap(({ operation }) => OPERATIONS[operation].records ?? []),
      ...(targets.some(isAboutCategory) ? ["categories" as const] : []),
      ...(targets.some(isAboutPayee) ? ["payees" as const] : []),
    ]),
    needsAccounts: targets.some((one) => restores(one, ACCOUNTS)) ||
      trackingAccountIds !== undefined,
    months: [...new Set(steps.flatMap(({ month }) => month ?? []))],
  };
}

/** Whether categories are needed to name, compare and check the values of a record. */
function isAboutCategory({ before, after, lines }: JournalTarget): boolean {
  return lines !== undefined ||
    [before, after].some((fields) => fields !== null && "category_id" in fields);
}

/** Whether payees are needed to name and check the values that undo restores. */
function isAboutPayee(target: JournalTarget): boolean {
  const { before, after } = target;
  return restores(target, ["payee_id"]) ||
    before !== null && typeof after?.["payee_id"] === "string";
}

function restores(
  { restore, before, lines = [] }: JournalTarget,
  names: readonly string[],
): boolean {
  return [restore ?? before ?? {}, ...lines].some((fields) =>
    names.some((name) => typeof fields[name] === "string")
  );
}

export async function recordsNow(
  { needsAccounts, trackingAccountIds, ...needed }: NeededReads,
  { planId, fresh }: { readonly planId: string; readonly fresh: Partial<UndoReads> },
): Promise<RecordsNow> {
  const [accounts = null, { read, categories, payees, months }] = await Promise.all([
    needsAccounts ? fresh.getAccounts?.({ planId }) : null,
    readRecords(needed, { planId, reads: fresh }),
  ]);
  const openAccounts = new Set(accounts?.live.flatMap(({ id, closed }) => closed ? [] : id));
  const groups = categories?.groups ?? [];
  const { uncategorizedIds } = pendingRule([], categories?.live ?? []);
  const categoryName = categoryNames({ groups });
  const named = [
    ...months.flatMap((month) => month.categories),
    ...[...groups, ...payees?.live ?? [], ...accounts?.live ?? []],
  ];
  const otherNames = new Map(named.map(({ id, name }) => [id, name]));
  const tableOf = (
    { operation, month }: Pick<JournalStep, "operation" | "month">,
  ): RecordTable | undefined => {
    const { records } = OPERATIONS[operation];
    return records === null ? undefined : read(records, month);
  };
  return {
    live: (step) => tableOf(step)?.all() ?? [],
    trackingAccountIds: trackingAccountIds &&
      (accounts?.live.flatMap(({ id, on_budget }) => on_budget ? [] : id) ?? trackingAccountIds),
    current: (step, { id }) => {
      const record = asFields(tableOf(step)?.get(id));
      return uncategorizedIds.has(String(record?.["category_id"]))
        ? { ...record, category_id: null }
        : record;
    },
    isLive: (field, id) => {
      if (accounts !== null && ACCOUNTS.includes(field)) return openAccounts.has(id);
      const kind = KINDS[field];
      const records = kind === undefined ? undefined : read(kind, null);
      return records === undefined || records.get(id) !== undefined;
    },
    nameOf: (id) => uncategorizedIds.has(id) ? null : categoryName(id) ?? otherNames.get(id) ?? id,
  };
}

/** A field's value for people: the name for an id, and the amount in currency units. */
export function valueWords(
  field: string,
  value: FieldValue,
  { nameOf }: Pick<RecordsNow, "nameOf">,
): FieldValue {
  if (value === null) return null;
  if (NAMED.includes(field)) return nameOf(String(value));
  if (field === "frequency") return frequencyWords(String(value));
  return field === "budgeted" || field === "amount" ? fromMilliunits(Number(value)) : value;
}
