// deno-lint-ignore-file no-console
import { assert, assertEquals } from "@std/assert";
import type { FaultRule } from "../../../demo/faults.ts";
import { FaultCounter } from "../../../demo/upstream.ts";
import type { FaultCase } from "./_fault_cases.ts";
import { type FaultKind, fewFaultKinds } from "./_fault_kinds.ts";
import { type Ending, runUnder } from "./_fault_run.ts";
import { type Expected, stateOf, untruths } from "./_fault_truth.ts";
import type { EndedRequest } from "./_fault_upstream.ts";
import type { Way } from "./_fault_world.ts";

export interface FaultPlan {
  readonly faultCase: FaultCase;
  readonly way: Way;
  readonly kinds: readonly FaultKind[];
  /**
   * Faults for reads. This list is shorter than `kinds`, because failed reads affect most changes
   * in the same way.
   */
  readonly readKinds: readonly FaultKind[];
  readonly spans: readonly Span[];
}

/**
 * Which requests fail: one request alone, one request and its retries, or one request and all later
 * requests.
 */
export type Span = "once" | "and its repetitions" | "and all that follow";

export const spans: readonly Span[] = ["once", "and its repetitions", "and all that follow"];

/** Returns a fault plan for runs over real sockets: only writes fail, and only in selected ways. */
export function overHttp(faultCase: FaultCase): FaultPlan {
  return {
    faultCase,
    way: "over HTTP",
    kinds: fewFaultKinds,
    readKinds: [],
    spans: ["once", "and its repetitions"],
  };
}

export interface FaultResult {
  readonly name: string;
  /** The change's final state in the journal, or `none` if the journal has no entry. */
  readonly state: string;
  readonly untruths: readonly string[];
}

/** Runs a change without faults, then with each of its planned faults. */
export async function runFaults(plan: FaultPlan): Promise<readonly FaultResult[]> {
  const { faultCase, way } = plan;
  const clean = await runUnder([], { faultCase, way });
  const { requests } = clean;
  const stages = [clean.before, ...requests.filter((one) => one.isWrite).map((one) => one.plan)];
  if (new Set(stages).size !== stages.length) throw new Error("A step changes nothing");
  if (clean.entry?.steps.length !== stages.length - 1) {
    throw new Error("A step has no write request");
  }
  const results = [resultOf("no fault", clean, { ...plan, stages, isOnce: true })];
  for (const [at, request] of requests.entries()) {
    const kinds = request.isWrite ? plan.kinds : plan.readKinds;
    const faults = faultsOf(requests, { at, kinds, spans: plan.spans });
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

/** A fault that begins when a change sends a particular request. */
export interface PlannedFault {
  readonly kind: FaultKind;
  readonly span: Span;
  readonly rule: FaultRule;
}

/**
 * Returns a fault for every combination of kind and span. Faults with the widest span come first.
 * Their results can be reused for narrower faults, as long as those make the same requests fail.
 */
export function faultsOf(
  requests: readonly EndedRequest[],
  { at, kinds, spans }: Pick<FaultPlan, "kinds" | "spans"> & { readonly at: number },
): readonly PlannedFault[] {
  return spans.toReversed().flatMap((span) =>
    kinds.map((kind) => ({ kind, span, rule: ruleFor(requests, { at, span, kind }) }))
  );
}

/** Runs a change under each fault. Reuses the result if an earlier fault had the same effect. */
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

/** A simulated run. */
interface KnownRun {
  readonly rule: FaultRule;
  /** All requests that arrived while the fault rule applied, in order. */
  readonly requests: readonly EndedRequest[];
}

/** Whether a fault rule would produce the same run as a rule that has already been run. */
export function isSameRun(rule: FaultRule, known: KnownRun): boolean {
  const failed = failedBy(known.rule, known.requests);
  const wouldFail = failedBy(rule, known.requests);
  if (failed.some((isFailed, at) => isFailed !== wouldFail[at])) return false;
  if (asText(rule) === asText(known.rule)) return true;
  const isReadsAlone = known.requests.every(({ isWrite }, at) => !isWrite || !failed[at]);
  return isReadsAlone && withoutSide(rule) === withoutSide(known.rule);
}

/**
 * The fault without its position (before or after the write), which doesn't matter for reads.
 */
function withoutSide({ then }: Pick<FaultRule, "then">): string {
  if ("cut" in then) return "cut";
  const { applied: _, ...rest } = then as { readonly applied?: boolean };
  return JSON.stringify(rest);
}

function asText({ then }: FaultRule): string {
  return JSON.stringify(then);
}

/**
 * Returns, for each request, whether a fault rule makes it fail. Counts requests the same way the
 * simulated YNAB does.
 */
function failedBy(rule: FaultRule, requests: readonly EndedRequest[]): readonly boolean[] {
  const desk = new FaultCounter([rule]);
  return requests.map(({ operation, isWrite }) =>
    desk.decide(isWrite ? "POST" : "GET", operation).fault !== null
  );
}

/** Prints how many runs had each outcome, and fails if the server made a false statement. */
export function judge(
  results: readonly FaultResult[],
  { least }: { readonly least: number },
): void {
  const ends = Object.entries(Object.groupBy(results, ({ state }) => state));
  const words = ends.map(([state, runs = []]) => `${runs.length} ${state}`);
  console.log(`${results.length} fault runs: ${words.join(", ")}`);
  const wrong = results.flatMap(({ name, untruths }) =>
    untruths.map((untruth) => `${name}: ${untruth}`)
  );
  assertEquals(wrong, []);
  assert(results.length >= least, `only ${results.length} runs`);
}
