import type { ReadAs, ReadingOptions, ReadingQuestion } from "../domain/statements/statement.ts";
import { bothFrom } from "./amounts.ts";
import { columnsIn, nameOf } from "./csv_amounts.ts";
import type { BookingLayout, ReadBooking } from "./csv_bookings.ts";
import type { Column, DateChoice, DateColumn } from "./csv_columns.ts";
import type { AmountLayout } from "./csv_layout.ts";
import { openQuestions } from "./parts.ts";

/** The user's answer that the file has only one account, although it seems to have several. */
export const WITH_ALL_ROWS = "all rows belong to one account";
/** Prefix of an answer, followed by a description of the rows. */
export const WITHOUT = "without the rows ";
export const WITH = "with the rows ";
/** Separates the answers to different questions. */
export const BETWEEN_ANSWERS = "; ";

/** Returns this call's answers or, if there are none, the earlier ones. */
export function answersAboutPart({ readAs, remembered }: ReadingOptions): readonly string[] {
  return (readAs.part ?? remembered.part ?? "").split(BETWEEN_ANSWERS).filter((one) => one !== "");
}

/** Name prefix for a table that is identified only by its position in the file. */
export const FROM_LINE = "rows from line ";

/** Returns the answers about an earlier file, except those that name lines in that file. */
export function reusable(part: string | undefined): string | undefined {
  const answers = part?.split(BETWEEN_ANSWERS).filter((answer) => !answer.startsWith(FROM_LINE));
  return answers === undefined || answers.length === 0 ? undefined : answers.join(BETWEEN_ANSWERS);
}

/** Returns the answer that names an account; other answers are about rows or dates. */
export function accountAnswer(part: string | undefined): string | undefined {
  return part?.split(BETWEEN_ANSWERS).find((answer) =>
    answer !== WITH_ALL_ROWS &&
    ![DATES_OF, "without ", WITH].some((start) => answer.startsWith(start))
  );
}

const DATES_OF = "the dates of column ";

export function datesOf({ name }: Column): string {
  return `${DATES_OF}${name}`;
}

export type RowsWith = (changed: Partial<BookingLayout>) => readonly ReadBooking[];

export function questionsAbout(
  date: DateChoice,
  amounts: AmountLayout,
  rowsWith: RowsWith,
): readonly ReadingQuestion[] {
  const { source, sources, decimal, sign } = amounts;
  // If two sources have the same name, the first one is used.
  const byName = new Map(sources.toReversed().map((one) => [nameOf(one), one]));
  const rowsAs = (as: ReadAs): readonly ReadBooking[] =>
    rowsWith({
      order: as.date_order ?? date.order,
      amounts: {
        source: byName.get(as.amount_column ?? "") ?? source,
        decimal: as.decimal_sign ?? decimal,
        sign: as.sign ?? sign,
      },
    }).filter(({ reason, amount }) => reason === null && amount !== 0);
  const open = {
    amount_column: sources.map(nameOf),
    decimal_sign: amounts.isDecimalOpen ? bothFrom(decimal) : [],
    sign: amounts.signs,
  };
  return [
    ...openQuestions({ date_order: date.choices }, exampleIn(date.column), rowsAs),
    ...openQuestions(open, exampleIn(columnsIn(source)[0]), rowsAs),
  ];
}

function exampleIn(column: Column | undefined): string {
  return column?.cells.find((cell) => cell !== "") ?? "";
}

/** Asks which column contains the posting date, if no heading shows it. */
export function dateQuestion(
  rivals: readonly DateColumn[],
  rowsWith: RowsWith,
  mayFollow: (choice: string) => string,
): readonly ReadingQuestion[] {
  const choices = rivals.map(({ column }) => mayFollow(datesOf(column)));
  return openQuestions({ part: choices }, exampleIn(rivals[0]?.column), ({ part = "" }) => {
    const date = rivals[choices.indexOf(part)];
    return date === undefined ? [] : rowsWith({ dateColumn: date.column, order: date.order });
  });
}

/** Asks whether to enter rows that may be balances or pending transactions. */
export function rowsQuestion(
  sets: readonly { readonly which: string; readonly rows: readonly ReadBooking[] }[],
  { example, bookings, mayFollow }: {
    readonly example: string;
    readonly bookings: readonly ReadBooking[];
    readonly mayFollow: (choice: string) => string;
  },
): readonly ReadingQuestion[] {
  const choices = [...sets.map(({ which }) => WITHOUT + which), WITH + sets[0]?.which]
    .map(mayFollow);
  return openQuestions({ part: choices }, example, ({ part = "" }) => {
    const left = sets[choices.indexOf(part)]?.rows ?? [];
    return bookings.filter((booking) => !left.includes(booking));
  });
}
