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
    const most = (best?.distance ?? Infinity) - 1;
    // Two words differ by at least the difference in their lengths.
    if (Math.abs(lower.length - typed.length) > most) continue;
    const distance = editDistance(typed, lower, most);
    if (distance <= most) best = { word: candidate, distance };
  }
  const isNear = best !== null &&
    best.distance <= Math.max(1, Math.floor(Math.max(typed.length, best.word.length) * share));
  return isNear ? best?.word ?? null : null;
}

/** Returns `Infinity` early if the distance is above `most`. */
function editDistance(a: string, b: string, most: number): number {
  let previous = Uint32Array.from({ length: b.length + 1 }, (_, at) => at);
  let current = new Uint32Array(b.length + 1);
  for (let row = 1; row <= a.length; row++) {
    const letter = a.charCodeAt(row - 1);
    let least = current[0] = row;
    for (let column = 1; column <= b.length; column++) {
      const isSame = letter === b.charCodeAt(column - 1);
      const substitution = (previous[column - 1] as number) + (isSame ? 0 : 1);
      const other = Math.min(current[column - 1] as number, previous[column] as number) + 1;
      current[column] = Math.min(substitution, other);
      least = Math.min(least, current[column] as number);
    }
    if (least > most) return Infinity;
    [previous, current] = [current, previous];
  }
  return previous[b.length] as number;
}

/** Minimum length of a prefix that can identify a word. */
const ENOUGH = 4;

export function likelyWord(typed: string, words: readonly string[]): string | null {
  const begun = typed.toLowerCase();
  const [only, ...others] = words.filter((word) => word.toLowerCase().startsWith(begun));
  const isEnough = typed.length >= ENOUGH && only !== undefined && others.length === 0;
  return isEnough ? only : nearestWord(typed, words);
}
