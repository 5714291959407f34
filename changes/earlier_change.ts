import { waitWords } from "../client/upstream_error.ts";
import type { ChangeStore } from "../sync/store/change_records.ts";
import { type EntryState, Journal, type JournalEntry } from "./journal.ts";

const PREVIEW = "call again without confirmation for a new preview";

/** What became of a change, to follow its name. */
const STATE_WORDS: Readonly<Record<EntryState, (ago: string) => string>> = {
  applied: (ago) => `was applied ${ago}: it stands, so do not repeat it`,
  partly: (ago) => `was applied in part ${ago}: look at the plan before changing more`,
  uncertain: (ago) => `may have been applied ${ago}: look at the plan before repeating it`,
  intended: (ago) =>
    `was begun ${ago} and may still be under way, or have been cut off: look at the plan ` +
    "before repeating it",
  failed: () => `was not applied, nothing was written: ${PREVIEW}`,
  undone: () => `was applied and has been taken back since: ${PREVIEW}`,
};

/** Says what became of the change that a confirmation code was used for. */
export function usedCodeWords(entry: JournalEntry | null, now: number): string {
  if (entry === null) {
    return "for a change that the journal does not name: look at the plan before repeating it";
  }
  const { operationId, summary, state, confirmedBy, isFromCard } = entry;
  const ago = agoWords(now - entry.touchedAt);
  if ((confirmedBy === "card" || isFromCard === true) && state === "applied") {
    return `applied already by the user, operation ${operationId} ("${summary}"), ${ago}: ` +
      "it stands, so do not repeat it";
  }
  return `for operation ${operationId} ("${summary}"), which ${STATE_WORDS[state](ago)}`;
}

/** The same change within this time is taken for a repetition, in milliseconds. */
const REPEATED_MS = 600_000;

const REPEATED: Partial<Readonly<Record<EntryState, string>>> = {
  applied: "was applied",
  partly: "was applied in part",
  uncertain: "may have been applied",
  intended: "may have been applied",
};

/** Warns of the same change in the journal, made a short time ago. */
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
    `${operationId}: agree only if it is to be made a second time`,
  ];
}

/** Says how long ago something was. */
export function agoWords(ms: number): string {
  return `${waitWords(ms)} ago`;
}
