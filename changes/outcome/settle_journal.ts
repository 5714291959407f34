/**
 * Settles open entries of the journal whenever something of the plan has been read.
 *
 * @module
 */

import type { ChangeStore } from "../../sync/change_records.ts";
import { Journal, type JournalEntry } from "../journal.ts";
import { type PlanNews, settleEntry } from "./settle_entry.ts";

/** What a read of the rows has brought, and whether it can show our last change. */
export interface TimedNews extends PlanNews {
  /** Whether it was asked for after our own last change. */
  readonly isAfterChange: () => boolean;
}

/**
 * Settles what can be told from a read. It waits for a change that is being written,
 * so that an entry that is still intended then is an orphan of a crash. A read from
 * before that change, such as its own re-check, tells nothing of it.
 *
 * @param store Where the journal is.
 * @param planId The plan that was read.
 * @param news What the read has brought.
 */
export async function settleJournal(
  store: ChangeStore,
  planId: string,
  news: TimedNews,
): Promise<void> {
  const journal = new Journal(store);
  if ((await journal.openEntries(planId)).length === 0) return;
  await store.withPlanLock(planId, async () => {
    if (!news.isAfterChange()) return;
    const isShown = ({ touchedAt }: JournalEntry): boolean => news.askedAt >= touchedAt;
    for (const entry of (await journal.openEntries(planId)).filter(isShown)) {
      const settled = settleEntry(entry, news);
      if (settled !== entry) await journal.close(settled);
    }
  });
}
