import type { DirectReads, Reads } from "../sync/plan/reads.ts";
import type { ChangeStore } from "../sync/store/change_records.ts";
import {
  amongAdded,
  type CurrentRecord,
  newsReader,
  type PlanNews,
  withTargets,
} from "./outcomes.ts";
import {
  isOpen,
  Journal,
  type JournalEntry,
  type JournalStep,
  outcomesOf,
  stateOf,
} from "./journal.ts";
import { operationOf } from "./operations.ts";
import { isAllUndone } from "./find_undoable.ts";

export interface TimedNews extends PlanNews {
  /** Whether it was asked for after our own last change. */
  readonly isAfterChange: () => boolean;
}

/**
 * Resolves open entries by a read. It waits for a change that is being written, so that an entry
 * that is still intended then is an orphan of a crash. A read from before that change, such as
 * its own re-check, shows nothing of it.
 */
export async function resolveJournal(
  store: ChangeStore,
  planId: string,
  news: TimedNews,
): Promise<void> {
  const journal = new Journal(store);
  if ((await journal.openEntries(planId)).length === 0) return;
  await store.withPlanLock(planId, async () => {
    if (!news.isAfterChange()) return;
    for (const entry of await journal.openEntries(planId)) {
      if (news.askedAt >= entry.touchedAt) await resolve(entry, news, journal);
    }
  });
}

async function resolve(entry: JournalEntry, news: PlanNews, journal: Journal): Promise<void> {
  const resolved = resolveEntry(entry, news);
  if (resolved === entry) return;
  // Undos may have reverted the known part of the change before. One write, so that no other call
  // reads the change as partly applied in between.
  const isUndone = !isOpen(resolved) && isAllUndone(resolved, await journal.entries(entry.planId));
  await journal.close(isUndone ? { ...resolved, state: "undone" } : resolved);
}

/** Live transactions that have changed since some server knowledge. */
export interface MovedTransactions {
  readonly rows: readonly CurrentRecord[];
  /** The knowledge that they go up to; that they begin at where unknown. */
  readonly to: number;
}

export interface CreationSearch {
  readonly planId: string;
  /** Which of the open changes are asked about. */
  readonly isWanted: (entry: JournalEntry) => boolean;
  /** Asks for all that has changed since some server knowledge. */
  readonly movedSince: (knowledge: number) => Promise<MovedTransactions>;
}

/** Where the journal is, and the clock in milliseconds since 1970. */
export interface JournalSource {
  readonly store: ChangeStore;
  readonly now: () => number;
}

/**
 * Resolves what open changes were to create by asking for exactly what was added since. It waits
 * for a change that is being written, so that nothing is asked in the middle of one.
 */
export async function resolveCreations(
  { planId, isWanted, movedSince }: CreationSearch,
  { store, now }: JournalSource,
): Promise<void> {
  const journal = new Journal(store);
  const awaiting = async (): Promise<readonly JournalEntry[]> =>
    (await journal.openEntries(planId)).filter((entry) => isWanted(entry) && isAwaiting(entry));
  if ((await awaiting()).length === 0) return;
  await store.withPlanLock(planId, async () => {
    for (const entry of await awaiting()) {
      const from = entry.absentAsOf ?? 0;
      const askedAt = now();
      await resolve(entry, { added: { from, ...await movedSince(from) }, askedAt }, journal);
    }
  });
}

/** What undo needs besides the records of the plan. */
export interface UndoEngine {
  /** What was changed here before. */
  readonly journal: Pick<Journal, "entries" | "unreadable" | "isKept">;
  /** Waits until what was read so far has resolved what it can of the journal. */
  readonly journalResolved: () => Promise<void>;
  /** Resolves what was to be created by the transactions that have come since. */
  readonly resolveCreations: (search: CreationSearch) => Promise<void>;
  /** Counts the requests that a change may still send in this hour. */
  readonly freeRequests: () => Promise<number>;
}

export interface OutcomeSource extends Pick<UndoEngine, "journalResolved" | "resolveCreations"> {
  readonly fresh:
    & Pick<Reads, "getCategories" | "getPlanMonth" | "getTransactions">
    & Partial<Pick<Reads, "getPayees" | "getScheduledTransactions">>;
  /** Reads past the copy. */
  readonly uncached: Pick<DirectReads, "getTransactions">;
}

