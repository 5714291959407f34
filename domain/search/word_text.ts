/**
 * The folded words of many values, made as one text: no text is made for each of them.
 *
 * @module
 */

import { isPlainText, MAYBE_SPELLED, plainLinesOf, withBareLetters } from "./search_form.ts";
import { wordLines } from "./search_needle.ts";
import { SearchText } from "./search_text.ts";

/** Length of a line of two blanks: of what has no words, or is no plain text. */
const EMPTY_LINE = 2;

/**
 * Folds the words of texts.
 *
 * @param texts Labels or memos; an empty one has no words.
 * @returns Of each what `wordLines` gives.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(wordTextOf(["7-Eleven", "", "Caf\u00e9"]).text, " 7 eleven \n\n cafe \n");
 * ```
 */
export function wordTextOf(texts: readonly string[]): SearchText {
  const lines = plainLinesOf(plainOnly(texts));
  const starts = new Uint32Array(texts.length + 1);
  const pieces: string[] = [];
  // Lines before this one stand in the pieces, which are by so much longer.
  let [copied, longer] = [0, 0];
  let spelled = nextSpelled(lines, 0);
  let at = 0;
  for (let nth = 0; nth < texts.length; nth++) {
    starts[nth] = at + longer;
    const end = lines.indexOf("\n", at);
    const isSpelled = spelled < end;
    if (isSpelled || end - at === EMPTY_LINE) {
      const line = lines.slice(at, end);
      const words = isSpelled ? withBareForm(line) : wordsOf(texts[nth] as string);
      pieces.push(lines.slice(copied, at), words);
      copied = end;
      longer += words.length - line.length;
      if (isSpelled) spelled = nextSpelled(lines, end);
    }
    at = end + 1;
  }
  starts[texts.length] = at + longer;
  return new SearchText(pieces.join("") + lines.slice(copied), starts);
}

/** The texts, without those that are not plain. */
function plainOnly(texts: readonly string[]): readonly string[] {
  // Mostly all are.
  if (isPlainText(texts.join(""))) return texts;
  return texts.map((text) => isPlainText(text) ? text : "");
}

/** Where the next letters stand that may spell an umlaut. */
function nextSpelled(lines: string, from: number): number {
  MAYBE_SPELLED.lastIndex = from;
  return MAYBE_SPELLED.test(lines) ? MAYBE_SPELLED.lastIndex : Infinity;
}

function withBareForm(line: string): string {
  const form = line.slice(1, -1);
  const bare = withBareLetters(form);
  return bare === form ? line : `${line}\n ${bare} `;
}

function wordsOf(text: string): string {
  return text === "" ? "" : wordLines([text]);
}
