import type { OperationId } from "../client/operations.ts";
import type { FaultOutcome, FaultRule } from "./faults.ts";

/** A fault that ends a request, as opposed to a delay. */
export type FinalFault = Exclude<FaultOutcome, { readonly delayMs: number }>;

/** What a request meets. */
export interface FaultDecision {
  readonly delayMs: number;
  readonly fault: FinalFault | null;
}

/** Counts requests against the rules. */
export class FaultDesk {
  readonly #rules: readonly { readonly rule: FaultRule; seen: number }[];

  /** Starts counting at zero. */
  constructor(rules: readonly FaultRule[]) {
    this.#rules = rules.map((rule) => ({ rule, seen: 0 }));
  }

  /** Counts a request and decides what it meets. */
  decide(method: string, operationId: OperationId | null): FaultDecision {
    let delayMs = 0;
    let fault: FinalFault | null = null;
    for (const entry of this.#rules) {
      if (!matches(entry.rule, method, operationId)) continue;
      entry.seen++;
      if (!fires(entry.rule, entry.seen)) continue;
      const { then } = entry.rule;
      if ("delayMs" in then) delayMs += then.delayMs;
      else fault ??= then;
    }
    return { delayMs, fault };
  }
}

function matches(rule: FaultRule, method: string, operationId: OperationId | null): boolean {
  const { operation = "*" } = rule;
  if (rule.method !== undefined && rule.method.toUpperCase() !== method) return false;
  return operation === "*" || operation === operationId;
}

function fires({ nth, times }: FaultRule, seen: number): boolean {
  const first = nth ?? 1;
  const last = times === undefined ? (nth === undefined ? Infinity : nth) : first + times - 1;
  return seen >= first && seen <= last;
}
