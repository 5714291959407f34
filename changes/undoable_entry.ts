/**
 * Finds the change that is to be taken back.
 *
 * @module
 */

import { cleanText } from "../domain/clean_text.ts";
import { ToolError } from "../domain/tool_error.ts";
import type { EntryState, Journal, JournalEntry } from "./journal.ts";

/** Which change is looked for. */
export interface EntrySearch {
  readonly journal: Pick<Journal, "entries">;
  readonly planId: string;
  /** The latest one still in effect when absent. */
  readonly operationId?: string | undefined;
  /** Whether this profile changes categories. */
  readonly canUpdateCategories: boolean;
}

const IN_EFFECT: readonly EntryState[] = ["applied", "partly", "uncertain", "intended"];

/**
 * Finds a change that can be taken back.
 *
 * @param search Which one.
 * @returns The journal's entry.
 * @throws {ToolError} `not_found` without one, `invalid_input` for one that can't be.
 */
export async function undoableEntry(search: EntrySearch): Promise<JournalEntry> {
  const entries = await search.journal.entries(search.planId);
  const { operationId } = search;
  const entry = operationId === undefined
    ? entries.find((one) => IN_EFFECT.includes(one.state) && one.undoes === null)
    : entries.find((one) => one.operationId === operationId.trim());
  if (entry === undefined) throw notFound(operationId);
  const reason = reasonAgainst(entry, search);
  if (reason === null) return entry;
  const other = entries.find((one) =>
    IN_EFFECT.includes(one.state) && reasonAgainst(one, search) === null
  );
  const hint = other === undefined
    ? "there is no other change to take back"
    : `the latest one that can be is ${other.operationId} (${other.summary})`;
  throw new ToolError("invalid_input", `"${entry.summary}" ${reason}: ${hint}`);
}

function notFound(operationId: string | undefined): ToolError {
  return operationId === undefined
    ? new ToolError(
      "not_found",
      "no change has been made here that is still in effect: nothing to undo",
    )
    : new ToolError(
      "not_found",
      `the journal of this plan has no change ${cleanText(operationId)}: ` +
        "leave operation_id out for the latest one",
    );
}

function reasonAgainst(entry: JournalEntry, { canUpdateCategories }: EntrySearch): string | null {
  if (entry.undoes !== null) return "took another change back and is not itself taken back";
  if (entry.state === "undone") return "has been taken back already";
  if (entry.state === "failed") return "was never applied";
  if (!entry.isUndoable) return "can't be undone";
  const isCategory = entry.steps.some(({ operation }) => operation === "updateCategory");
  return isCategory && !canUpdateCategories ? "can't be undone in this profile" : null;
}
