import { z } from "zod";
import { changeHistory, type PastChange } from "../changes/change_history.ts";
import { UNDO_WRITES } from "../changes/revert.ts";
import { pageOf, pagingOf, type SortKey } from "../domain/search/cursor.ts";
import { cursor, foreignText, listOf, planInput } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "List changes",
  description:
    "Lists changes made by this server, newest first, with each one's outcome and whether it " +
    "can be undone. Changes made in the YNAB app aren't included.",
  profiles: ["complete"],
};

export const schema = {
  input: planInput({
    limit: z.number().int().min(1).max(50).default(10),
    cursor,
  }),
  output: z.object({
    changes: listOf(
      z.object({
        operation_id: z.string(),
        at: z.string(),
        tool: foreignText().optional(),
        summary: foreignText().optional(),
        state: z.string(),
        undoable: z.boolean().optional(),
        confirmed_by: z.string().optional(),
        client: foreignText().optional(),
      }),
    ),
    next_cursor: z.string().optional(),
  }),
};

export const reads = [] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { profile, undo: { journal, journalResolved } }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId } = input;
  // Treat a cursor from an older server, which sorted by id, like a cursor from another query.
  const query = { ...input, order: "journal" };
  const paging = pagingOf(query);
  await journalResolved();
  const known = await journal.read(planId);
  const changes = changeHistory({ ...known, planId, undoWrites: UNDO_WRITES[profile] });
  // Changes made in the same millisecond keep the journal's order. Positions are counted from the
  // oldest change, so that later changes don't shift them.
  const places = new Map(changes.map((one, nth) => [one, nth - changes.length]));
  const keyOf = (one: PastChange): SortKey => [-Date.parse(one.at), places.get(one) ?? 0];
  const { items, ...rest } = pageOf(changes, { keyOf, ...paging });
  return {
    changes: items.map(({ can_undo: undoable, at, ...change }) => ({
      ...change,
      at: `${at.slice(0, 19)}Z`,
      undoable,
    })),
    ...rest,
  };
}
