/** Standalone numbers, excluding parts of dates and ids. */
const NUMBER = /(?<![\w.-])-?\p{Sc}?\d+(?:\.\d+)?(?![\w-]|\.\d)/gu;

/** Returns the distinct numbers in a text. */
export function numbersInText(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(NUMBER)].map(([found]) => Number(found.replace(/\p{Sc}/u, ""))));
}

/** Returns the distinct numbers in data, including those inside its texts. */
export function numbersInData(value: unknown): ReadonlySet<number> {
  if (typeof value === "number") return new Set([value]);
  if (typeof value === "string") return numbersInText(value);
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(Object.values(value).flatMap((inner) => [...numbersInData(inner)]));
}
