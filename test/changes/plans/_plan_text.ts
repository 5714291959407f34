import type { DemoUpstream } from "../../../demo/upstream.ts";
import { stateText } from "../../tools/_confirm.ts";

const RANDOM_ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
/** Matches the test plan's own ids, which end with zeros instead of random digits. */
const OWN_ID = /-0000-4000-8000-000000000000$/;

/** Cached text of each plan, and the plan's server knowledge at the time the text was generated. */
const written = new WeakMap<object, { readonly knowledge: number; readonly text: string }>();

/** Returns the first plan as text. Replaces random ids with numbers in order of appearance. */
export function planText(upstream: DemoUpstream): string {
  const [plan] = upstream.stored;
  if (plan === undefined) throw new Error("There is no plan");
  const known = written.get(plan);
  // Only writes change the text, and every write increases the plan's server knowledge.
  if (known?.knowledge === plan.knowledge) return known.text;
  const text = withoutRandomIds(stateText({ upstream }));
  written.set(plan, { knowledge: plan.knowledge, text });
  return text;
}

/** Replaces random ids with numbers in order of appearance. */
export function withoutRandomIds(text: string): string {
  const numbers = new Map<string, string>();
  return text.replace(RANDOM_ID, (id) => {
    if (OWN_ID.test(id)) return id;
    const number = numbers.get(id) ?? `new ${numbers.size + 1}`;
    numbers.set(id, number);
    return number;
  });
}

/** Whether the simulated YNAB generated an id; the test plan's own ids have a different form. */
export function isMadeUp(id: string): boolean {
  return !OWN_ID.test(id);
}
