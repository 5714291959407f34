import { fromMilliunits } from "../domain/base/money.ts";
import { maskedNumber, maskedText } from "../domain/statements/mask.ts";
import type {
  LeftOutRow,
  ReadingOfStatement,
  ReadingQuestion,
  StatementRow,
} from "../domain/statements/statement.ts";
import { readFields, type StatementFields } from "../tools/_statement_answer.ts";

/** How a file is read, with amounts in units. */
export interface FileReading {
  readonly read: NonNullable<StatementFields["read"]>;
  readonly questions: readonly Question[];
  readonly rows: readonly Row[];
  readonly left_out: readonly LeftOutRow[];
}

type Row = Omit<StatementRow, "memo"> & { readonly memo?: string };

type Question = Pick<ReadingQuestion, "about" | "choices" | "example"> & {
  readonly rows: readonly (Booking & { readonly choice: string })[];
};

type Booking = Pick<StatementRow, "date" | "amount" | "payee">;

/** Collects what the command `statement` shows of a file. */
export function fileReading({ statement, questions }: ReadingOfStatement): FileReading {
  const { account, sum_in: sumIn, sum_out: sumOut, ...read } = readFields(statement);
  return {
    read: {
      ...read,
      ...(account === null ? {} : { account }),
      sum_in: fromMilliunits(sumIn),
      sum_out: fromMilliunits(sumOut),
    },
    questions: questions.map(({ about, choices, example, rows }) => ({
      about,
      choices,
      example,
      rows: rows.flatMap(({ choice, rows }) =>
        rows.map((row) => ({ choice, ...row, amount: fromMilliunits(row.amount) }))
      ),
    })),
    rows: statement.rows.map(({ row, date, amount, payee, memo }) => ({
      ...{ row, date, amount: fromMilliunits(amount), payee },
      ...(memo === null ? {} : { memo }),
    })),
    left_out: statement.leftOut,
  };
}

/** Masks what comes from the file; `sentence` masks texts that are partly ours. */
export function maskedReading(
  { read, questions, rows, left_out }: FileReading,
  sentence: (text: string) => string,
): FileReading {
  return {
    read: {
      ...read,
      ...(read.account === undefined ? {} : { account: maskedText(read.account ?? "") }),
      first: maskedText(read.first ?? ""),
      last: maskedText(read.last ?? ""),
      sum_in: maskedNumber(read.sum_in),
      sum_out: maskedNumber(read.sum_out),
      evidence: (read.evidence ?? []).map(sentence),
    },
    questions: questions.map(({ about, choices, example, rows }) => ({
      about,
      choices: choices.map(sentence),
      example: maskedText(example),
      rows: rows.map((row) => ({ ...row, choice: sentence(row.choice), ...maskedBooking(row) })),
    })),
    rows: rows.map((row) => ({
      ...row,
      ...maskedBooking(row),
      ...(row.memo === undefined ? {} : { memo: maskedText(row.memo) }),
    })),
    left_out,
  };
}

function maskedBooking({ date, amount, payee }: Booking): Booking {
  return { date: maskedText(date), amount: maskedNumber(amount), payee: maskedText(payee) };
}
