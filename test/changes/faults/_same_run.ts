import { FaultCounter } from "../../../demo/upstream.ts";
import type { FaultRule } from "../../../demo/faults.ts";
import type { EndedRequest } from "./_fault_upstream.ts";

/** A run that was simulated. */
export interface KnownRun {
  readonly rule: FaultRule;
  /** All that arrived while the rule held, in the order of arrival. */
  readonly requests: readonly EndedRequest[];
}

/** Whether a rule would have made the run that another one made. */
export function isSameRun(rule: FaultRule, known: KnownRun): boolean {
  const failed = failedBy(known.rule, known.requests);
  const wouldFail = failedBy(rule, known.requests);
  if (failed.some((isFailed, at) => isFailed !== wouldFail[at])) return false;
  if (asText(rule) === asText(known.rule)) return true;
  const isReadsAlone = known.requests.every(({ isWrite }, at) => !isWrite || !failed[at]);
  return isReadsAlone && withoutSide(rule) === withoutSide(known.rule);
}

/** Names what a read can see of a fault: it changes nothing, so it is the same before and after. */
export function withoutSide({ then }: Pick<FaultRule, "then">): string {
  if ("cut" in then) return "cut";
  const { applied: _, ...rest } = then as { readonly applied?: boolean };
  return JSON.stringify(rest);
}

function asText({ then }: FaultRule): string {
  return JSON.stringify(then);
}

/** Asks the desk of the embedded upstream which requests a rule fails. */
function failedBy(rule: FaultRule, requests: readonly EndedRequest[]): readonly boolean[] {
  const desk = new FaultCounter([rule]);
  return requests.map(({ operation, isWrite }) =>
    desk.decide(isWrite ? "POST" : "GET", operation).fault !== null
  );
}
