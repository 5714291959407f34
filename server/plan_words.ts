/**
 * Says which words can name a plan.
 *
 * @module
 */

import { cleanText } from "../domain/base/clean_text.ts";

/** Names that upstream understands and that do not say which plan they mean. */
const PLAN_ALIASES: readonly string[] = ["last-used", "default"];

/**
 * Says why words can't name a plan.
 *
 * @returns What is wrong and what to do instead; `null` when they may name one.
 *
 * @example
 * ```ts
 * import { assertEquals, assertStringIncludes } from "@std/assert";
 *
 * assertEquals(planWordsProblem("Household"), null);
 * assertStringIncludes(planWordsProblem("last-used") ?? "", "may mean another plan");
 * ```
 */
export function planWordsProblem(words: string): string | null {
  if (PLAN_ALIASES.includes(words.trim().toLowerCase())) {
    return `${words.trim()} may mean another plan at the next call: ` +
      "leave it out, or give the plan's own id or name";
  }
  return cleanText(words) === "" ? "names no plan: leave it out, or give an id or name" : null;
}
