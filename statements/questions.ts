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
  return {
    about,
    choices,
    example: cleanWhole(options.example),
    rows: choices.map((choice) => ({
      choice,
      rows: options.rowsAs(choice).slice(0, SHOWN_ROWS)
        .map(({ date, amount, payee }) => ({ date, amount, payee })),
    })),
  };
}

/** A question about what has several choices; none about what is settled. */
export function questionIfOpen<Choice extends string>(
  about: keyof ReadAs,
  choices: readonly Choice[],
  options: Parameters<typeof readingQuestion<Choice>>[2],
): readonly ReadingQuestion[] {
  return choices.length < 2 ? [] : [readingQuestion(about, choices, options)];
}
