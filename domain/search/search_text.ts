import type { Needle } from "./search_needle.ts";

/** Folded texts. */
export class SearchText {
  /** A line for each text, then further lines. */
  readonly text: string;
  /** Which text each further line belongs to. */
  readonly further: readonly number[];
  /** Where each begins, and where the last one ends; read at the first hit. */
  #starts: readonly number[] | null = null;

  /** Makes it of words, each between blanks; each line has its end. */
  constructor(text: string, further: readonly number[]) {
    this.text = text;
    this.further = further;
  }

  /** Finds the texts that hold a needle. */
  find(needle: Needle, hits: Uint8Array): void {
    const { text } = this;
    for (const part of needle.parts) {
      let at = text.indexOf(part);
      while (at >= 0) at = text.indexOf(part, this.#take(at, needle, hits));
    }
    const { whole } = needle;
    whole.lastIndex = 0;
    while (whole.test(text)) whole.lastIndex = this.#take(whole.lastIndex - 1, needle, hits);
  }

  /**
   * Marks the text that a character belongs to, found by halving, if it reaches the needle; gives
   * where the next one begins.
   */
  #take(at: number, needle: Needle, hits: Uint8Array): number {
    const starts = this.#starts ??= startsIn(this.text);
    let [low, high] = [0, starts.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle;
    }
    const next = starts[low + 1] as number;
    if (needle.isAnywhere || needle.isIn(this.text.slice(starts[low], next - 1))) {
      const count = starts.length - 1 - this.further.length;
      hits[low < count ? low : this.further[low - count] as number] = 1;
    }
    return next;
  }
}

function startsIn(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
