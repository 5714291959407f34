import type { ChangeStore } from "../sync/store/change_records.ts";
import { isOpen, Journal, type JournalEntry } from "./journal.ts";
import { isAllUndone } from "./undone_records.ts";
import type { CurrentRecord, PlanNews } from "./evidence.ts";
import { isFoundAmongAdded, resolveEntry } from "./resolve_entry.ts";

/** What a read has brought, and whether it can show our last change. */
export interface TimedNews extends PlanNews {
  /** Whether it was asked for after our own last change. */
  readonly isAfterChange: () => boolean;
}

/**
 * Resolves what can be told from a read. It waits for a change that is being written,
 * so that an entry that is still intended then is an orphan of a crash. A read from
 * before that change, such as its own re-check, tells nothing of it.
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
    const isShown = ({ touchedAt }: JournalEntry): boolean => news.askedAt >= touchedAt;
    const entries = (await journal.openEntries(planId)).filter(isShown);
    for (const entry of entries) {
      const resolved = resolveEntry(entry, news);
      if (resolved !== entry) await closeResolved(journal, resolved);
    }
  });
}

/** Tells whether a change may have renamed a payee. */
export function mayHaveRenamed({ steps }: Pick<JournalEntry, "steps">): boolean {
  return steps.some(({ operation, targets }) =>
    operation === "updatePayee" && targets.some(({ outcome }) => outcome === "unknown")
  );
}

/** What is known to the end now may have been taken back before, as far as it was made. */
async function closeResolved(journal: Journal, entry: JournalEntry): Promise<void> {
  await journal.close(entry);
  if (isOpen(entry) || !isAllUndone(entry, await journal.entries(entry.planId))) return;
  await journal.markUndone(entry.planId, entry.operationId);
}

/** Live transactions that have moved since a knowledge of the plan. */
export interface MovedTransactions {
  readonly rows: readonly CurrentRecord[];
  /** The knowledge that they go up to; that they begin at where nobody knows. */
  readonly to: number;
}

/** What is to be resolved, and how to ask. */
export interface CreationSearch {
  readonly planId: string;
  /** Which of the open changes are asked about. */
  readonly isWanted: (entry: JournalEntry) => boolean;
  /** Asks for all that has moved since a knowledge. */
  readonly movedSince: (knowledge: number) => Promise<MovedTransactions>;
}

/** Where the journal is, and the clock in milliseconds since 1970. */
export interface JournalSource {
  readonly store: ChangeStore;
  readonly now: () => number;
}

/**
 * Resolves what open changes were to create by asking for exactly what has come since. It
 * waits for a change that is being written, so that nothing is asked in the middle of one.
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
      const added = { from, ...await movedSince(from) };
      const resolved = resolveEntry(entry, { added, askedAt });
      if (resolved !== entry) await closeResolved(journal, resolved);
    }
  });
}

/** Whether it is not known of what a change was to create whether it is there. */
function isAwaiting({ absentAsOf, steps }: JournalEntry): boolean {
  return absentAsOf !== null &&
    steps.some((step) =>
      isFoundAmongAdded(step) && step.targets.some(({ outcome }) => outcome === "unknown")
    );
}

/**
 * Tells whether what looks like the creations of a change was seen already: asking again
 * shows nothing new, unless somebody wants to know.
 */
export function hasLookAlikes({ steps }: Pick<JournalEntry, "steps">): boolean {
  return steps.some(({ targets }) => targets.some(({ lookAlikes }) => lookAlikes !== undefined));
}
