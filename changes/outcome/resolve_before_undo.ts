import type { DirectReads, Reads } from "../../sync/plan/reads.ts";
import type { JournalEntry } from "../journal.ts";
import { loadKinds } from "../kinds/_load_kinds.ts";
import type { CreationSearch } from "./resolve_journal.ts";

/** Where to read, and how what was read is taken note of. */
export interface OutcomeSource {
  /** Reads that resolve the journal. */
  readonly fresh:
    & Pick<Reads, "getCategories" | "getPlanMonth" | "getTransactions">
    & Partial<Pick<Reads, "getPayees" | "getScheduledTransactions">>;
  /** Reads past the copy. */
  readonly uncached: Pick<DirectReads, "getTransactions">;
  readonly journalResolved: () => Promise<void>;
  readonly resolveCreations: (search: CreationSearch) => Promise<void>;
}

/** Resolves what it can; the journal has it then. */
export async function resolveOutcome(entry: JournalEntry, source: OutcomeSource): Promise<void> {
  const { fresh, uncached, journalResolved, resolveCreations } = source;
  const { planId, operationId, steps } = entry;
  const kind = (await loadKinds([entry]))(entry.kind);
  const needed = new Set(steps.map(({ operation }) => kind?.steps[operation]?.records));
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
