import type { FaultRule } from "../../../demo/faults.ts";
import type { FaultCase } from "./_fault_cases.ts";
import { type FaultKind, fewFaultKinds } from "./_fault_kinds.ts";
import { type Ending, runUnder } from "./_fault_run.ts";
import { type Expected, stateOf, untruths } from "./_fault_truth.ts";
import type { EndedRequest } from "./_fault_upstream.ts";
import type { Way } from "./_fault_world.ts";
import { isSameRun, withoutSide } from "./_same_run.ts";

/** What to run. */
export interface FaultPlan {
  readonly faultCase: FaultCase;
  readonly way: Way;
  readonly kinds: readonly FaultKind[];
  readonly spans: readonly Span[];
  /** Whether only the writes meet faults. */
  readonly isWritesOnly?: boolean;
}

/** How many requests meet a fault from the first one on. */
export type Span = "once" | "and its repetitions" | "and all that follow";

/** Every span. */
export const spans: readonly Span[] = ["once", "and its repetitions", "and all that follow"];

/** What is run over real sockets: only the writes, with one fault of each sort. */
export function overHttp(faultCase: FaultCase): FaultPlan {
  return {
    faultCase,
    way: "over HTTP",
    kinds: fewFaultKinds,
    spans: ["once", "and its repetitions"],
    isWritesOnly: true,
  };
}

/** One run of a change under a fault. */
export interface FaultResult {
  readonly name: string;
  /** How it ended, in the words of the journal. */
  readonly state: string;
  readonly untruths: readonly string[];
}

/** Runs a change under all of its faults. */
export async function runFaults(plan: FaultPlan): Promise<readonly FaultResult[]> {
  const { faultCase, way } = plan;
  const clean = await runUnder([], { faultCase, way });
  const { requests } = clean;
  const stages = [clean.before, ...requests.filter((one) => one.isWrite).map((one) => one.plan)];
  if (new Set(stages).size !== stages.length) throw new Error("A step changes nothing");
  if (clean.entry?.steps.length !== stages.length - 1) throw new Error("A step is no request");
  const results = [resultOf("no fault", clean, { ...plan, stages, isOnce: true })];
  for (const [at, request] of requests.entries()) {
    if (plan.isWritesOnly === true && !request.isWrite) continue;
    const faults = faultsOf(requests, { at, ...plan });
    const groups = [...Map.groupBy(faults, ({ rule }) => withoutSide(rule)).values()];
    const runs = await Promise.all(groups.map((ones) => runEach(ones, plan)));
    for (const { kind, span, ending } of runs.flat()) {
      const name = `${request.operation} ${at + 1} ${span}: ${kind.name}`;
      const isFirstRead = !request.isWrite;
      const isOnce = span === "once";
      results.push(resultOf(name, ending, { ...plan, kind, stages, isOnce, isFirstRead }));
    }
  }
  return results;
}

/** A fault that begins with one request of a change. */
export interface PlannedFault {
  readonly kind: FaultKind;
  readonly span: Span;
  readonly rule: FaultRule;
}

/**
 * Gives every kind and span of a fault, the widest first: its run shows what the narrower ones
 * would meet.
 */
export function faultsOf(
  requests: readonly EndedRequest[],
  { at, kinds, spans }: Pick<FaultPlan, "kinds" | "spans"> & { readonly at: number },
): readonly PlannedFault[] {
  return spans.toReversed().flatMap((span) =>
    kinds.map((kind) => ({ kind, span, rule: ruleFor(requests, { at, span, kind }) }))
  );
}

/** Runs a change under faults by turns; what is one run is simulated once. */
async function runEach(
  faults: readonly PlannedFault[],
  { faultCase, way }: FaultPlan,
): Promise<readonly (PlannedFault & { readonly ending: Ending })[]> {
  const runs: (PlannedFault & { readonly ending: Ending })[] = [];
  for (const fault of faults) {
    const same = runs.find((one) => isSameRun(fault.rule, { ...one, ...one.ending }));
    const ending = same?.ending ?? await runUnder([fault.rule], { faultCase, way });
    runs.push({ ...fault, ending });
  }
  return runs;
}

const NO_FAULT: FaultKind = {
  name: "none",
  then: { delayMs: 0 },
  isLost: false,
  isTransient: true,
};

function resultOf(
  name: string,
  ending: Ending,
  expected: Partial<Expected> & Pick<Expected, "faultCase" | "stages" | "isOnce">,
): FaultResult {
  const whole = { kind: NO_FAULT, isFirstRead: true, ...expected };
  return {
    name: `${expected.faultCase.name}, ${name}`,
    state: stateOf(ending),
    untruths: untruths(ending, whole),
  };
}

function ruleFor(
  requests: readonly EndedRequest[],
  { at, span, kind }: { readonly at: number; readonly span: Span; readonly kind: FaultKind },
): FaultRule {
  const { then } = kind;
  if (span === "and all that follow") return { nth: at + 1, times: 999, then };
  const operation = requests[at]?.operation ?? "*";
  const nth = requests.slice(0, at + 1).filter((one) => one.operation === operation).length;
  return { operation, nth, times: span === "once" ? 1 : 999, then };
}
