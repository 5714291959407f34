/**
 * Resolves what came of an open change before it is undone: reads what its steps are
 * about, and asks for what has come since where that can't tell.
 *
 * @module
 */

import type { DirectReads } from "../../sync/direct_reads.ts";
import type { Reads } from "../../sync/reads.ts";
import type { WriteId } from "../change.ts";
import type { JournalEntry } from "../journal.ts";
import type { CreationSearch } from "./settle_creations.ts";

type ReadName = "getCategories" | "getPlanMonth" | "getTransactions";

/** Where to read, and how what was read is taken note of. */
export interface OutcomeSource {
  /** Reads that settle the journal. */
  readonly fresh: Pick<Reads, ReadName>;
  /** Reads past the copy. */
  readonly uncached: Pick<DirectReads, "getTransactions">;
  readonly settled: () => Promise<void>;
  readonly settleCreations: (search: CreationSearch) => Promise<void>;
}

const ABOUT: Readonly<Record<WriteId, ReadName | null>> = {
  createCategory: "getCategories",
  updateCategory: "getCategories",
  updateMonthCategory: "getPlanMonth",
  createTransaction: "getTransactions",
  updateTransactions: "getTransactions",
  deleteTransaction: "getTransactions",
  importTransactions: null,
};

/**
 * Resolves what it can; the journal has it then.
 *
 * @param entry A change that is intended or uncertain.
 * @param source Where to read.
 */
export async function resolveOutcome(entry: JournalEntry, source: OutcomeSource): Promise<void> {
  const { fresh, uncached, settled, settleCreations } = source;
  const { planId, operationId, steps } = entry;
  const needed = new Set(steps.map(({ operation }) => ABOUT[operation]));
  const months = new Set(steps.flatMap(({ month }) => month ?? []));
  await Promise.all([
    needed.has("getTransactions") ? fresh.getTransactions({ planId }) : null,
    needed.has("getCategories") ? fresh.getCategories({ planId }) : null,
    ...[...months].map((month) => fresh.getPlanMonth({ planId, month })),
  ]);
  await settled();
  await settleCreations({
    planId,
    isWanted: (one) => one.operationId === operationId,
    movedSince: async (knowledge) => ({
      rows: (await uncached.getTransactions({ planId, knowledge })).live,
      to: knowledge,
    }),
  });
}
