import { waitWords } from "../client/upstream_error.ts";
import type { EntryState, JournalEntry } from "./journal.ts";

const PREVIEW = "call again without confirmation for a new preview";

/** How each state goes on after the change's name; `ago` stands for when. */
const STATE_WORDS: Readonly<Record<EntryState, string>> = {
  applied: "was applied ago: it stands, so do not repeat it",
  partly: "was applied in part ago: look at the plan before changing more",
  uncertain: "may have been applied ago: look at the plan before repeating it",
  intended: "was begun ago and may still be under way, or have been cut off: look at the plan " +
    "before repeating it",
  failed: `was not applied, nothing was written: ${PREVIEW}`,
  undone: `was applied and has been taken back since: ${PREVIEW}`,
};

/** Says what became of the change that a code was used for. */
export function usedCodeWords(
  entry:
    | Pick<
      JournalEntry,
      "operationId" | "summary" | "state" | "touchedAt" | "confirmedBy" | "isFromCard"
    >
    | null,
  now: number,
): string {
  if (entry === null) {
    return "for a change that the journal does not name: look at the plan before repeating it";
  }
  const { operationId, summary, state, touchedAt } = entry;
  const isFromCard = entry.confirmedBy === "card" || entry.isFromCard === true;
  if (isFromCard && state === "applied") {
    return `applied already by the user, operation ${operationId} ("${summary}"), ${
      agoWords(now - touchedAt)
    }: it stands, so do not repeat it`;
  }
  return `for operation ${operationId} ("${summary}"), which ${
    STATE_WORDS[state].replace(" ago", ` ${agoWords(now - touchedAt)}`)
  }`;
}

/** Says how long ago something was. */
export function agoWords(ms: number): string {
  return `${waitWords(ms)} ago`;
}
