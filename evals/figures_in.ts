/** Signs, digits, and what may stand between digits: point, comma, apostrophe, spaces. */
const TOKEN = /\d(?:[\d.,'\u2019\u00a0\u202f\u2009_]|[ ](?=\d{3}(?!\d)))*/gu;

/** Written days would be taken for figures: they are read by `daysIn`. */
const ISO_DAY = /\b\d{4}-\d{2}(?:-\d{2})?\b/gu;

/**
 * Finds every figure that a text may hold. One that can be read in two ways (`1,234`)
 * is given in both.
 */
export function figuresIn(text: string): readonly number[] {
  const plain = text.normalize("NFKC").replaceAll(ISO_DAY, " ");
  return [...plain.matchAll(TOKEN)].flatMap(([token]) => readings(token));
}

function readings(token: string): readonly number[] {
  const figure = token.replaceAll(/[^\d.,]/gu, "").replace(/[.,]+$/u, "");
  const marks = [...figure.matchAll(/[.,]/gu)].map(([mark]) => mark);
  const last = marks.at(-1);
  if (last === undefined) return [Number(figure)];
  const isGrouping = marks.length > 1 && marks.every((mark) => mark === last);
  if (isGrouping) return [whole(figure)];
  const decimal = decimalAt(figure, figure.lastIndexOf(last));
  const isAmbiguous = marks.length === 1 && /^\d{1,3}[.,]\d{3}$/u.test(figure);
  return isAmbiguous ? [whole(figure), decimal] : [decimal];
}

const whole = (figure: string): number => Number(figure.replaceAll(/[.,]/gu, ""));

function decimalAt(figure: string, at: number): number {
  return Number(`${figure.slice(0, at).replaceAll(/[.,]/gu, "")}.${figure.slice(at + 1)}`);
}
