/**
 * Compares what upstream answered to a write with what was asked, field by field.
 *
 * @module
 */

import type { FieldValue, Step, Target, WriteId } from "./change.ts";
import type { JournalTarget } from "./journal.ts";

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
  const checked = step.targets.map((target, at) => {
    const record = isCreation ? records[at] : records.find(({ id }) => id === target.id);
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
      deviation: `${target.label}: upstream's answer does not name it`,
    };
  }
  const id = typeof record["id"] === "string" ? record["id"] : target.id;
  const wrong = Object.entries(target.after ?? {})
    .filter(([name, value]) => !isSame(value, record[name]))
    .map(([name]) => name);
  if (wrong.length === 0) return { target: { ...target, id, outcome: "done" }, deviation: null };
  return {
    target: { ...target, id, outcome: "not_done" },
    deviation: `${target.label}: upstream did not take ${wrong.join(", ")}`,
  };
}

/** Upstream writes "no value" as `null`, as nothing or, for flags, as empty text. */
function isSame(wanted: FieldValue, found: unknown): boolean {
  const isNothing = (value: unknown): boolean =>
    value === null || value === undefined || value === "";
  return wanted === found || (isNothing(wanted) && isNothing(found));
}
