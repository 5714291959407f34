import type { DemoUpstream } from "../../../demo/upstream.ts";
import { stateText } from "../../tools/_confirm.ts";

const RANDOM_ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
/** Ids of the invented plan are a prefix and zeros. */
const OWN_ID = /-0000-4000-8000-000000000000$/;

/** What the plans were last written down as. */
const written = new WeakMap<object, { readonly knowledge: number; readonly text: string }>();

/**
 * Writes down what is true of the first plan, with new records numbered in the order
 * of their appearance instead of under the ids that upstream gave them.
 */
export function planText(upstream: DemoUpstream): string {
  const [plan] = upstream.stored;
  if (plan === undefined) throw new Error("There is no plan");
  const known = written.get(plan);
  // Every write moves the plan's knowledge, and most requests are no writes.
  if (known?.knowledge === plan.knowledge) return known.text;
  const text = withoutRandomIds(stateText({ upstream }));
  written.set(plan, { knowledge: plan.knowledge, text });
  return text;
}

/** Numbers new records in the order of their appearance. */
export function withoutRandomIds(text: string): string {
  const numbers = new Map<string, string>();
  return text.replace(RANDOM_ID, (id) => {
    if (OWN_ID.test(id)) return id;
    const number = numbers.get(id) ?? `new ${numbers.size + 1}`;
    numbers.set(id, number);
    return number;
  });
}

/** Whether upstream has made an id up: the invented plan has none of these. */
export function isMadeUp(id: string): boolean {
  return !OWN_ID.test(id);
}
