import { Refusals, ToolError } from "../domain/base/tool_error.ts";
import {
  quoted,
  type Referable,
  resolveReference,
} from "../domain/references/resolve_reference.ts";
import type { Proposal } from "./change.ts";
import type { JournalEntry } from "./journal.ts";
import { OPERATIONS } from "./operations.ts";
import { type EntrySearch, undoableEntry } from "./find_undoable.ts";
import {
  neededReads,
  recordsNow,
  type RecordSource,
  undoReadTargets,
  undoWords,
} from "./undo_records.ts";
import { undoDraft, undoRefused } from "./undo_draft.ts";
import type { UndoneSource, UndoWriteId } from "./revert.ts";

export interface UndoRequest extends EntrySearch {
  /** References to the only records to undo; all if absent. */
  readonly only: readonly string[] | undefined;
  /** What the user should know besides. */
  readonly warnings: readonly string[];
  readonly fresh: UndoneSource["fresh"];
  /** The same reads past the local copy. */
  readonly uncached: RecordSource["fresh"];
  readonly format: UndoneSource["format"];
  /** Counts the requests that may still be sent in this hour. */
  readonly freeRequests: () => Promise<number>;
}

/**
 * Proposes to undo a change.
 *
 * @throws {ToolError} `not_found` without the change, `invalid_input` for a wrong choice of
 * records, `rate_limited` where its requests are not free.
 */
export async function proposeUndo(request: UndoRequest): Promise<Proposal<UndoWriteId>> {
  const { planId, fresh, format, warnings } = request;
  const { why, ...undoable } = await undoableEntry(request);
  const { entry } = undoable;
  if (why !== null) return { stop: undoRefused({ ...undoable, why }) };
  const needed = neededReads(entry);
  const records = await recordsNow(needed, { planId, fresh });
  const proposal = undoDraft({
    ...undoable,
    ...records,
    warnings,
    words: undoWords(records),
    only: selectedRecords(request.only, entry, records.nameOf),
    source: { planId, fresh, format },
  });
  await refuseTooMany(proposal, request.freeRequests);
  const { draft } = proposal;
  if (draft === undefined) return proposal;
  const readTargets = undoReadTargets(needed, { planId, fresh: request.uncached });
  return { draft: { ...draft, ...(readTargets === undefined ? {} : { readTargets }) } };
}

/** Half a row of deletions would be worse than none: calling again later continues. */
async function refuseTooMany(
  { draft }: Proposal<UndoWriteId>,
  freeRequests: () => Promise<number>,
): Promise<void> {
  const needed = draft?.steps.length ?? 0;
  const free = await freeRequests();
  if (needed <= free) return;
  throw new ToolError(
    "rate_limited",
    `undo needs ${needed} requests and ${free} of this hour's are left: call again later`,
  );
}

/** Finds the records of the change that are selected; `null` for all. */
function selectedRecords(
  references: readonly string[] | undefined,
  { steps }: JournalEntry,
  nameOf: (id: string) => string | null,
): ReadonlySet<string> | null {
  if (references === undefined) return null;
  const records = steps.flatMap(({ operation, targets }) => {
    const isNamed = OPERATIONS[operation].records !== "transactions";
    return targets.map(({ id }): Referable => {
      const name = isNamed ? nameOf(id) : null;
      return name === null ? { id } : { id, name };
    });
  });
  const distinct = [...new Map(records.map((record) => [record.id, record])).values()];
  const refusals = new Refusals();
  const selected = references.flatMap((reference) => {
    try {
      return [resolveReference(reference, { noun: "record", records: distinct, hint: "" }).id];
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const why = error.code === "not_found"
        ? "the change has no such record: omit it"
        : "the change has several such records: pass the full id";
      refusals.add(quoted(reference), `only: ${why}`);
      return [];
    }
  });
  refusals.throwIfAny();
  return new Set(selected);
}
