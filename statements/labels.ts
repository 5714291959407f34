import { cleanWhole } from "../domain/base/clean_text.ts";

/** Joins texts of the bank that differ, on one line; `null` if nothing is left. */
export function joinedTexts(texts: readonly string[], without = ""): string | null {
  const distinct = new Set(texts.map(cleanWhole).filter((text) => text !== "" && text !== without));
  return distinct.size === 0 ? null : [...distinct].join(" ");
}
