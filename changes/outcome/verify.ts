/**
 * Compares what upstream answered to a write with what was asked, field by field.
 *
 * @module
 */

import { linesOutcome } from "./split_outcome.ts";
import type { Fields, FieldValue, Step, Target, WriteId } from "../change.ts";
import type { JournalTarget, Outcome } from "../journal.ts";
import { pairCreated } from "./pair_created.ts";

type Answered = Readonly<Record<string, unknown>>;

/** What a step came to. */
export interface VerifiedStep {
  /** Targets under their own ids, also those that were created. */
  readonly targets: readonly JournalTarget[];
  /** What did not go as asked, one sentence each. */
  readonly deviations: readonly string[];
}

/**
 * Checks an answer.
 *
 * @param step What was asked.
 * @param answer What upstream answered with a 2xx.
 * @returns Each target with what came of it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const target = { id: "t", label: "a row", before: { flag_color: null }, after: { flag_color: "red" } };
 * const step = { operation: "updateTransactions", args: {}, targets: [target] } as never;
 * const answer = { transactions: [{ id: "t", flag_color: "red" }] };
 * assertEquals(verifyStep(step, answer).deviations, []);
 * ```
 */
export function verifyStep(step: Step, answer: unknown): VerifiedStep {
  const records = recordsIn(step.operation, answer as Answered);
  const isCreation = step.operation === "createTransaction" || step.operation === "createCategory";
  const created = isCreation ? pairCreated(step.targets, records, isAsAsked) : [];
  const checked = step.targets.map((target, at) => {
    const record = isCreation ? created[at] : records.find(({ id }) => id === target.id);
    return verifyTarget(target, { record, isGone: step.operation === "deleteTransaction" });
  });
  return {
    targets: checked.map(({ target }) => target),
    deviations: checked.flatMap(({ deviation }) => deviation === null ? [] : [deviation]),
  };
}

function recordsIn(operation: WriteId, answer: Answered): readonly Answered[] {
  switch (operation) {
    case "createTransaction":
    case "updateTransactions":
      return (answer["transactions"] ?? []) as readonly Answered[];
    case "createCategory":
    case "updateCategory":
    case "updateMonthCategory":
      return [answer["category"] as Answered];
    case "deleteTransaction":
    case "importTransactions":
      return [];
  }
}

function verifyTarget(
  target: Target,
  { record, isGone }: { readonly record: Answered | undefined; readonly isGone: boolean },
): { readonly target: JournalTarget; readonly deviation: string | null } {
  if (isGone) return { target: { ...target, outcome: "done" }, deviation: null };
  if (record === undefined) {
    return {
      target: { ...target, outcome: "unknown" },
      deviation: `${target.label}: YNAB's answer does not name it`,
    };
  }
  const id = typeof record["id"] === "string" ? record["id"] : target.id;
  if (target.lines !== undefined) return verifySplit(target, target.lines, record);
  const wrong = wrongFields(target, record);
  if (wrong.length === 0) return { target: { ...target, id, outcome: "done" }, deviation: null };
  return {
    target: target.before === null
      ? { ...target, id, after: asStored(target, record), outcome: "done" }
      : { ...target, id, outcome: "not_done" },
    deviation: `${target.label}: YNAB did not take ${wrong.join(", ")}`,
  };
}

/** A split can't be tried again: it is done even with other lines than were asked. */
function verifySplit(
  target: Target,
  lines: readonly Fields[],
  record: Answered,
): { readonly target: JournalTarget; readonly deviation: string | null } {
  const outcome = linesOutcome(lines, record);
  const deviations: Readonly<Record<Outcome, string | null>> = {
    done: null,
    not_done: `${target.label}: YNAB did not split it`,
    unknown: `${target.label}: YNAB has split it into other lines than were asked`,
  };
  return {
    target: { ...target, outcome: outcome === "not_done" ? "not_done" : "done" },
    deviation: deviations[outcome],
  };
}

function wrongFields({ after }: Target, record: Answered): readonly string[] {
  return Object.entries(after ?? {})
    .filter(([name, value]) => !isSameValue(value, record[name]))
    .map(([name]) => name);
}

function isAsAsked(target: Target, record: Answered): boolean {
  return wrongFields(target, record).length === 0;
}

/** A created record is there, even if it is not as asked: undoing goes by what it is. */
function asStored({ after }: Target, record: Answered): Fields {
  const names = Object.keys(after ?? {});
  return Object.fromEntries(names.map((name) => [name, (record[name] ?? null) as FieldValue]));
}

/**
 * Tells whether a field has the value that was asked for. Upstream writes "no value"
 * as `null`, as nothing or, for flags, as empty text.
 *
 * @param wanted What was asked.
 * @param found What upstream answered.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([isSameValue(null, ""), isSameValue(0, null)], [true, false]);
 * ```
 */
export function isSameValue(wanted: FieldValue, found: unknown): boolean {
  const isNothing = (value: unknown): boolean =>
    value === null || value === undefined || value === "";
  return wanted === found || (isNothing(wanted) && isNothing(found));
}
