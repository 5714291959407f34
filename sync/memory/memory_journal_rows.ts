/**
 * Confirmations and the journal of one owner in memory.
 *
 * @module
 */

import { MOST_ENTRIES } from "../change_records.ts";
import type {
  ConfirmationRow,
  ContentsRow,
  EntryRow,
  EntryWriteOutcome,
  Fence,
  JournalRows,
  Spending,
} from "../sealing/journal_rows.ts";

/** What a journal in memory works with. */
export interface MemoryJournalOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Tells whether a lease is not held any more under a token. */
  readonly isFenced: (fence: Fence) => boolean;
}

interface KeptConfirmation extends Omit<ConfirmationRow, "isExpired"> {
  readonly expiresAt: number;
}

/** The journal of one plan. */
interface PlanJournal {
  /** The newest first. */
  readonly entries: readonly EntryRow[];
  readonly contents: ContentsRow;
}

const EMPTY: PlanJournal = { entries: [], contents: { revision: 0, body: null } };

/** What handles of one journal share. */
export interface MemoryJournal {
  readonly confirmations: Map<string, KeptConfirmation>;
  readonly plans: Map<string, PlanJournal>;
}

/**
 * Opens a journal for one handle.
 *
 * @param journal What is kept.
 * @param options The clock, and the leases.
 */
export function createMemoryJournalRows(
  { confirmations, plans }: MemoryJournal,
  { now, isFenced }: MemoryJournalOptions,
): JournalRows {
  const journalOf = (plan: string): PlanJournal => plans.get(plan) ?? EMPTY;
  const isOpen = ({ name }: Spending): boolean => {
    const known = confirmations.get(name);
    return known !== undefined && !known.isSpent && known.expiresAt > now();
  };
  const spend = (spending: Spending): boolean => {
    const { name, spentBy } = spending;
    const known = confirmations.get(name);
    if (known === undefined || !isOpen(spending)) return false;
    confirmations.set(name, { ...known, isSpent: true, spentBy });
    return true;
  };
  return {
    saveConfirmation({ name, body, holdsMs, keptMs }): void {
      for (const [old, { expiresAt }] of confirmations) {
        if (expiresAt < now() - keptMs) confirmations.delete(old);
      }
      const expiresAt = now() + holdsMs;
      confirmations.set(name, { name, body, expiresAt, isSpent: false, spentBy: null });
    },
    findConfirmation(name): ConfirmationRow | null {
      const known = confirmations.get(name);
      if (known === undefined) return null;
      const { expiresAt, ...row } = known;
      return { ...row, isExpired: expiresAt <= now() };
    },
    spend,
    contents: (plan) => journalOf(plan).contents,
    keys: (plan) => journalOf(plan).entries.map(({ operationId, at }) => ({ operationId, at })),
    entries: (plan, operationIds) =>
      journalOf(plan).entries.filter(({ operationId }) =>
        operationIds === undefined || operationIds.includes(operationId)
      ),
    write(plan, { spends, fence, entry, contents: { revision, body } }): EntryWriteOutcome {
      if (fence !== null && isFenced(fence)) return "fenced";
      const { entries, contents } = journalOf(plan);
      if (contents.revision !== revision) return "overtaken";
      if (spends !== null && !spend(spends)) return "refused";
      plans.set(plan, {
        entries: entry === null ? entries : withEntry(entries, entry),
        contents: { revision: revision + 1, body },
      });
      return "written";
    },
    countOthers: (some) =>
      [...plans].filter(([plan]) => !some.includes(plan))
        .reduce((sum, [, { entries }]) => sum + entries.length, 0),
  };
}

function withEntry(
  entries: readonly EntryRow[],
  entry: Omit<EntryRow, "revision">,
): readonly EntryRow[] {
  const place = entries.findIndex(({ operationId }) => operationId === entry.operationId);
  const known = entries[place];
  if (known === undefined) return [{ ...entry, revision: 1 }, ...entries].slice(0, MOST_ENTRIES);
  return entries.with(place, { ...known, body: entry.body, revision: known.revision + 1 });
}
