import { ToolError } from "../domain/base/tool_error.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import { cleanLines, cleanText } from "../domain/base/clean_text.ts";
import type { AppliedSteps } from "./apply_steps.ts";
import type { ChangeCard } from "../domain/changes/change_card.ts";
import type { ChangeDraft, FieldValue, PreviewLine } from "./change.ts";
import type { ConfirmedBy, JournalEntry, Outcome } from "./journal.ts";
import { recordsIn, totalsOf } from "./preview_lines.ts";
import { undoWords } from "./question.ts";
import { refusedTransaction } from "./refused_transaction.ts";
import { partlyWords, uncertainWords } from "./unclean_words.ts";

/** Records that an answer lists. */
const MOST_LISTED = 20;
/** Kinds of change that an answer counts beyond them. */
const MOST_TOTALS = 10;

/** How a call to a changing tool can end. */
export type ChangeStatus =
  | "confirmation_required"
  | "applied"
  | "declined"
  | "nothing_to_do"
  | "difference_found"
  | "partly"
  | "uncertain";

/** One line of an answer. */
export type ReplyLine = PreviewLine & { readonly outcome?: Outcome };

/** What the tool answers; further fields stand beside these. */
export interface ChangeReply {
  readonly status: ChangeStatus;
  readonly message: string;
  readonly changes: readonly ReplyLine[];
  readonly warnings: readonly string[];
  readonly confirmation: string | null;
  readonly operation_id: string | null;
  /** How the yes was given; absent while there is none. */
  readonly confirmed_by?: ConfirmedBy | undefined;
  /** What its card says; absent for a client that shows no views. */
  readonly card?: ChangeCard;
  /** What came of it besides the summary, in sentences for its card. */
  readonly result?: string;
}

/** What an answer is made of. */
export interface ReplyParts {
  readonly status: ChangeStatus;
  readonly message: string;
  readonly lines?: readonly ReplyLine[] | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly confirmation?: string;
  readonly operationId?: string | null;
  readonly confirmedBy?: ConfirmedBy | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  readonly result?: string;
}

/** What came of a change. */
export interface ChangeOutcome {
  readonly draft: ChangeDraft;
  readonly entry: JournalEntry;
  readonly applied: AppliedSteps;
  /** Whether the user has seen the preview and warnings before. */
  readonly isPreviewed: boolean;
  /** What is true now, in sentences; empty when nobody has looked. */
  readonly now: string;
  /** How the plan writes money. */
  readonly format: MoneyFormat;
}

/** Puts an answer together. */
export function replyFor(parts: ReplyParts): ChangeReply {
  return {
    ...parts.extra,
    status: parts.status,
    message: parts.message,
    changes: (parts.lines ?? []).map(shown),
    warnings: parts.warnings ?? [],
    confirmation: parts.confirmation ?? null,
    operation_id: parts.operationId ?? null,
    ...(parts.confirmedBy === undefined ? {} : { confirmed_by: parts.confirmedBy }),
    ...(parts.result === undefined ? {} : { result: parts.result }),
  };
}

/**
 * Foreign text is cut; what the call itself brings is shown whole. Of a new record nothing
 * stands before, which is less than that it was nothing.
 */
function shown(line: ReplyLine): ReplyLine {
  const cut = (value: FieldValue): FieldValue =>
    typeof value === "string" ? cleanText(value) || null : value;
  const { before, after, isOwnText } = line;
  const isWhole = isOwnText === true && typeof after === "string";
  return {
    ...line,
    before: line.isNew === true ? "" : cut(before),
    after: isWhole ? cleanLines(after) : cut(after),
  };
}

/**
 * Says what came of a change: what was done, the first 20 records with before and after,
 * and what is true now. Where something failed and nobody has seen the records before, only
 * those are listed that did not go.
 *
 * @throws {UpstreamError} When nothing was applied; a `ToolError` where more is known than that.
 */
export function outcomeReply(result: ChangeOutcome): ChangeReply {
  const { draft, entry, isPreviewed } = result;
  const { state, operationId } = entry;
  if (state === "failed") throw failureOf(result);
  if (state === "applied") return appliedReply(result);
  const isUncertain = state === "uncertain";
  const words = isUncertain ? uncertainWords(result) : partlyWords(result);
  return replyFor({
    status: isUncertain ? "uncertain" : "partly",
    message: `${draft.summary}: ${words}`,
    result: words,
    lines: outcomeLines(draft, entry).filter((line) =>
      line.outcome !== "done" || (isPreviewed && isAsAsked(line, result.applied))
    ),
    warnings: warningsOf(result),
    // What is uncertain can be asked for again by it, undoable or not.
    operationId: isUncertain || entry.isUndoable ? operationId : null,
    confirmedBy: entry.confirmedBy,
    extra: draft.extra,
  });
}