/** Resolves an entry before it is undone, as far as its records show the outcome. */
export async function resolveOutcome(entry: JournalEntry, source: OutcomeSource): Promise<void> {
  const { fresh, uncached, journalResolved, resolveCreations } = source;
  const { planId, operationId, steps } = entry;
  const needed = new Set(steps.map(({ operation }) => operationOf(operation)?.records));
  const months = new Set(steps.flatMap(({ month }) => month ?? []));
  await Promise.all([
    needed.has("transactions") ? fresh.getTransactions({ planId }) : null,
    needed.has("categories") || needed.has("groups") ? fresh.getCategories({ planId }) : null,
    // A profile that reads no schedules or payees does not undo changes of them either.
    needed.has("payees") ? fresh.getPayees?.({ planId }) : null,
    needed.has("schedules") ? fresh.getScheduledTransactions?.({ planId }) : null,
    ...[...months].map((month) => fresh.getPlanMonth({ planId, month })),
  ]);
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
 * A request may still be applied this long after its process has died: the longest that a call
 * takes here, and as long again at upstream.
 */
const LATE_MS = 60_000;

/** Resolves the outcomes of a change as far as a read shows them; else gives the same entry. */
export function resolveEntry(entry: JournalEntry, news: PlanNews): JournalEntry {
  const { added } = news;
  const isSinceAbsent = added !== null && added.from === entry.absentAsOf;
  const sinceAbsent = isSinceAbsent ? added.rows : null;
  const mayComeLate = news.askedAt < entry.touchedAt + LATE_MS;
  // Steps that belong together may have been compensated, which may come late as well.
  const mayBeTakenBack = mayComeLate && entry.steps.length > 1;
  const read = newsReader(news);
  const found = new Map<string, string>();
  const missing = new Set<string>();
  const steps = entry.steps.map((asked) => {
    const step = withCreated(asked, { found, missing });
    const { records: kind = null, outcome = unresolved } = operationOf(step.operation) ?? {};
    const records = kind === null ? undefined : read(kind, step.month);
    const evidence = { records, sinceAbsent, mayComeLate, mayBeTakenBack };
    const resolved = isUnknownIn(step) ? outcome(step, evidence) : step;
    for (const [at, { id }] of step.targets.entries()) {
      const now = resolved.targets[at];
      if (now !== undefined && now.id !== id) found.set(id, now.id);
      if (now?.before === null && now.outcome === "not_done") missing.add(id);
    }
    return resolved;
  });
  const isSame = steps.every((step, at) => step === entry.steps[at]);
  // Where nothing like it was added yet, it is looked for in what is added next.
  const absentAsOf = isSinceAbsent && isStillAwaited(steps) ? added.to : entry.absentAsOf;
  if (isSame && absentAsOf === entry.absentAsOf) return entry;
  const isStillOpen = outcomesOf(steps).join() === outcomesOf(entry.steps).join();
  return { ...entry, steps, absentAsOf, state: isStillOpen ? entry.state : stateOf(steps) };
}

/** A step about records that earlier steps have created, or have not. */
function withCreated(
  step: JournalStep,
  { found, missing }: {
    readonly found: ReadonlyMap<string, string>;
    readonly missing: ReadonlySet<string>;
  },
): JournalStep {
  return withTargets(step, (target) => {
    const id = found.get(target.id) ?? target.id;
    const isNotDone = target.before !== null && target.outcome === "unknown" && missing.has(id);
    if (isNotDone) return { ...target, id, outcome: "not_done" };
    return id === target.id ? target : { ...target, id };
  });
}

/** A step of an operation that this version does not know. */
function unresolved(step: JournalStep): JournalStep {
  return step;
}

function isUnknownIn({ targets }: JournalStep): boolean {
  return targets.some(({ outcome }) => outcome === "unknown");
}

/** Whether a step is resolved by the transactions added since, as its own ids are unknown. */
function isFoundAmongAdded({ operation }: JournalStep): boolean {
  return operationOf(operation)?.outcome === amongAdded;
}

function isAwaiting({ absentAsOf, steps }: JournalEntry): boolean {
  return absentAsOf !== null &&
    steps.some((step) => isFoundAmongAdded(step) && isUnknownIn(step));
}

/** Whether something was to be created that nothing added since looks like. */
function isStillAwaited(steps: readonly JournalStep[]): boolean {
  const awaited = steps.filter(isFoundAmongAdded)
    .flatMap(({ targets }) => targets.filter(({ outcome }) => outcome === "unknown"));
  return awaited.length > 0 && awaited.every(({ lookAlikes }) => lookAlikes === undefined);
}

export function mayHaveRenamed({ steps }: Pick<JournalEntry, "steps">): boolean {
  return steps.some((step) => step.operation === "updatePayee" && isUnknownIn(step));
}

/** Whether something was added that looks like what a change was to create. */
export function hasLookAlikes({ steps }: Pick<JournalEntry, "steps">): boolean {
  return steps.some(({ targets }) => targets.some(({ lookAlikes }) => lookAlikes !== undefined));
}
