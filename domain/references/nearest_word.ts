/**
 * Returns the word most similar to the typed one, by Levenshtein distance; `null` if none is close.
 *
 * @param share Maximum share of the longer word's letters that may differ.
 */
export function nearestWord(word: string, words: readonly string[], share = 0.4): string | null {
  const typed = word.toLowerCase().slice(0, 100);
  let best: { readonly word: string; readonly distance: number } | null = null;
  for (const candidate of words) {
    const lower = candidate.toLowerCase();
    // Two words differ by at least the difference in their lengths.
    if (best !== null && Math.abs(lower.length - typed.length) >= best.distance) continue;
    const distance = editDistance(typed, lower);
    if (best === null || distance < best.distance) best = { word: candidate, distance };
  }
  const isNear = best !== null &&
    best.distance <= Math.max(1, Math.floor(Math.max(typed.length, best.word.length) * share));
  return isNear ? best?.word ?? null : null;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const insertion = (current[column - 1] ?? 0) + 1;
      current.push(Math.min(substitution, insertion, (previous[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** Minimum length of a prefix that can identify a word. */
const ENOUGH = 4;

export function likelyWord(typed: string, words: readonly string[]): string | null {
  const begun = typed.toLowerCase();
  const [only, ...others] = words.filter((word) => word.toLowerCase().startsWith(begun));
  const isEnough = typed.length >= ENOUGH && only !== undefined && others.length === 0;
  return isEnough ? only : nearestWord(typed, words);
}
