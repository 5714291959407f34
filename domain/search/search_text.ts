/**
 * Many folded texts as one long one, so that a needle is looked for in all of them at once.
 *
 * @module
 */

import type { Needle } from "./search_needle.ts";

/** Folded texts. */
export class SearchText {
  /** One after another, each ended by a line's end. */
  readonly text: string;
  /** Where each begins, and where the last one ends. */
  readonly starts: Uint32Array;

  /** Makes it of its parts. */
  constructor(text: string, starts: Uint32Array) {
    this.text = text;
    this.starts = starts;
  }

  /**
   * Joins texts.
   *
   * @param texts From `wordLines`.
   */
  static of(texts: readonly string[]): SearchText {
    const starts = new Uint32Array(texts.length + 1);
    let at = 0;
    for (let nth = 0; nth < texts.length; nth++) {
      starts[nth] = at;
      at += (texts[nth] as string).length + 1;
    }
    starts[texts.length] = at;
    return new SearchText(texts.length === 0 ? "" : `${texts.join("\n")}\n`, starts);
  }

  /**
   * Finds the texts that hold a needle.
   *
   * @param needle What is looked for.
   * @param hits Gets 1 at the place of each text that does.
   */
  find(needle: Needle, hits: Uint8Array): void {
    const { text, starts } = this;
    const take = (at: number): number => {
      const nth = this.#nthAt(at);
      const next = starts[nth + 1] as number;
      if (needle.isAnywhere || needle.isIn(text.slice(starts[nth], next - 1))) hits[nth] = 1;
      return next;
    };
    for (const part of needle.parts) {
      let at = text.indexOf(part);
      while (at >= 0) at = text.indexOf(part, take(at));
    }
    const { whole } = needle;
    whole.lastIndex = 0;
    while (whole.test(text)) whole.lastIndex = take(whole.lastIndex - 1);
  }

  /** Which text a character belongs to, by halving. */
  #nthAt(at: number): number {
    const { starts } = this;
    let [low, high] = [0, starts.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}
