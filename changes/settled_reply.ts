/**
 * The answer to a change that has been carried out, as far as it went.
 *
 * @module
 */

import { ToolError } from "../domain/tool_error.ts";
import type { AppliedSteps } from "./apply_steps.ts";
import type { ChangeDraft } from "./change.ts";
import type { JournalEntry } from "./journal.ts";
import { partlyWords, uncertainWords } from "./unclean_words.ts";
import { undoLine } from "./question.ts";
import { refusedRow } from "./refused_row.ts";
import { type ChangeReply, replyFor, type ReplyRow } from "./reply.ts";

/** What came of a change. */
export interface Settled {
  readonly draft: ChangeDraft;
  readonly entry: JournalEntry;
  readonly applied: AppliedSteps;
  /** Whether the user has seen the rows and warnings before. */
  readonly isPreviewed: boolean;
  /** What is true now, with a space before it; empty when nobody has looked. */
  readonly now: string;
}

/**
 * Says what came of a change. Rows that went as previewed are counted, not repeated;
 * of rows that nobody has seen before only those are listed that did not go.
 *
 * @param settled What came of it.
 * @returns The answer.
 * @throws {UpstreamError} When nothing was applied; a `ToolError` where more is known than that.
 */
export function settledReply(settled: Settled): ChangeReply {
  const { draft, entry, isPreviewed } = settled;
  const { state, operationId } = entry;
  if (state === "failed") throw failureOf(settled);
  if (state === "applied") return appliedReply(settled);
  const isUncertain = state === "uncertain";
  return replyFor({
    status: isUncertain ? "uncertain" : "partly",
    message: `${draft.summary}: ${isUncertain ? uncertainWords(settled) : partlyWords(settled)}`,
    rows: outcomeRows(draft, entry).filter(({ outcome }) => isPreviewed || outcome !== "done"),
    warnings: warningsOf(settled),
    // What is uncertain can be asked for again by it, undoable or not.
    operationId: isUncertain || entry.isUndoable ? operationId : null,
    extra: draft.extra,
  });
}

/** Nothing stands of a change that failed: what is told is the failure. */
function failureOf({ draft, applied }: Settled): Error {
  const { failure, failedAt, deviations } = applied;
  if (failure !== null) return refusedRow(failure, draft.steps[failedAt ?? 0]?.targets ?? []);
  return new ToolError(
    "rejected",
    `${draft.summary}: YNAB answered, but applied none of it: look at the plan, and change ` +
      "what was asked",
    { rows: deviations },
  );
}

function appliedReply(settled: Settled): ChangeReply {
  const { draft, entry, applied, isPreviewed, now } = settled;
  const told = draft.told?.(applied.answers);
  const what = `${draft.summary}${isPreviewed ? countWords(draft) : ""}.`;
  const sentence = told === undefined ? "" : ` ${told.message}.`;
  // The preview has said what it costs; that it can be undone shows in the operation id.
  const undo = isPreviewed && entry.isUndoable ? "" : ` ${undoLine(draft)}`.trimEnd();
  return replyFor({
    status: "applied",
    message: `Done: ${what}${sentence}${now}${undo}`,
    rows: createdRows(draft, entry),
    warnings: warningsOf(settled),
    operationId: entry.isUndoable ? entry.operationId : null,
    extra: { ...draft.extra, ...told?.extra },
  });
}

/** What nobody could be told before, and what did not go as asked. */
function warningsOf({ draft, applied, isPreviewed }: Settled): readonly string[] {
  return [...(isPreviewed ? [] : draft.warnings), ...applied.deviations];
}

function countWords({ rows }: ChangeDraft): string {
  const count = new Set(rows.map(({ id }) => id)).size;
  return count === 0 ? "" : ` (${count} as previewed)`;
}

/** Rows of a change that ended cleanly are as previewed, but for the ids of new records. */
function createdRows(draft: ChangeDraft, entry: JournalEntry): readonly ReplyRow[] {
  const created = new Set(
    draft.steps.flatMap(({ targets }) => targets.flatMap((one) => one.before ? [] : [one.id])),
  );
  const rows = draft.rows.filter(({ id }) => created.has(id));
  return outcomeRows({ ...draft, rows }, entry);
}

function outcomeRows(
  { rows, steps: asked }: Pick<ChangeDraft, "rows" | "steps">,
  { steps }: JournalEntry,
): readonly ReplyRow[] {
  const settled = new Map(
    asked.flatMap(({ targets }, step) =>
      targets.map(({ id }, at) => [id, steps[step]?.targets[at]] as const)
    ),
  );
  return rows.map((row) => {
    const { id = row.id, outcome = "unknown" } = settled.get(row.id) ?? {};
    return { ...row, id, outcome };
  });
}
