/** Compares two texts. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
