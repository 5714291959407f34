import { foldName } from "../domain/base/fold_text.ts";
import type { Target } from "./change.ts";
import { asStored, compareTarget, otherSideOf, outcomeOf } from "./compare.ts";
import { holds } from "./fields.ts";
import { byImportKey, importKey } from "./import_ids.ts";
import type { JournalStep, JournalTarget } from "./journal.ts";

/** Resolves a step's unknown outcomes; returns the same step if nothing was learned. */
export type ResolveOutcome = (step: JournalStep, evidence: Evidence) => JournalStep;

/**
 * An updated or deleted record itself shows whether it matches `before` or `after`, and a leader
 * shows whether it has created its follower.
 */
export const byRecord: ResolveOutcome = (step, { records, mayArriveLate, mayBeCompensated }) => {
  if (records === undefined) return step;
  let leader: CurrentRecord | undefined;
  return withTargets(step, (target) => {
    if (target.isFollower !== true) leader = records.get(target.id);
    if (target.outcome !== "unknown") return target;
    const isCreated = target.isFollower === true && target.before === null;
    const id = (isCreated && leader !== undefined ? otherSideOf({ ...leader }, target) : null) ??
      target.id;
    const known = id === target.id ? target : { ...target, id };
    if (mayBeCompensated) return known;
    const outcome = outcomeOf(compareTarget(target, records.get(id) ?? null));
    const isOpen = outcome === "unknown" || (outcome === "not_done" && mayArriveLate);
    return isOpen ? known : { ...known, outcome };
  });
};

/** Maps a step's targets; returns the same step if none changed. */
export function withTargets(
  step: JournalStep,
  change: (target: JournalTarget) => JournalTarget,
): JournalStep {
  const targets = step.targets.map(change);
  return targets.every((target, at) => target === step.targets[at]) ? step : { ...step, targets };
}

/**
 * Finds a created category or group by name. No other record in its group had that name just
 * before, so a single match is ours.
 */
export const byName: ResolveOutcome = (step, { records }) => {
  if (records === undefined) return step;
  const all = records.all();
  const targets = step.targets.map((target): JournalTarget => {
    const { name, ...place } = target.after ?? {};
    const wanted = foldName(String(name));
    const found = all.filter((one) =>
      holds(place, one) && "name" in one && foldName(String(one.name)) === wanted
    );
    const [only] = found;
    return only === undefined || found.length > 1
      ? target
      : { ...target, id: only.id, outcome: "done" };
  });
  return targets.every(({ outcome }) => outcome === "done") ? { ...step, targets } : step;
};

/** A created schedule is the only new one with all the requested fields. */
export const byEqualSchedule: ResolveOutcome = (step, { records, mayArriveLate }) => {
  if (records === undefined) return step;
  const schedules = records.all();
  const resolved = withTargets(step, (target) => {
    const found = target.outcome === "unknown" ? createdSchedule(target, schedules) : null;
    return found === null ? target : { ...target, id: found.id, outcome: "done" };
  });
  const hasSimilar = step.targets.some((target) => similarSchedules(target, schedules).length > 0);
  return mayArriveLate || hasSimilar ? resolved : withoutLost(resolved);
};

/**
 * Finds the schedule that a lost response may have created: the only one with all of its fields
 * that didn't exist before.
 */
export function createdSchedule(
  target: Pick<Target, "after" | "lookedAlike">,
  schedules: readonly CurrentRecord[],
): CurrentRecord | null {
  const found = similarSchedules(target, schedules);
  return found.length === 1 ? found[0] ?? null : null;
}

function similarSchedules(
  { after, lookedAlike = [] }: Pick<Target, "after" | "lookedAlike">,
  schedules: readonly CurrentRecord[],
): readonly CurrentRecord[] {
  return schedules.filter((one) => !lookedAlike.includes(one.id) && holds(after, one));
}

/** Looks for created transactions among those added since. */
export const amongAdded: ResolveOutcome = (step, { sinceAbsent, mayArriveLate }) => {
  if (sinceAbsent === null) return step;
  const { imported, entered } = withImports(step, { added: sinceAbsent, mayArriveLate });
  const known = new Set(imported.targets.map(({ id }) => id));
  const resolved = createdTransactions(
    { ...step, targets: entered },
    sinceAbsent.filter(({ id }) => !known.has(id)),
  );
  const settled = (mayArriveLate ? resolved : withoutLost(resolved)).targets;
  return withTargets(imported, (target) => settled[entered.indexOf(target)] ?? target);
};

/**
 * Resolves targets with import ids, and their followers. The other ones, `entered`, can only be
 * recognized by their fields.
 */
function withImports(
  step: JournalStep,
  { added, mayArriveLate }: {
    readonly added: readonly CurrentRecord[];
    readonly mayArriveLate: boolean;
  },
): { readonly imported: JournalStep; readonly entered: readonly JournalTarget[] } {
  const imports = byImportKey(added);
  const entered: JournalTarget[] = [];
  let leader: CurrentRecord | null | undefined;
  const imported = withTargets(step, (target) => {
    const key = importKey(target.after);
    if (target.isFollower !== true) leader = key === null ? undefined : imports.get(key) ?? null;
    if (leader === undefined && target.outcome === "unknown") entered.push(target);
    if (leader === undefined || target.outcome !== "unknown") return target;
    if (leader === null) return mayArriveLate ? target : { ...target, outcome: "not_done" };
    if (target.isFollower !== true) {
      return { ...target, id: leader.id, after: asStored(target, { ...leader }), outcome: "done" };
    }
    const id = otherSideOf({ ...leader }, target);
    return id === null ? target : { ...target, id, outcome: "done" };
  });
  return { imported, entered };
}

