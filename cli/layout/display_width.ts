const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

/** East Asian Wide and Fullwidth (Unicode Standard Annex 11), and what is shown as a picture. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u;

/** Marks that stand on no letter take no column. */
const MARK = /^\p{M}/u;

const ASCII = /^[ -~]*$/u;

/** Takes a text apart into what is seen as one character. */
export function characters(text: string): readonly (readonly [character: string, width: number])[] {
  if (ASCII.test(text)) return Array.from(text, (character) => [character, 1] as const);
  return Array.from(
    CHARACTERS.segment(text),
    ({ segment }) => [segment, widthOf(segment)] as const,
  );
}

/** Measures a text. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return characters(text).reduce((sum, [, width]) => sum + width, 0);
}

/** Fills a text up to a width. */
export function padded(text: string, width: number, isRight: boolean = false): string {
  const blanks = " ".repeat(Math.max(0, width - displayWidth(text)));
  return isRight ? blanks + text : text + blanks;
}

function widthOf(character: string): number {
  if (MARK.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
