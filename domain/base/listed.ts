/** Joins words with commas, the last with a word. */
export function listed(words: readonly string[], last: "and" | "or"): string {
  const before = words.slice(0, -1).join(", ");
  const end = words.at(-1) ?? "";
  return before === "" ? end : `${before} ${last} ${end}`;
}
