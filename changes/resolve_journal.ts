import type { DirectReads } from "../sync/plan/collections.ts";
import type { ChangeStore } from "../sync/store/change_records.ts";
import type { PlanNews } from "../sync/plan/plan_news.ts";
import type { FieldValue, WriteId } from "./change.ts";
import { askedPayees } from "./fields.ts";
import { withTargets } from "./outcomes.ts";
import {
  isOpen,
  Journal,
  type JournalEntry,
  type JournalStep,
  type JournalTarget,
  type Outcome,
  outcomesOf,
  stateOf,
} from "./journal.ts";
import { isFoundAmongAdded, operationOf } from "./operations.ts";
import {
  type CurrentRecord,
  newsReader,
  readRecords,
  type RecordNews,
  type RecordReads,
} from "./records.ts";
import { isAllUndone } from "./find_undoable.ts";

/**
 * Resolves journal entries whose outcome is unknown, using the data returned by a read of the plan.
 * Waits until no change is in progress; an entry that is still `intended` at that point was left
 * behind by a crash. Skips a read that began before the change ended, such as the change's own
 * re-read.
 */
export async function resolveJournal(
  store: ChangeStore,
  planId: string,
  news: PlanNews,
): Promise<void> {
  const journal = new Journal(store);
  if ((await journal.unmarkedEntries(planId)).length === 0) return;
  await store.withPlanLock(planId, async () => {
    if (!news.isAfterChange()) return;
    const entries = await journal.unmarkedEntries(planId);
    const all: AllEntries = { known: null };
    for (const entry of entries.filter(isOpen)) {
      if (news.askedAt >= entry.touchedAt) await resolve(entry, news, journal, all);
    }
    // Marking an entry as closed takes a write, so mark only some of the entries on each read.
    const closed = entries.filter((entry) => !isOpen(entry)).slice(0, 50);
    for (const entry of closed) await journal.save(entry).catch(() => {});
  });
}

/** All of a plan's entries; `null` if they must be read again. */
interface AllEntries {
  known: readonly JournalEntry[] | null;
}

async function resolve(
  entry: JournalEntry,
  news: RecordNews,
  journal: Journal,
  all: AllEntries = { known: null },
): Promise<void> {
  const quick = resolveEntry(entry, news, formerPayees(entry, []));
  const named = askedPayees(entry.steps).size > 0 && (news.rows ?? news.schedules ?? news.added);
  // Reading all entries takes a long time, so read them only if they may matter.
  const isNeeded = named || !isOpen(quick);
  const entries = isNeeded ? all.known ??= await journal.entries(entry.planId) : [];
  const resolved = resolveEntry(entry, news, formerPayees(entry, entries));
  if (resolved === entry) return;
  // Undos may already have reverted every record known to have changed. If so, store the outcome
  // and the state `undone` in one write, so that no other call reads the change as partly applied.
  const isUndone = !isOpen(resolved) && isAllUndone(resolved, entries);
  all.known = null;
  await journal.close(isUndone ? { ...resolved, state: "undone" } : resolved);
}

/** Maps payee ids to the requested names; the payees may have been renamed since the request. */
function formerPayees(
  { at, steps, payeeNames = {} }: JournalEntry,
  entries: readonly JournalEntry[],
): ReadonlyMap<unknown, FieldValue> {
  const names = askedPayees(steps);
  const renamed = entries.filter((one) => one.at >= at).flatMap((one) => one.steps)
    .flatMap(({ operation, targets }) => operation === "updatePayee" ? targets : []);
  const former = renamed.map(({ id, before }) => [id, before?.["name"] ?? null] as const);
  return new Map([...Object.entries(payeeNames), ...former.filter(([, name]) => names.has(name))]);
}

