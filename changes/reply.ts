import { type UpstreamError, waitWords } from "../client/upstream_error.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import { cleanLines, cleanText } from "../domain/base/clean_text.ts";
import type { AppliedSteps } from "./apply_steps.ts";
import type { ChangeCard } from "../domain/changes/change_card.ts";
import type { ChangeDraft, FieldValue, PreviewLine, Target } from "./change.ts";
import type { ConfirmedBy, JournalEntry, Outcome } from "./journal.ts";
import { recordsIn, totalsOf, undoLine } from "./question.ts";

const MAX_LISTED = 20;
/**
 * Maximum number of totals (see {@linkcode totalsOf}) that an answer shows for the records that it
 * doesn't list.
 */
const MAX_TOTALS = 10;

export type ReplyLine = PreviewLine & { readonly outcome?: Outcome };

/** A tool's answer; tools add their own fields. */
export interface ChangeReply {
  readonly status:
    | "confirmation_required"
    | "applied"
    | "declined"
    | "nothing_to_do"
    | "difference_found"
    | "partly"
    | "uncertain";
  readonly message: string;
  readonly changes: readonly ReplyLine[];
  readonly warnings: readonly string[];
  readonly confirmation: string | null;
  readonly operation_id: string | null;
  /** How the user confirmed the change; absent if it needed no confirmation. */
  readonly confirmed_by?: ConfirmedBy | undefined;
  readonly card?: ChangeCard;
  /** The result in sentences, without the summary, which the card shows elsewhere. */
  readonly result?: string;
}

export interface ChangeOutcome {
  readonly draft: ChangeDraft;
  readonly entry: JournalEntry;
  readonly applied: AppliedSteps;
  /** Whether the user has already seen the preview and warnings. */
  readonly isPreviewed: boolean;
  /** The current state, in sentences; empty if it wasn't read. */
  readonly now: string;
  readonly format: MoneyFormat;
}

/** Completes an answer; `extra` contains the tool's own fields. */
export function replyFor(
  { changes = [], ...reply }: Pick<ChangeReply, "status" | "message"> & Partial<ChangeReply>,
  extra: Readonly<Record<string, unknown>> = {},
): ChangeReply {
  return {
    ...extra,
    warnings: [],
    confirmation: null,
    operation_id: null,
    ...reply,
    changes: changes.map(shown),
  };
}

/**
 * Truncates text that came from a bank, but not text from the call's arguments. A new record has no
 * old value.
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
 * Describes the outcome of a change: what was done, the first 20 records before and after, and the
 * current state. If the outcome is partial or uncertain and there was no preview, lists only the
 * records that might not have changed.
 *
 * @throws {UpstreamError} If nothing was applied. If more details are known, throws a `ToolError`
 * instead of an `UpstreamError`.
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
    changes: linesAfter(draft, entry).filter((line) =>
      line.outcome !== "done" || (isPreviewed && isAsAsked(line, result.applied))
    ),
    warnings: warningsOf(result),
    // If the change's outcome is uncertain, the assistant can look the change up by this id.
    operation_id: isUncertain || entry.isUndoable ? operationId : null,
    confirmed_by: entry.confirmedBy,
  }, draft.extra);
}

function failureOf({ draft, applied }: ChangeOutcome): Error {
  const { failure, failedAt, deviations } = applied;
  if (failure !== null) {
    return refusedTransaction(failure, draft.steps[failedAt ?? 0]?.targets ?? []);
  }
  return new ToolError(
    "rejected",
    `YNAB didn't apply any part of "${draft.summary}": check the plan, then change the request`,
    { rows: deviations.map(({ words }) => words) },
  );
}

function appliedReply(result: ChangeOutcome): ChangeReply {
  const { draft, entry, applied, isPreviewed, now, format } = result;
  // If YNAB stored a value other than the one sent, other amounts may have been affected.
  const isAsExpected = applied.deviations.length === 0 || draft.expected === undefined;
  const described = isAsExpected
    ? draft.describeResult?.(applied.answers, applied.reread)
    : undefined;
  const expected = isAsExpected ? draft.expected : undefined;
  const changed = linesAfter(draft, entry).filter((line) =>
    isAsAsked(line, applied) && (line.isNew === true || line.before !== line.after)
  );
  const { lines, rest } = firstLines(changed, format);
  const results = [
    described === undefined || described.message === "" ? "" : `${described.message}.`,
    applied.deviations.length === 0 ? now : "",
  ];
  const sentences = [
    `${draft.done}.`,
    ...results,
    rest,
    // After a preview, don't repeat that the change can be undone: the preview said so, and this
    // answer has an operation id only if the change can be undone.
    isPreviewed && entry.isUndoable && draft.isUndoneHereOnly !== true ? "" : undoLine(draft),
  ];
  return replyFor({
    status: "applied",
    message: joined(sentences),
    result: joined(results),
    changes: lines,
    warnings: warningsOf(result),
    operation_id: entry.isUndoable ? entry.operationId : null,
    confirmed_by: entry.confirmedBy,
  }, { ...draft.extra, ...expected, ...described?.extra });
}

export function joined(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** Whether YNAB stored the record as requested; if not, a warning says so. */
function isAsAsked({ label }: ReplyLine, { deviations }: AppliedSteps): boolean {
  return !deviations.some((deviation) => deviation.label === label);
}

