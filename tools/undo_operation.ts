/**
 * Undoes a change.
 *
 * @module
 */

import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { isOpen } from "../changes/journal.ts";
import { resolveOutcome } from "../changes/outcome/resolve_outcome.ts";
import {
  currentRecords,
  neededReads,
  undoLook,
  undoWords,
} from "../changes/undo/current_records.ts";
import { undoDraft, undoRefused } from "../changes/undo/undo_draft.ts";
import { availableAfterUndo } from "../changes/undo/undo_afterwards.ts";
import { askedRecords } from "../changes/undo/undo_choice.ts";
import type { UndoWriteId } from "../changes/undo/undo_steps.ts";
import { soughtEntry, undoableEntry } from "../changes/undo/find_undoable.ts";
import { ToolError } from "../domain/errors/tool_error.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { foreignText, listOf, planId, reference, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ServerView, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Undo a change",
  description: "Undoes the latest change made here, or another by its operation_id. Reverts only " +
    "what is still as the change left it; left_alone lists the rest.",
  profiles: ["fuller", "reduced"],
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    operation_id: z.string().min(1).max(40).optional(),
    only: z.array(reference).min(1).max(500).optional().describe("Only these records"),
    confirmation,
  }),
  output: changeOutput.extend({
    left_alone: listOf(
      z.object({ id: shortId(), label: foreignText(), reason: z.string() }),
      { isQuiet: true },
    ),
    earlier: listOf(
      z.object({ operation_id: z.string(), at: z.string(), summary: foreignText() }),
      { isQuiet: true },
    ),
  }),
};

export const reads = ["getCategories", "getPlanMonth", "getTransactions"] as const;
export const writes = {
  fuller: ["updateCategory", "updateMonthCategory", "updateTransactions", "deleteTransaction"],
  reduced: ["updateMonthCategory", "updateTransactions", "deleteTransaction"],
} as const;

export async function handler(
  input: InputOf<typeof schema>,
  context: ToolContext<typeof reads, typeof writes>,
  { undo }: ServerView,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId, operation_id: operationId } = input;
  const { fresh, profile } = context;
  const find = {
    journal: undo.journal,
    planId,
    operationId,
    canUpdateCategories: profile === "fuller",
  };
  const found = await soughtEntry(find);
  if (found !== null && isOpen(found)) {
    // Until a read has told what came of it nobody knows what there is to undo.
    await resolveOutcome(found, { ...undo, fresh, uncached: context.uncached });
  }
  const { entry: { operationId: undoes }, warnings } = await undoableEntry(find);
  const build = async (): Promise<Proposal<UndoWriteId>> => {
    const undoable = await undoableEntry({ ...find, operationId: undoes });
    const { entry, why } = undoable;
    if (why !== null) return { stop: undoRefused({ ...undoable, why }) };
    const needed = neededReads(entry);
    const records = await currentRecords(needed, { planId, fresh });
    const proposal = undoDraft({
      ...undoable,
      warnings,
      current: records.current,
      isLive: records.isLive,
      words: undoWords(records),
      only: askedRecords(input.only, { entry, nameOf: records.nameOf }),
    });
    await refuseTooMany(proposal, undo.freeRequests);
    const { draft } = proposal;
    if (draft === undefined) return proposal;
    const look = undoLook(needed, { planId, fresh: context.uncached });
    const format = context.moneyFormat(planId);
    const afterwards = (): Promise<string> =>
      availableAfterUndo(draft.steps, { planId, fresh, format });
    return { draft: { ...draft, afterwards, ...(look === undefined ? {} : { look }) } };
  };
  return await context.change({ build, undoes });
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
    `undoing this needs ${needed} requests and ${free} of this hour's are free: ` +
      "call again later",
  );
}
