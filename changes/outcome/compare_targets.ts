import { holds } from "../field_equality.ts";
import type { JournalStep, JournalTarget, Outcome } from "../journal.ts";
import type { CurrentRecord, Evidence, RecordsById } from "./evidence.ts";
import { linesOutcome } from "./split_outcome.ts";

/** Compares the targets whose outcome is unknown. */
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

/** Gives the targets whose outcome is unknown theirs, but for what may still change. */
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
