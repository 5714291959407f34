/** Standalone numbers; parts of dates and ids don't count. */
const NUMBER = /(?<![\w.-])-?\p{Sc}?\d+(?:\.\d+)?(?![\w-]|\.\d)/gu;

/** Gives the distinct numbers of a text. */
export function numbersInText(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(NUMBER)].map(([found]) => Number(found.replace(/\p{Sc}/u, ""))));
}

/** Gives the distinct numbers of data, those inside its texts among them. */
export function numbersInData(value: unknown): ReadonlySet<number> {
  if (typeof value === "number") return new Set([value]);
  if (typeof value === "string") return numbersInText(value);
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(Object.values(value).flatMap((inner) => [...numbersInData(inner)]));
}