/** Nothing stands of a change that failed: what is told is the failure. */
function failureOf({ draft, applied }: ChangeOutcome): Error {
  const { failure, failedAt, deviations } = applied;
  if (failure !== null) {
    return refusedTransaction(failure, draft.steps[failedAt ?? 0]?.targets ?? []);
  }
  return new ToolError(
    "rejected",
    `${draft.summary}: YNAB answered, but applied none of it: look at the plan, and change ` +
      "what was asked",
    { rows: deviations },
  );
}

function appliedReply(
  { draft, entry, applied, isPreviewed, now, format }: ChangeOutcome,
): ChangeReply {
  // What was stored otherwise may have moved other amounts, too.
  const isAsExpected = applied.deviations.length === 0 || draft.expected === undefined;
  const described = isAsExpected ? draft.describeResult?.(applied.answers) : undefined;
  const expected = isAsExpected ? draft.expected : undefined;
  const { lines, rest } = firstLines(
    outcomeLines(draft, entry).filter((line) => isAsAsked(line, applied) && isChanged(line)),
    format,
  );
  const results = [
    described === undefined || described.message === "" ? "" : `${described.message}.`,
    // What was stored otherwise may have moved other amounts.
    applied.deviations.length === 0 ? now : "",
  ];
  const sentences = [
    `${draft.done}.`,
    ...results,
    rest,
    // The preview has said so; that it can be undone shows in the operation id.
    isPreviewed && entry.isUndoable ? "" : undoWords(draft),
  ];
  return replyFor({
    status: "applied",
    message: joined(sentences),
    result: joined(results),
    lines,
    warnings: warningsOf({ draft, applied, isPreviewed }),
    operationId: entry.isUndoable ? entry.operationId : null,
    confirmedBy: entry.confirmedBy,
    extra: { ...draft.extra, ...expected, ...described?.extra },
  });
}

function joined(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** Of what YNAB has stored otherwise only the warning about it is true. */
function isAsAsked({ label }: ReplyLine, { deviations }: AppliedSteps): boolean {
  return !deviations.some((deviation) => deviation.startsWith(`${label}: `));
}

/** What is sent again as it was has not been changed. */
function isChanged({ before, after, isNew }: ReplyLine): boolean {
  return isNew === true || before !== after;
}

/** Lists the first records; of the rest it tells what became of how many. */
function firstLines(
  lines: readonly ReplyLine[],
  format: MoneyFormat,
): { readonly lines: readonly ReplyLine[]; readonly rest: string } {
  const records = recordsIn(lines);
  if (records.length <= MOST_LISTED) return { lines, rest: "" };
  const left = records.slice(MOST_LISTED).flat();
  const totals = totalsOf(left, format);
  const more = totals.length - MOST_TOTALS;
  return {
    lines: records.slice(0, MOST_LISTED).flat(),
    rest: `Listed are the first ${MOST_LISTED} of ${records.length}; the rest: ` +
      `${totals.slice(0, MOST_TOTALS).join("; ")}${more > 0 ? `; and ${more} more kinds` : ""}.`,
  };
}

/** What nobody could be told before, and what did not go as asked. */
function warningsOf(
  { draft, applied, isPreviewed }: Pick<ChangeOutcome, "draft" | "applied" | "isPreviewed">,
): readonly string[] {
  return [...(isPreviewed ? [] : draft.warnings), ...applied.deviations];
}

function outcomeLines(
  { preview, steps: asked }: Pick<ChangeDraft, "preview" | "steps">,
  { steps }: JournalEntry,
): readonly ReplyLine[] {
  const targetsNow = Map.groupBy(
    asked.flatMap(({ targets }, step) =>
      targets.map(({ id }, at) => ({ askedId: id, now: steps[step]?.targets[at] }))
    ),
    ({ askedId }) => askedId,
  );
  // What is available now is told in a sentence.
  return preview.map(({ available_before: _, available_after: __, ...line }) => {
    const found = (targetsNow.get(line.id) ?? []).map(({ now }) => now);
    // Of a record that several steps are about, the last one that sets the field.
    const setting = found.findLast((one) => line.field in (one?.after ?? {}));
    const { id = line.id, outcome = "unknown" } = setting ?? found[0] ?? {};
    return { ...line, id, outcome };
  });
}
