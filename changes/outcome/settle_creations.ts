/**
 * Settles what a change was to create by asking for exactly what has come since.
 *
 * @module
 */

import type { ChangeStore } from "../../sync/change_records.ts";
import type { CurrentRow } from "./current_record.ts";
import { Journal, type JournalEntry } from "../journal.ts";
import { settleEntry } from "./settle_entry.ts";

/** Live transactions that have moved since a knowledge of the plan. */
export interface MovedRows {
  readonly rows: readonly CurrentRow[];
  /** The knowledge that they go up to; that they begin at where nobody knows. */
  readonly to: number;
}

/** What is to be settled, and how to ask. */
export interface CreationSearch {
  readonly planId: string;
  /** Which of the open changes are asked about. */
  readonly isWanted: (entry: JournalEntry) => boolean;
  /** Asks for all that has moved since a knowledge. */
  readonly movedSince: (knowledge: number) => Promise<MovedRows>;
}

/** Where the journal is, and the clock in milliseconds since 1970. */
export interface JournalSource {
  readonly store: ChangeStore;
  readonly now: () => number;
}

/**
 * Settles open changes that were to create transactions. It waits for a change that is
 * being written, so that nothing is asked in the middle of one.
 *
 * @param search Which changes, and how to ask.
 * @param source Where the journal is.
 */
export async function settleCreations(
  { planId, isWanted, movedSince }: CreationSearch,
  { store, now }: JournalSource,
): Promise<void> {
  const journal = new Journal(store);
  const open = async (): Promise<readonly JournalEntry[]> =>
    (await journal.openEntries(planId)).filter((entry) => isAwaiting(entry) && isWanted(entry));
  if ((await open()).length === 0) return;
  await store.withPlanLock(planId, async () => {
    for (const entry of await open()) {
      const from = entry.knownAt ?? 0;
      const askedAt = now();
      const added = { from, ...await movedSince(from) };
      const settled = settleEntry(entry, { added, askedAt });
      if (settled !== entry) await journal.close(settled);
    }
  });
}

/** Whether it is not known of transactions that an open change was to create whether they are there. */
function isAwaiting(entry: JournalEntry): boolean {
  return entry.knownAt !== null &&
    entry.steps.some(({ operation, targets }) =>
      operation === "createTransaction" && targets.some(({ outcome }) => outcome === "unknown")
    );
}

/**
 * Tells whether what looks like the creations of a change was seen already: asking again
 * shows nothing new, unless somebody wants to know.
 *
 * @param entry The journal's entry.
 */
export function hasLookAlikes({ steps }: Pick<JournalEntry, "steps">): boolean {
  return steps.some(({ targets }) => targets.some(({ lookAlikes }) => lookAlikes !== undefined));
}
