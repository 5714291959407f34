/**
 * Resolves an uncertain step of absolute values by comparing its targets with the records
 * as they are now.
 *
 * @module
 */

import { holds } from "../field_equality.ts";
import type { JournalStep, JournalTarget, Outcome } from "../journal.ts";
import type { CurrentRecord, Evidence, RecordsById } from "./evidence.ts";
import { linesOutcome } from "./split_outcome.ts";

/**
 * Compares the targets whose outcome is unknown.
 *
 * @param step The step.
 * @param records The records that it is about; absent where the read did not bring them.
 * @param evidence What else is known.
 * @returns The step with what came of it; the same step where nothing can be told.
 */
export function compareTargets(
  step: JournalStep,
  records: RecordsById | undefined,
  evidence: Evidence,
): JournalStep {
  if (records === undefined) return step;
  return withOutcomes(
    step,
    (target) => outcomeOf(target, records.get(target.id)),
    evidence,
  );
}

/**
 * Gives the targets whose outcome is unknown theirs, but for what may still change.
 *
 * @param step The step.
 * @param outcomeOf What a target looks like now.
 * @param evidence Whether that is the end of it.
 * @returns The step; the same one where nothing can be told.
 */
export function withOutcomes(
  step: JournalStep,
  outcomeOf: (target: JournalTarget) => Outcome,
  { mayComeLate, mayBeTakenBack }: Pick<Evidence, "mayComeLate" | "mayBeTakenBack">,
): JournalStep {
  const inTime = (outcome: Outcome): Outcome =>
    mayBeTakenBack || (outcome === "not_done" && mayComeLate) ? "unknown" : outcome;
  const targets = step.targets.map((target) => {
    const outcome = target.outcome === "unknown" ? inTime(outcomeOf(target)) : target.outcome;
    return outcome === target.outcome ? target : { ...target, outcome };
  });
  const isSame = targets.every((target, at) => target === step.targets[at]);
  return isSame ? step : { ...step, targets };
}

function outcomeOf(
  { before, after, lines }: JournalTarget,
  record: CurrentRecord | undefined,
): Outcome {
  if (record === undefined) return "unknown";
  if (lines !== undefined) return linesOutcome(lines, { ...record });
  // First what it was, where that is known: told by more fields before than after, the
  // few may already have been so.
  const isTold = before !== null && Object.keys(before).length > 0;
  if (isTold && holds(before, record)) return "not_done";
  if (holds(after, record)) return "done";
  return before !== null && !isTold ? "not_done" : "unknown";
}
