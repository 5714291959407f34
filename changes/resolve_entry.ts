import {
  type JournalEntry,
  type JournalStep,
  type JournalTarget,
  outcomesOf,
  stateOf,
} from "./journal.ts";
import { newsReader, type PlanNews } from "./evidence.ts";
import { operationOf } from "./operations.ts";
import { amongAdded } from "./outcomes.ts";

/**
 * For so long a request may still be applied after its process has died: the longest
 * that a call takes here, and as long again at upstream.
 */
const LATE_MS = 60_000;

/** Resolves what came of a change as far as it can be told. */
export function resolveEntry(entry: JournalEntry, news: PlanNews): JournalEntry {
  const { added } = news;
  const isSinceAbsent = added !== null && added.from === entry.absentAsOf;
  const sinceAbsent = isSinceAbsent ? added.rows : null;
  const mayComeLate = news.askedAt < entry.touchedAt + LATE_MS;
  // What belongs together may have been put back, which may come late as well.
  const mayBeTakenBack = mayComeLate && entry.steps.length > 1;
  const read = newsReader(news);
  const resolve = (step: JournalStep): JournalStep => {
    const operation = operationOf(step.operation);
    if (operation === null || !isUnknownIn(step)) return step;
    const records = operation.records === null ? undefined : read(operation.records, step.month);
    return operation.outcome(step, { records, sinceAbsent, mayComeLate, mayBeTakenBack });
  };
  const found = new Map<string, string>();
  const missing = new Set<string>();
  const steps = entry.steps.map((asked) => {
    const step = withoutMissing(withFoundIds(asked, found), missing);
    const resolved = resolve(step);
    for (const [at, { id }] of step.targets.entries()) {
      const now = resolved.targets[at];
      if (now !== undefined && now.id !== id) found.set(id, now.id);
      if (now?.before === null && now.outcome === "not_done") missing.add(id);
    }
    return resolved;
  });
  const isSame = steps.every((step, at) => step === entry.steps[at]);
  // Where nothing like it has come yet, it is still to be looked for in what comes next.
  const absentAsOf = isSinceAbsent && isStillAwaited(steps) ? added.to : entry.absentAsOf;
  if (isSame && absentAsOf === entry.absentAsOf) return entry;
  const isOpenStill = outcomesOf(steps).join() === outcomesOf(entry.steps).join();
  return { ...entry, steps, absentAsOf, state: isOpenStill ? entry.state : stateOf(steps) };
}

/** What was to be done to a record that an earlier step was to create. */
function withFoundIds(step: JournalStep, found: ReadonlyMap<string, string>): JournalStep {
  if (!step.targets.some(({ id }) => found.has(id))) return step;
  return {
    ...step,
    targets: step.targets.map((target) => ({ ...target, id: found.get(target.id) ?? target.id })),
  };
}

/** To a record that was not created nothing was done either. */
function withoutMissing(step: JournalStep, missing: ReadonlySet<string>): JournalStep {
  const isMissing = ({ id, before, outcome }: JournalTarget): boolean =>
    before !== null && outcome === "unknown" && missing.has(id);
  if (!step.targets.some(isMissing)) return step;
  return {
    ...step,
    targets: step.targets.map((one) => isMissing(one) ? { ...one, outcome: "not_done" } : one),
  };
}

function isUnknownIn({ targets }: JournalStep): boolean {
  return targets.some(({ outcome }) => outcome === "unknown");
}

/** Whether something is to come of which nothing that looks like it has. */
function isStillAwaited(steps: readonly JournalStep[]): boolean {
  const awaited = steps
    .filter(isFoundAmongAdded)
    .flatMap(({ targets }) => targets.filter(({ outcome }) => outcome === "unknown"));
  return awaited.length > 0 && awaited.every(({ lookAlikes }) => lookAlikes === undefined);
}

/** Whether a step is resolved by the transactions added since, as its own ids are unknown. */
export function isFoundAmongAdded({ operation }: JournalStep): boolean {
  return operationOf(operation)?.outcome === amongAdded;
}