function firstLines(
  lines: readonly ReplyLine[],
  format: MoneyFormat,
): { readonly lines: readonly ReplyLine[]; readonly rest: string } {
  const records = recordsIn(lines);
  if (records.length <= MAX_LISTED) return { lines, rest: "" };
  const left = records.slice(MAX_LISTED).flat();
  const totals = totalsOf(left, format);
  const more = totals.length - MAX_TOTALS;
  return {
    lines: records.slice(0, MAX_LISTED).flat(),
    rest: `Only the first ${MAX_LISTED} of ${records.length} are listed; the rest: ` +
      `${totals.slice(0, MAX_TOTALS).join("; ")}${more > 0 ? `; and ${more} more kinds` : ""}.`,
  };
}

/** Warnings not shown in a preview, and warnings about values that YNAB stored differently. */
function warningsOf({ draft, applied, isPreviewed }: ChangeOutcome): readonly string[] {
  return [
    ...(isPreviewed ? [] : draft.warnings),
    ...applied.deviations.map(({ words }) => words),
  ];
}

/** Adds the outcome to each preview line. If a record was created, also adds the record's id. */
export function outcomeLines<Line extends PreviewLine>(
  lines: readonly Line[],
  askedIds: readonly string[],
  { steps, state }: Pick<JournalEntry, "steps" | "state">,
): readonly (Line & { readonly outcome: Outcome })[] {
  const byId = Map.groupBy(steps.flatMap((step) => step.targets), (_, at) => askedIds[at]);
  const whole = state === "applied" ? "done" : "unknown";
  return lines.map((line) => {
    const found = byId.get(line.id) ?? [];
    // If several steps change a record, take each field's outcome from the last step that sets the
    // field.
    const setting = found.findLast((one) => line.field in (one.after ?? {}));
    const { id = line.id, outcome = whole } = setting ?? found[0] ?? {};
    return { ...line, id, outcome };
  });
}

/**
 * Returns an answer's lines without the categories' available amounts, because a sentence in the
 * answer states these amounts.
 */
function linesAfter(
  { preview, steps }: Pick<ChangeDraft, "preview" | "steps">,
  entry: JournalEntry,
): readonly ReplyLine[] {
  const askedIds = steps.flatMap(({ targets }) => targets.map(({ id }) => id));
  return outcomeLines(preview, askedIds, entry)
    .map(({ available_before: _, available_after: __, ...line }) => line);
}

function uncertainWords({ draft, applied: { failure, isAwaited } }: ChangeOutcome): string {
  const reason = failure === null ? "" : ` (${reasonOf(failure)})`;
  const said = `YNAB didn't confirm the whole change${reason}`;
  return isAwaited
    ? `${said}. A check right afterward didn't show the change, but it may still appear within a ` +
      "minute. Check again before retrying"
    : `${said}. Before retrying, ${draft.checkBeforeRetry ?? "check the records below"}`;
}

function partlyWords({ entry, applied: { failure } }: ChangeOutcome): string {
  const targets = entry.steps.flatMap((step) => step.targets);
  const count = targets.filter(({ outcome }) => outcome === "done").length;
  const part = `only part of the change was applied (${count} of ${targets.length})`;
  if (failure === null) return part;
  return `${part}: ${reasonOf(failure)}. ${nextOf(failure, entry)}`;
}

function nextOf(failure: UpstreamError, { undoes, isUndoable }: JournalEntry): string {
  const { code, retryAfterMs } = failure;
  const isPassing = code === "rate_limited" || code === "unavailable";
  const when = retryAfterMs === null ? "in a few minutes" : `in ${waitWords(retryAfterMs)}`;
  if (undoes !== null && isPassing) return `Call again ${when} to continue where it stopped`;
  const next = isUndoable ? "Undo reverts that part" : "Check the plan before you continue";
  return isPassing ? `${next}; YNAB will accept requests again ${when}` : next;
}

function reasonOf({ message }: UpstreamError): string {
  const [reason = ""] = message.split(": ");
  return reason.replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase());
}

/** Names the transaction that YNAB rejected, if the response says which. */
function refusedTransaction(failure: UpstreamError, targets: readonly Target[]): Error {
  // `index` is a position in the request. The request omits followers, which are records that YNAB
  // changes as a side effect.
  const sent = targets.filter(({ isFollower }) => isFollower !== true);
  const target = sent[failure.index ?? -1];
  const isRefusal = failure.code === "rejected" || failure.code === "conflict";
  if (target === undefined || !isRefusal) return failure;
  const { id, label } = target;
  return new ToolError(
    "rejected",
    "nothing was written, not even the other rows, because YNAB rejected the row below " +
      `(YNAB says: ${cleanText(failure.detail ?? "")}): ` +
      "correct the row or leave it out, and call again",
    { rows: [label.includes(id) ? label : `${label} (${id.slice(0, 8)})`], cause: failure },
  );
}
