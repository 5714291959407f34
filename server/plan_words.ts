import { cleanText } from "../domain/base/clean_text.ts";

/** Names that upstream understands and that do not say which plan they mean. */
const PLAN_ALIASES: readonly string[] = ["last-used", "default"];

/** Says why words can't name a plan. */
export function planWordsProblem(words: string): string | null {
  if (PLAN_ALIASES.includes(words.trim().toLowerCase())) {
    return `${words.trim()} may mean another plan at the next call: ` +
      "leave it out, or give the plan's own id or name";
  }
  return cleanText(words) === "" ? "names no plan: leave it out, or give an id or name" : null;
}
