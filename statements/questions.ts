import { cleanWhole } from "../domain/base/clean_text.ts";
import type { ReadAs, ReadingQuestion, StatementRow } from "../domain/statements/statement.ts";

/** Number of rows shown for each choice. */
const SHOWN_ROWS = 3;

type ShownRow = Pick<StatementRow, "date" | "amount" | "payee">;

/**
 * Ambiguous points of a file, with the choices for each, likeliest first; no choices if the point
 * is settled.
 */
type OpenPoints = Readonly<Partial<Record<keyof ReadAs, readonly string[]>>>;

/** Asks about a file's ambiguous points, with the first rows as each choice would read them. */
export function openQuestions(
  open: OpenPoints,
  example: string,
  rowsAs: (readAs: ReadAs) => readonly ShownRow[],
): readonly ReadingQuestion[] {
  return Object.entries(open).flatMap(([about, choices]) => {
    if (choices.length === 0) return [];
    const readings = choices.map((choice) => rowsAs({ [about]: choice }));
    const from = firstShown(readings);
    const rows = choices.map((choice, at) => ({
      choice,
      rows: (readings[at] ?? []).slice(from, from + SHOWN_ROWS)
        .map(({ date, amount, payee }) => ({ date, amount, payee })),
    }));
    return [{ about: about as keyof ReadAs, choices, example: cleanWhole(example), rows }];
  });
}

/**
 * Index of the first row to show: 0, unless the choices differ only in later rows. Differences in
 * sign don't count, because the sign may be ambiguous, too.
 */
function firstShown(readings: readonly (readonly ShownRow[])[]): number {
  const [first = [], ...others] = readings.map((rows) => {
    const sign = Math.sign(rows[0]?.amount ?? 1);
    return rows.map(({ date, amount }) => `${date} ${sign * amount}`);
  });
  const longest = Math.max(first.length, ...others.map(({ length }) => length));
  const at = Array.from({ length: longest }, (_, index) => first[index])
    .findIndex((row, index) => others.some((rows) => rows[index] !== row));
  // All rows before this one look the same for every choice.
  return Math.max(0, at - SHOWN_ROWS + 1);
}
