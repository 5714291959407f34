import { z } from "zod";
import { resolveOutcome } from "../changes/resolve_journal.ts";
import { openEntriesOf } from "../changes/find_undoable.ts";
import { proposeUndo } from "../changes/propose_undo.ts";
import { UNDO_READS, UNDO_WRITES } from "../changes/revert.ts";
import { assignedOutput, changeInput, foreignText, listOf, reference, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Undo a change",
  description:
    "Undoes this server's latest change or the one in operation_id. Skips records changed " +
    "since then and lists them in left_alone.",
  profiles: ["fuller", "reduced"],
  example: { follows: "flag_transactions", args: {} },
};

export const schema = {
  input: changeInput({
    operation_id: z.string().min(1).max(40).optional(),
    only: z.array(reference).min(1).max(500).optional().describe("Only these records"),
  }),
  output: assignedOutput.extend({
    left_alone: listOf(
      z.object({ id: shortId(), label: foreignText(), reason: z.string() }),
      { hideWhenEmpty: true },
    ),
    earlier: listOf(
      z.object({ operation_id: z.string(), at: z.string(), summary: foreignText() }),
      { hideWhenEmpty: true },
    ),
  }),
};

export const reads = UNDO_READS;
export const writes = UNDO_WRITES;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, change, moneyFormat, profile, utcToday, undo }: ToolContext<
    typeof reads,
    typeof writes
  >,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId, operation_id: operationId } = input;
  const { journal, freeRequests } = undo;
  const find = { journal, planId, operationId, undoWrites: UNDO_WRITES[profile] };
  // If the outcome of a change is unknown, first read the affected records again, because the
  // outcome determines what can be undone.
  for (const open of await openEntriesOf(find)) {
    await resolveOutcome(open, { ...undo, fresh, uncached });
  }
  return await change(() =>
    proposeUndo({
      ...find,
      only: input.only,
      fresh,
      utcToday,
      freeRequests,
      format: () => moneyFormat(planId),
    })
  );
}