export interface CreationSearch {
  readonly planId: string;
  /** Whether to resolve a change whose outcome is unknown. */
  readonly isWanted: (entry: JournalEntry) => boolean;
  /**
   * Requests the transactions, except deleted ones, that changed since a given value of YNAB's
   * server knowledge.
   */
  readonly movedSince: (
    knowledge: number,
  ) => Promise<Pick<NonNullable<PlanNews["added"]>, "rows" | "to">>;
}

/**
 * For changes whose outcome is unknown, determines whether their transactions were created. Waits
 * for any change in progress to finish. Then, for each of these changes, finds the last read that
 * definitely took place before the change's transactions were created, and requests all
 * transactions modified since that read.
 */
export async function resolveCreations(
  { planId, isWanted, movedSince }: CreationSearch,
  { store, now }: { readonly store: ChangeStore; readonly now: () => number },
): Promise<void> {
  const journal = new Journal(store);
  const awaiting = async (): Promise<readonly JournalEntry[]> =>
    (await journal.openEntries(planId)).filter((entry) => isWanted(entry) && isAwaiting(entry));
  if ((await awaiting()).length === 0) return;
  await store.withPlanLock(planId, async () => {
    for (const entry of await awaiting()) {
      const from = entry.knownAt ?? 0;
      const askedAt = now();
      await resolve(entry, { added: { from, ...await movedSince(from) }, askedAt }, journal);
    }
  });
}

export interface UndoEngine {
  readonly journal: Pick<Journal, "entries" | "read" | "isDurable">;
  /**
   * Waits until every journal entry with an unknown outcome has been checked against all data read
   * so far.
   */
  readonly journalResolved: () => Promise<void>;
  /** See {@linkcode resolveCreations}. */
  readonly resolveCreations: (search: CreationSearch) => Promise<void>;
  /** Counts the requests that a change may still send this hour. */
  readonly freeRequests: () => Promise<number>;
}

export interface OutcomeSource extends Pick<UndoEngine, "journalResolved" | "resolveCreations"> {
  readonly fresh: RecordReads;
  /** Reads directly from YNAB, not from the local copy. */
  readonly uncached: Pick<DirectReads, "getTransactions">;
}

export async function resolveOutcome(
  { planId, operationId, steps }: JournalEntry,
  { fresh, uncached, journalResolved, resolveCreations }: OutcomeSource,
): Promise<void> {
  const records = new Set(steps.flatMap(({ operation }) => operationOf(operation)?.records ?? []));
  const months = [...new Set(steps.flatMap(({ month }) => month ?? []))];
  await readRecords({ records, months }, { planId, reads: fresh });
  await journalResolved();
  await resolveCreations({
    planId,
    isWanted: (one) => one.operationId === operationId,
    movedSince: async (knowledge) => ({
      rows: (await uncached.getTransactions({ planId, knowledge })).live,
      to: knowledge,
    }),
  });
}

/**
 * How long a request may take to arrive at YNAB, in milliseconds. This is twice the duration of our
 * longest call, to allow for delays at YNAB.
 */
const LATE_MS = 60_000;

