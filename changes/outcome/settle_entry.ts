/**
 * Settles what a change left open by looking at what is true now. Nothing is ever
 * sent again: the user may have put things right since.
 *
 * @module
 */

import { linesOutcome } from "./split_outcome.ts";
import { type CurrentRow, type CurrentRows, holds } from "./current_record.ts";
import { createdCategory, createdRows } from "./created_records.ts";
import type { EntryState, JournalEntry, JournalStep, JournalTarget, Outcome } from "../journal.ts";

/** What a read has brought: each read tells of one kind of record. */
export interface PlanNews {
  /** Live rows. */
  readonly rows?: CurrentRows;
  /** Rows that no earlier read had; `null` where that can't be told. */
  readonly added: AddedRows | null;
  /** Live categories. */
  readonly categories?: CurrentRows;
  /** The same, one after another. */
  readonly allCategories?: () => readonly CurrentRow[];
  /** One month, `YYYY-MM-01`, with its categories. */
  readonly month?: { readonly month: string; readonly categories: CurrentRows };
  /** When it was asked for, in milliseconds since 1970. */
  readonly askedAt: number;
}

/** Rows that were not there before. */
export interface AddedRows {
  readonly rows: readonly CurrentRow[];
  /** From and to which knowledge of the plan they came. */
  readonly from: number;
  readonly to: number;
}

/**
 * For so long a request may still be applied after its process has died: the longest
 * that a call takes here, and as long again at upstream.
 */
const LATE_MS = 60_000;

/**
 * Settles what a change was about as far as it can be told.
 *
 * @param entry A change that is intended or uncertain.
 * @param news What a read has brought.
 * @returns The entry with what came of it; the same entry if nothing can be told.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const target = { id: "t", label: "a row", before: { flag_color: null }, after: { flag_color: "red" } };
 * const entry = {
 *   operationId: "o",
 *   planId: "p",
 *   kind: "flag_transactions",
 *   state: "uncertain",
 *   at: 0,
 *   summary: "Flag a row",
 *   isUndoable: true,
 *   undoes: null,
 *   touchedAt: 0,
 *   knownAt: 7,
 *   steps: [{
 *     operation: "updateTransactions",
 *     month: null,
 *     targets: [{ ...target, outcome: "unknown" }],
 *   }],
 * } as const;
 * const rows = new Map([["t", { id: "t", flag_color: "red" }]]);
 * assertEquals(settleEntry(entry, { rows, added: null, askedAt: 0 }).state, "applied");
 * ```
 */
export function settleEntry(entry: JournalEntry, news: PlanNews): JournalEntry {
  const { added } = news;
  const isSinceKnown = added !== null && added.from === entry.knownAt;
  const sinceKnown = isSinceKnown ? added.rows : null;
  const mayComeLate = news.askedAt < entry.touchedAt + LATE_MS;
  // What belongs together may have been put back, which may come late as well.
  const mayBeTakenBack = mayComeLate && entry.steps.length > 1;
  const evidence = { news, sinceKnown, mayComeLate, mayBeTakenBack };
  const steps = entry.steps.map((step) => settleStep(step, evidence));
  const isSame = steps.every((step, at) => step === entry.steps[at]);
  // Where nothing like it has come yet, it is still to be looked for in what comes next.
  const knownAt = isSinceKnown && isStillAwaited(steps) ? added.to : entry.knownAt;
  if (isSame && knownAt === entry.knownAt) return entry;
  const isOpenStill = outcomesOf(steps).join() === outcomesOf(entry.steps).join();
  return { ...entry, steps, knownAt, state: isOpenStill ? entry.state : settledState(steps) };
}

/** What a step is settled by. */
interface Evidence {
  readonly news: PlanNews;
  /** Rows that have come since the change was known not to be there; `null` if untold. */
  readonly sinceKnown: readonly CurrentRow[] | null;
  /** Whether what can't be seen yet may still come. */
  readonly mayComeLate: boolean;
  /** Whether what can be seen now may not be the end of it. */
  readonly mayBeTakenBack: boolean;
}

function settleStep(step: JournalStep, evidence: Evidence): JournalStep {
  if (step.targets.every(({ outcome }) => outcome !== "unknown")) return step;
  const { news, sinceKnown, mayComeLate, mayBeTakenBack } = evidence;
  const inTime = (outcome: Outcome): Outcome =>
    mayBeTakenBack || (outcome === "not_done" && mayComeLate) ? "unknown" : outcome;
  const { rows, categories, allCategories, month } = news;
  const comparedIn = (records: CurrentRows | undefined): JournalStep =>
    records === undefined
      ? step
      : withTargets(step, (target) => inTime(compared(target, records.get(target.id))));
  switch (step.operation) {
    case "updateTransactions":
      return comparedIn(rows);
    case "updateCategory":
      return comparedIn(categories);
    case "updateMonthCategory":
      return comparedIn(month?.month === step.month ? month.categories : undefined);
    case "deleteTransaction":
      if (rows === undefined) return step;
      return withTargets(step, ({ id }) => inTime(rows.has(id) ? "not_done" : "done"));
    case "createTransaction":
      return sinceKnown === null ? step : createdRows(step, sinceKnown);
    case "createCategory":
      return allCategories === undefined ? step : createdCategory(step, allCategories());
    default:
      return step;
  }
}

/** Whether rows are to come of which nothing that looks like them has. */
function isStillAwaited(steps: readonly JournalStep[]): boolean {
  const awaited = steps.filter(({ operation }) => operation === "createTransaction")
    .flatMap(({ targets }) => targets.filter(({ outcome }) => outcome === "unknown"));
  return awaited.length > 0 && awaited.every(({ lookAlikes }) => lookAlikes === undefined);
}

function withTargets(
  step: JournalStep,
  outcomeOf: (target: JournalTarget) => Outcome,
): JournalStep {
  const targets = step.targets.map((target) =>
    target.outcome === "unknown" ? { ...target, outcome: outcomeOf(target) } : target
  );
  const isSame = targets.every(({ outcome }, at) => outcome === step.targets[at]?.outcome);
  return isSame ? step : { ...step, targets };
}

function compared(
  { before, after, lines }: JournalTarget,
  row: CurrentRow | undefined,
): Outcome {
  if (row === undefined) return "unknown";
  if (lines !== undefined) return linesOutcome(lines, { ...row });
  // First what it was, where that is known: told by more fields before than after, the
  // few may already have been so.
  const isTold = before !== null && Object.keys(before).length > 0;
  if (isTold && holds(before, row)) return "not_done";
  if (after !== null && holds(after, row)) return "done";
  return before !== null && !isTold ? "not_done" : "unknown";
}

function settledState(steps: readonly JournalStep[]): EntryState {
  const outcomes = outcomesOf(steps);
  if (outcomes.includes("unknown")) return "uncertain";
  if (outcomes.every((outcome) => outcome === "done")) return "applied";
  return outcomes.includes("done") ? "partly" : "failed";
}

function outcomesOf(steps: readonly JournalStep[]): readonly Outcome[] {
  return steps.flatMap(({ targets }) => targets.map(({ outcome }) => outcome));
}
