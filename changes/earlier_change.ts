import { waitWords } from "../client/upstream_error.ts";
import type { ChangeStore } from "../sync/store/change_records.ts";
import { type EntryState, Journal, type JournalEntry } from "./journal.ts";

const PREVIEW = "call again without confirmation for a new preview";

const STATE_WORDS: Readonly<Record<EntryState, (ago: string) => string>> = {
  applied: (ago) => `was applied ${ago}: don't repeat it`,
  partly: (ago) => `was partly applied ${ago}: check the plan before you change more`,
  uncertain: (ago) => `may have been applied ${ago}: check the plan before retrying`,
  intended: (ago) =>
    `started ${ago} and may still be running or may have been interrupted: check the plan ` +
    "before retrying",
  failed: () => `was not applied, nothing was written: ${PREVIEW}`,
  undone: () => `was applied and undone later: ${PREVIEW}`,
};

/** Describes the outcome of the change that used a confirmation code. */
export function usedCodeWords(entry: JournalEntry | null, now: number): string {
  if (entry === null) {
    return "for a change that is not in the journal: check the plan before retrying";
  }
  const { operationId, summary, state, confirmedBy, isFromCard } = entry;
  const ago = agoWords(now - entry.touchedAt);
  if ((confirmedBy === "card" || isFromCard === true) && state === "applied") {
    return `the user applied it ${ago} as operation ${operationId} ("${summary}"): ` +
      "don't repeat it";
  }
  return `for operation ${operationId} ("${summary}"), which ${STATE_WORDS[state](ago)}`;
}

/** An identical change within this time is treated as a repeat; milliseconds. */
const REPEATED_MS = 600_000;

const REPEATED: Partial<Readonly<Record<EntryState, string>>> = {
  applied: "was applied",
  partly: "was partly applied",
  uncertain: "may have been applied",
  intended: "may have been applied",
};

/** Warns if the journal has an identical recent change. */
export async function repeatWarning(
  { kind, planId, undoes, asked }: Pick<JournalEntry, "kind" | "planId" | "undoes" | "asked">,
  { store, now }: { readonly store: ChangeStore; readonly now: () => number },
): Promise<readonly string[]> {
  const time = now();
  const entries = await new Journal(store).entries(planId);
  const same = entries.find((entry) =>
    entry.kind === kind && entry.asked === asked && entry.undoes === undoes &&
    REPEATED[entry.state] !== undefined && time - entry.touchedAt <= REPEATED_MS
  );
  if (same === undefined) return [];
  const { operationId, state, touchedAt } = same;
  return [
    `the same change ${REPEATED[state]} ${agoWords(time - touchedAt)} as operation ` +
    `${operationId}: agree only if you want to make it twice`,
  ];
}

export function agoWords(ms: number): string {
  return `${waitWords(ms)} ago`;
}
