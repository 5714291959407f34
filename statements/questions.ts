import { cleanWhole } from "../domain/base/clean_text.ts";
import type { ReadAs, ReadingQuestion, StatementRow } from "../domain/statements/statement.ts";

/** Rows shown for each choice. */
const SHOWN_ROWS = 3;

/** A question about a file, with the first rows as each choice would read them. */
export function readingQuestion<Choice extends string>(
  about: keyof ReadAs,
  choices: readonly Choice[],
  options: {
    readonly example: string;
    readonly rowsAs: (choice: Choice) => readonly StatementRow[];
  },
): ReadingQuestion {
  const readings = choices.map(options.rowsAs);
  const from = firstShown(readings);
  return {
    about,
    choices,
    example: cleanWhole(options.example),
    rows: choices.map((choice, at) => ({
      choice,
      rows: (readings[at] ?? []).slice(from, from + SHOWN_ROWS)
        .map(({ date, amount, payee }) => ({ date, amount, payee })),
    })),
  };
}

/**
 * Shows the first row, unless the choices differ only in later rows; the sign may still be open.
 */
function firstShown(readings: readonly (readonly StatementRow[])[]): number {
  const [first = [], ...others] = readings.map((rows) => {
    const sign = Math.sign(rows[0]?.amount ?? 1);
    return rows.map(({ date, amount }) => `${date} ${sign * amount}`);
  });
  const at = first.findIndex((row, index) => others.some((rows) => rows[index] !== row));
  // The rows before it look the same for all choices.
  return Math.max(0, at - SHOWN_ROWS + 1);
}

/** Asks a question if there are several choices; otherwise returns none. */
export function questionIfOpen<Choice extends string>(
  about: keyof ReadAs,
  choices: readonly Choice[],
  options: Parameters<typeof readingQuestion<Choice>>[2],
): readonly ReadingQuestion[] {
  return choices.length < 2 ? [] : [readingQuestion(about, choices, options)];
}
