import { cleanWhole } from "../domain/base/clean_text.ts";

/** Joins the bank's distinct texts on one line; `null` if all are empty. */
export function joinedTexts(texts: readonly string[], without = ""): string | null {
  const distinct = new Set(texts.map(cleanWhole).filter((text) => text !== "" && text !== without));
  return distinct.size === 0 ? null : [...distinct].join(" ");
}
