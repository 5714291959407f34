import { FaultCounter } from "../../../demo/upstream.ts";
import type { FaultRule } from "../../../demo/faults.ts";
import type { EndedRequest } from "./_fault_upstream.ts";

/** A simulated run. */
export interface KnownRun {
  readonly rule: FaultRule;
  /** All requests that arrived while the rule applied, in order. */
  readonly requests: readonly EndedRequest[];
}

/** Whether another rule would produce the same run as a known rule. */
export function isSameRun(rule: FaultRule, known: KnownRun): boolean {
  const failed = failedBy(known.rule, known.requests);
  const wouldFail = failedBy(rule, known.requests);
  if (failed.some((isFailed, at) => isFailed !== wouldFail[at])) return false;
  if (asText(rule) === asText(known.rule)) return true;
  const isReadsAlone = known.requests.every(({ isWrite }, at) => !isWrite || !failed[at]);
  return isReadsAlone && withoutSide(rule) === withoutSide(known.rule);
}

/**
 * The fault, whether it occurs before or after the write; reads aren't affected by the difference.
 */
export function withoutSide({ then }: Pick<FaultRule, "then">): string {
  if ("cut" in then) return "cut";
  const { applied: _, ...rest } = then as { readonly applied?: boolean };
  return JSON.stringify(rest);
}

function asText({ then }: FaultRule): string {
  return JSON.stringify(then);
}

/** The requests that a rule makes fail, according to the embedded upstream's own counter. */
function failedBy(rule: FaultRule, requests: readonly EndedRequest[]): readonly boolean[] {
  const desk = new FaultCounter([rule]);
  return requests.map(({ operation, isWrite }) =>
    desk.decide(isWrite ? "POST" : "GET", operation).fault !== null
  );
}