/** Resolves an entry's unknown outcomes from new reads; returns `entry` if nothing changes. */
export function resolveEntry(
  entry: JournalEntry,
  news: RecordNews,
  payees: ReturnType<typeof formerPayees> = new Map(),
): JournalEntry {
  const { added } = news;
  const isSinceAbsent = added !== null && added.from === entry.knownAt;
  const named = <One extends CurrentRecord>(record: One): One => {
    const name = "payee_id" in record ? payees.get(record.payee_id) : undefined;
    return name === undefined ? record : { ...record, payee_name: name };
  };
  const sinceAbsent = isSinceAbsent ? added.rows.map(named) : null;
  const mayArriveLate = news.askedAt < entry.touchedAt + LATE_MS;
  // If a change has several steps, a completed update might still be reverted by a compensating
  // request that arrives late.
  const isCertain = (operation: WriteId, outcome: Outcome): boolean =>
    !mayArriveLate || outcome === "done" &&
      (entry.steps.length === 1 || operationOf(operation)?.effect === "creates");
  const read = newsReader(news);
  const created: Creations = { found: new Map(), missing: new Set() };
  const steps = entry.steps.map((asked) => {
    const step = withCreated(asked, created);
    // The operation may be unknown to this version.
    const operation = isUnknownIn(step) ? operationOf(step.operation) : null;
    const kind = operation?.records ?? null;
    const table = kind === null ? undefined : read(kind, step.month);
    const records = table && {
      get: (id: string) => {
        const record = table.get(id);
        return record && named(record);
      },
      all: () => table.all().map(named),
    };
    const resolved = operation === null
      ? step
      : certainOf(operation.outcome(step, { records, sinceAbsent }), step, isCertain);
    for (const [at, { id }] of step.targets.entries()) {
      const now = resolved.targets[at];
      if (now !== undefined && now.id !== id) created.found.set(id, now.id);
      if (now?.before === null && now.outcome === "not_done") created.missing.add(id);
    }
    return resolved;
  });
  const isSame = steps.every((step, at) => step === entry.steps[at]);
  // If none of the records added so far resembles a record that this change was meant to create,
  // later calls check only newer records.
  const knownAt = isSinceAbsent && isStillAwaited(steps) ? added.to : entry.knownAt;
  if (isSame && knownAt === entry.knownAt) return entry;
  const isStillOpen = outcomesOf(steps).join() === outcomesOf(entry.steps).join();
  return { ...entry, steps, knownAt, state: isStillOpen ? entry.state : stateOf(steps) };
}

/** Leaves outcomes unknown if a late request could still change them. */
function certainOf(
  resolved: JournalStep,
  step: JournalStep,
  isCertain: (operation: WriteId, outcome: Outcome) => boolean,
): JournalStep {
  const targets = resolved.targets.map((target, at): JournalTarget => {
    const before = step.targets[at] ?? target;
    if (target.outcome === before.outcome || isCertain(step.operation, target.outcome)) {
      return target;
    }
    const isSame = target.id === before.id && target.lookAlikes === before.lookAlikes;
    return isSame ? before : { ...target, outcome: "unknown" };
  });
  return withTargets(step, targets);
}

/** Ids of the records that earlier steps created or failed to create. */
interface Creations {
  readonly found: Map<string, string>;
  readonly missing: Set<string>;
}

function withCreated(step: JournalStep, { found, missing }: Creations): JournalStep {
  const targets = step.targets.map((target): JournalTarget => {
    const id = found.get(target.id) ?? target.id;
    const isNotDone = target.before !== null && target.outcome === "unknown" && missing.has(id);
    if (isNotDone) return { ...target, id, outcome: "not_done" };
    return id === target.id ? target : { ...target, id };
  });
  return withTargets(step, targets);
}

function isUnknownIn({ targets }: JournalStep): boolean {
  return targets.some(({ outcome }) => outcome === "unknown");
}

function isAwaiting({ knownAt, steps }: JournalEntry): boolean {
  return knownAt !== null &&
    steps.some((step) => isFoundAmongAdded(step) && isUnknownIn(step));
}

/** Whether records are still missing and no added record resembles any of them. */
function isStillAwaited(steps: readonly JournalStep[]): boolean {
  const awaited = steps.filter(isFoundAmongAdded)
    .flatMap(({ targets }) => targets.filter(({ outcome }) => outcome === "unknown"));
  return awaited.length > 0 && awaited.every(({ lookAlikes }) => lookAlikes === undefined);
}

export function mayHaveRenamed({ steps }: Pick<JournalEntry, "steps">): boolean {
  return steps.some((step) => step.operation === "updatePayee" && isUnknownIn(step));
}

export function hasLookAlikes({ steps }: Pick<JournalEntry, "steps">): boolean {
  return steps.some(({ targets }) => targets.some(({ lookAlikes }) => lookAlikes !== undefined));
}
