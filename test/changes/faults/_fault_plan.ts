// deno-lint-ignore-file no-console
import { assert, assertEquals } from "@std/assert";
import type { FaultRule } from "../../../demo/faults.ts";
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
   * Faults of reads; fewer than `kinds`, because failed reads affect most changes in the same way.
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

/** The runs over real sockets, in which only writes fail and only with selected faults. */
export function overHttp(faultCase: FaultCase): FaultPlan {
  return {
    faultCase,
    way: "over HTTP",
    kinds: fewFaultKinds,
    readKinds: [],
    spans: ["once"],
  };
}

export interface FaultResult {
  readonly name: string;
  /** The change's final state in the journal, or `none` if the journal has no entry. */
  readonly state: string;
  readonly untruths: readonly string[];
}

/** Runs a change under each of its faults. */
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
    const faults = kinds.flatMap((kind) =>
      spansOf(kind, request).filter((span) => plan.spans.includes(span))
        .map((span) => ({ kind, span }))
    );
    results.push(
      ...await Promise.all(faults.map(async ({ kind, span }) => {
        const rule = ruleFor(requests, { at, span, kind });
        const ending = await runUnder([rule], { faultCase, way });
        const name = `${request.operation} ${at + 1} ${span}: ${kind.name}`;
        const isFirstRead = !request.isWrite;
        const isOnce = span === "once";
        return resultOf(name, ending, { ...plan, kind, stages, isOnce, isFirstRead });
      })),
    );
  }
  return results;
}

/** The spans that differ: without retries, a repeated fault equals a single one. */
function spansOf({ isTransient }: FaultKind, { isWrite }: EndedRequest): readonly Span[] {
  if (isTransient === false) return ["once", "and all that follow"];
  return isWrite ? spans : ["and its repetitions", "and all that follow"];
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

/** Prints the number of runs by outcome, and fails if any run made a false statement. */
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
