import { foldName } from "../domain/base/fold_text.ts";
import type { Target } from "./change.ts";
import { compareTarget, outcomeOf } from "./compare.ts";
import { holds } from "./fields.ts";
import type { JournalStep, JournalTarget } from "./journal.ts";

/** Resolves the unknown outcomes of a step; returns the same step where nothing was learned. */
export type ResolveOutcome = (step: JournalStep, evidence: Evidence) => JournalStep;

/** An updated or deleted record shows by itself whether it is as before or as asked. */
export const byRecord: ResolveOutcome = (step, { records, mayComeLate, mayBeTakenBack }) => {
  if (records === undefined) return step;
  return withTargets(step, (target) => {
    if (target.outcome !== "unknown" || mayBeTakenBack) return target;
    const outcome = outcomeOf(compareTarget(target, records.get(target.id) ?? null));
    const isOpen = outcome === "unknown" || (outcome === "not_done" && mayComeLate);
    return isOpen ? target : { ...target, outcome };
  });
};

/** Changes the targets of a step; the same step where none is changed. */
export function withTargets(
  step: JournalStep,
  change: (target: JournalTarget) => JournalTarget,
): JournalStep {
  const targets = step.targets.map(change);
  return targets.every((target, at) => target === step.targets[at]) ? step : { ...step, targets };
}

/**
 * A created category or group is found by its name. Nothing in its group had the name just
 * before, so the only record that has it now is ours.
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

/** A created schedule is the only new one with all the fields that were asked for. */
export const byEqualSchedule: ResolveOutcome = (step, { records, mayComeLate }) => {
  if (records === undefined) return step;
  const schedules = records.all();
  const resolved = withTargets(step, (target) => {
    const found = target.outcome === "unknown" ? createdSchedule(target, schedules) : null;
    return found === null ? target : { ...target, id: found.id, outcome: "done" };
  });
  const isSeen = step.targets.some((target) => similarSchedules(target, schedules).length > 0);
  return mayComeLate || isSeen ? resolved : withoutLost(resolved);
};

/**
 * Finds the schedule that a lost response may have created: the only one with all of its
 * fields, except those that were there before.
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

/** Created transactions are found among those that were added since. */
export const amongAdded: ResolveOutcome = (step, { sinceAbsent, mayComeLate }) => {
  if (sinceAbsent === null) return step;
  const resolved = createdTransactions(step, sinceAbsent);
  return mayComeLate ? resolved : withoutLost(resolved);
};

/**
 * Added transactions are ours only when exactly the asked ones, all fields equal, were added;
 * otherwise those that look like them are noted.
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

/** What identifies a transaction, whatever else was changed since. */
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
 * A deleted record that was to be created again and did not arrive in time was not created:
 * otherwise the undo could never be retried.
 */
function withoutLost(step: JournalStep): JournalStep {
  const isLost = ({ outcome, recreates, lookAlikes }: JournalTarget): boolean =>
    outcome === "unknown" && recreates !== undefined && lookAlikes === undefined;
  // One request creates all of them: none arrived, or it is unknown which.
  const created = step.targets.filter(({ outcome }) => outcome === "unknown");
  if (created.length === 0 || !created.every(isLost)) return step;
  return withTargets(step, (one) => isLost(one) ? { ...one, outcome: "not_done" } : one);
}

/** Kinds of records that can be read again. */
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
 * Reads the live records of a kind as they are now, for months those of one month's
 * categories; `undefined` where they were not read.
 */
export type RecordReader = (kind: RecordKind, month: string | null) => RecordTable | undefined;

export interface Evidence {
  /** The step's records; `undefined` where they were not read. */
  readonly records: RecordTable | undefined;
  /** Transactions added since the change was known to be absent; `null` where unknown. */
  readonly sinceAbsent: readonly CurrentRecord[] | null;
  /** Whether what is not there yet may still arrive. */
  readonly mayComeLate: boolean;
  /** Whether what is there now may still be reverted by the change itself. */
  readonly mayBeTakenBack: boolean;
}

export interface PlanNews {
  readonly rows?: RecordsById;
  /** Transactions that no earlier read had; `null` where unknown. */
  readonly added: AddedTransactions | null;
  readonly categories?: RecordsById;
  readonly allCategories?: () => readonly CurrentRecord[];
  readonly allGroups?: () => readonly CurrentRecord[];
  readonly payees?: RecordsById;
  /** One month, `YYYY-MM-01`, with its categories. */
  readonly month?: { readonly month: string; readonly categories: RecordsById };
  readonly schedules?: RecordsById;
  readonly allSchedules?: () => readonly CurrentRecord[];
  /** When it was asked for, in milliseconds since 1970. */
  readonly askedAt: number;
}

type RecordsById = Pick<ReadonlyMap<string, CurrentRecord>, "get">;

/** Transactions that were not there before. */
export interface AddedTransactions {
  readonly rows: readonly CurrentRecord[];
  /** From and to which server knowledge they came. */
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
