/**
 * The answer to a change that has been carried out, as far as it went.
 *
 * @module
 */

import type { MoneyFormat } from "../domain/money/money_format.ts";
import { ToolError } from "../domain/errors/tool_error.ts";
import type { AppliedSteps } from "./apply_steps.ts";
import type { ChangeDraft } from "./change.ts";
import type { JournalEntry } from "./journal.ts";
import { recordsIn, totalsOf } from "./preview_lines.ts";
import { partlyWords, uncertainWords } from "./unclean_words.ts";
import { undoLine } from "./question.ts";
import { refusedRow } from "./refused_row.ts";
import { type ChangeReply, replyFor, type ReplyRow } from "./reply.ts";

/** Records that an answer lists. */
const MOST_LISTED = 20;
/** Kinds of change that an answer counts beyond them. */
const MOST_TOTALS = 10;

/** What came of a change. */
export interface Settled {
  readonly draft: ChangeDraft;
  readonly entry: JournalEntry;
  readonly applied: AppliedSteps;
  /** Whether the user has seen the rows and warnings before. */
  readonly isPreviewed: boolean;
  /** What is true now, in sentences; empty when nobody has looked. */
  readonly now: string;
  /** How the plan writes money. */
  readonly format: MoneyFormat;
}

/**
 * Says what came of a change: what was done, the first 20 records with before and after,
 * and what is true now. Of records that nobody has seen before only those are listed that
 * did not go.
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

function appliedReply({ draft, entry, applied, isPreviewed, now, format }: Settled): ChangeReply {
  const told = draft.told?.(applied.answers);
  // Of what YNAB has stored otherwise only the warning about it is true.
  const isAsAsked = ({ label }: ReplyRow): boolean =>
    !applied.deviations.some((deviation) => deviation.startsWith(`${label}: `));
  // What nobody has seen before is listed only as far as it failed.
  const { rows, rest } = isPreviewed
    ? firstRows(outcomeRows(draft, entry).filter(isAsAsked), format)
    : { rows: [], rest: "" };
  const sentences = [
    `${draft.done}.`,
    told === undefined || told.message === "" ? "" : `${told.message}.`,
    // What was stored otherwise may have moved other amounts.
    applied.deviations.length === 0 ? now : "",
    rest,
    // The preview has said so; that it can be undone shows in the operation id.
    isPreviewed && entry.isUndoable ? "" : undoWords(draft),
  ];
  return replyFor({
    status: "applied",
    message: sentences.filter((sentence) => sentence !== "").join(" "),
    rows,
    warnings: warningsOf({ draft, applied, isPreviewed }),
    operationId: entry.isUndoable ? entry.operationId : null,
    extra: { ...draft.extra, ...told?.extra },
  });
}

function undoWords(draft: ChangeDraft): string {
  const line = undoLine(draft);
  return line === "" || draft.irreversible !== null ? line : "You can undo this.";
}

/** Lists the first records; of the rest it tells what became of how many. */
function firstRows(
  rows: readonly ReplyRow[],
  format: MoneyFormat,
): { readonly rows: readonly ReplyRow[]; readonly rest: string } {
  const records = recordsIn(rows) as readonly (readonly ReplyRow[])[];
  if (records.length <= MOST_LISTED) return { rows, rest: "" };
  const left = records.slice(MOST_LISTED).flat();
  const totals = totalsOf(left, format);
  const more = totals.length - MOST_TOTALS;
  return {
    rows: records.slice(0, MOST_LISTED).flat(),
    rest: `Listed are the first ${MOST_LISTED} of ${records.length}; the rest: ` +
      `${totals.slice(0, MOST_TOTALS).join("; ")}${more > 0 ? `; and ${more} more kinds` : ""}.`,
  };
}

/** What nobody could be told before, and what did not go as asked. */
function warningsOf(
  { draft, applied, isPreviewed }: Pick<Settled, "draft" | "applied" | "isPreviewed">,
): readonly string[] {
  return [...(isPreviewed ? [] : draft.warnings), ...applied.deviations];
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