/**
 * Added transactions are ours only if exactly the requested ones were added, with all fields equal;
 * otherwise similar ones are noted.
 */
function createdTransactions(step: JournalStep, added: readonly CurrentRecord[]): JournalStep {
  const free = new Set(added);
  const found: JournalTarget[] = [];
  for (const { lookAlikes: _, ...target } of step.targets) {
    const one = [...free].find((record) => holds(target.after, record));
    if (one === undefined) return withLookAlikes(step, added);
    free.delete(one);
    found.push({ ...target, id: one.id, outcome: "done" });
  }
  const isAmbiguous = [...free].some((record) =>
    step.targets.some(({ after }) => holds(after, record))
  );
  return isAmbiguous ? withLookAlikes(step, added) : { ...step, targets: found };
}

/** Fields that identify a transaction, even if others were changed since. */
const KNOWN_BY: readonly string[] = ["account_id", "date", "amount"];

function withLookAlikes(step: JournalStep, added: readonly CurrentRecord[]): JournalStep {
  return withTargets(step, (target) => {
    const { lookAlikes: noted = [], ...rest } = target;
    const known = Object.fromEntries(
      Object.entries(target.after ?? {}).filter(([name]) => KNOWN_BY.includes(name)),
    );
    const ids = added.filter((record) => holds(known, record)).map(({ id }) => id);
    if (ids.join() === noted.join()) return target;
    return ids.length === 0 ? rest : { ...rest, lookAlikes: ids };
  });
}

/**
 * Marks a deleted record that should be re-created and didn't arrive in time as not created;
 * otherwise the undo could never be retried.
 */
function withoutLost(step: JournalStep): JournalStep {
  const isLost = ({ outcome, recreates, lookAlikes }: JournalTarget): boolean =>
    outcome === "unknown" && recreates !== undefined && lookAlikes === undefined;
  // One request creates all of them: either none arrived, or it's unknown which.
  const created = step.targets.filter(({ outcome }) => outcome === "unknown");
  if (created.length === 0 || !created.every(isLost)) return step;
  return withTargets(step, (one) => isLost(one) ? { ...one, outcome: "not_done" } : one);
}

/** Kinds of records that can be re-read. */
export type RecordKind =
  | "transactions"
  | "categories"
  | "groups"
  | "months"
  | "payees"
  | "schedules";

/** A record as YNAB has it now. */
export interface CurrentRecord {
  readonly id: string;
}

/** Live records of one kind. */
export interface RecordTable {
  readonly get: (id: string) => CurrentRecord | undefined;
  readonly all: () => readonly CurrentRecord[];
}

/**
 * Reads the current live records of a kind (for months, one month's categories); `undefined` if
 * they weren't read.
 */
export type RecordReader = (kind: RecordKind, month: string | null) => RecordTable | undefined;

export interface Evidence {
  /** The step's records; `undefined` if they weren't read. */
  readonly records: RecordTable | undefined;
  /** Transactions added since the change was known to be absent; `null` if unknown. */
  readonly sinceAbsent: readonly CurrentRecord[] | null;
  /** Whether a missing record may still be created. */
  readonly mayArriveLate: boolean;
  /** Whether the change's own compensation may still revert the current records. */
  readonly mayBeCompensated: boolean;
}

export interface PlanNews {
  readonly rows?: RecordsById;
  /** Transactions that no earlier read returned; `null` if unknown. */
  readonly added: AddedTransactions | null;
  readonly categories?: RecordsById;
  readonly allCategories?: () => readonly CurrentRecord[];
  readonly allGroups?: () => readonly CurrentRecord[];
  readonly payees?: RecordsById;
  /** One month, `YYYY-MM-01`, with its categories. */
  readonly month?: { readonly month: string; readonly categories: RecordsById };
  readonly schedules?: RecordsById;
  readonly allSchedules?: () => readonly CurrentRecord[];
  /** Request time, in milliseconds since 1970. */
  readonly askedAt: number;
}

type RecordsById = Pick<ReadonlyMap<string, CurrentRecord>, "get">;

/** Transactions that didn't exist before. */
export interface AddedTransactions {
  readonly rows: readonly CurrentRecord[];
  /** The range of server knowledge in which they were added. */
  readonly from: number;
  readonly to: number;
}

export function tableOf(records: readonly CurrentRecord[]): RecordTable {
  let byId: ReadonlyMap<string, CurrentRecord> | undefined;
  return {
    get: (id) => (byId ??= new Map(records.map((one) => [one.id, one]))).get(id),
    all: () => records,
  };
}

export function newsReader(news: PlanNews): RecordReader {
  return (kind, month) => {
    switch (kind) {
      case "transactions":
        return tableBy(news.rows);
      case "categories":
        return tableBy(news.categories, news.allCategories);
      case "groups":
        return tableBy(undefined, news.allGroups);
      case "months":
        return tableBy(news.month?.month === month ? news.month?.categories : undefined);
      case "payees":
        return tableBy(news.payees);
      case "schedules":
        return tableBy(news.schedules, news.allSchedules);
    }
  };
}

function tableBy(
  byId: RecordsById | undefined,
  all?: RecordTable["all"],
): RecordTable | undefined {
  if (byId === undefined) return all === undefined ? undefined : tableOf(all());
  return { get: (id) => byId.get(id), all: all ?? (() => []) };
}
