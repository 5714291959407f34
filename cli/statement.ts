import { basename } from "node:path";
import { z } from "zod";
import { localDayOf } from "../domain/base/day.ts";
import { fromMilliunits, sumOf } from "../domain/base/money.ts";
import { UNKNOWN_MONEY_FORMAT } from "../domain/base/money_format.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { ReadingOfStatement, ReadingOptions } from "../domain/statements/statement.ts";
import { bytesAt } from "../statements/file_at.ts";
import { readStatement } from "../statements/read_statement.ts";
import { foreignText, listOf, money } from "../tools/_schema.ts";
import { compareOutput } from "../tools/_statement_schema.ts";
import { answerLines } from "./_answer.ts";
import { maskedName, maskedNumber, maskedText, sentenceMask } from "./_masked.ts";
import type { CommandLine } from "./_parse.ts";
import { chosenWord } from "./_settings.ts";
import { type Terminal, UsageError } from "./_terminal.ts";
import { HELP_WIDTH, jsonText, paintFor, printable, say } from "./_text.ts";

const CARDS: readonly (string | undefined)[] = ["creditCard", "lineOfCredit"];

const { read, questions, left_out } = compareOutput.shape;

/** Layout of a file's reading. */
const schema = z.object({
  read,
  questions,
  rows: listOf(
    z.object({
      row: z.int(),
      date: z.string(),
      amount: money(),
      payee: foreignText(),
      memo: foreignText().optional(),
    }),
    { hideWhenEmpty: true },
  ),
  left_out,
});

/** A file's reading with amounts in units. */
type FileReading = z.output<typeof schema> & {
  readonly file: string;
  readonly error?: { readonly code: string; readonly message: string };
};

/** Shows how files are read. */
export async function statement(
  { operands, given }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  if (operands.length === 0) {
    throw new UsageError("statement takes files: statement FILE... [--json] [--masked]");
  }
  const type = chosenWord("account-type", given["account-type"]);
  const options: ReadingOptions = {
    today: localDayOf(Date.now()),
    decimals: UNKNOWN_MONEY_FORMAT.decimals,
    currency: null,
    isCard: type === undefined ? null : CARDS.includes(type),
    remembered: {},
    readAs: {},
  };
  const files: FileReading[] = [];
  for (const path of operands) {
    files.push(await readingAt(path, { options, isMasked: given.masked !== undefined }));
  }
  if (given.json !== undefined) terminal.out(`${jsonText(files)}\n`);
  else for (const file of files) print(file, files.length > 1, terminal);
  return files.some(({ error }) => error !== undefined) ? 1 : 0;
}

async function readingAt(
  path: string,
  { options, isMasked }: { readonly options: ReadingOptions; readonly isMasked: boolean },
): Promise<FileReading> {
  const file = basename(path);
  const shown = isMasked ? maskedName(file) : path;
  const mask = (sentence: string, bytes: Uint8Array): string =>
    isMasked ? sentenceMask(bytes)(sentence) : sentence;
  let bytes = new Uint8Array();
  try {
    bytes = await bytesAt(path);
    const reading = { file: shown, ...contentsOf(await readStatement(bytes, options)) };
    return isMasked ? masked(reading, sentenceMask(bytes)) : reading;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { code, message } = error;
    const empty = { questions: [], rows: [], left_out: [] };
    return { file: shown, ...empty, error: { code, message: mask(message, bytes) } };
  }
}

function contentsOf({ statement, questions }: ReadingOfStatement): Omit<FileReading, "file"> {
  const { account, evidence, format, leftOut, rows } = statement;
  const days = rows.map(({ date }) => date).toSorted();
  const total = (amounts: readonly number[]): number => fromMilliunits(sumOf(amounts));
  const amounts = rows.map(({ amount }) => amount);
  return {
    read: {
      format,
      ...(account === null ? {} : { account }),
      first: days[0],
      last: days.at(-1),
      rows: rows.length,
      sum_in: total(amounts.filter((amount) => amount > 0)),
      sum_out: total(amounts.filter((amount) => amount < 0)),
      evidence: [...evidence],
    },
    questions: questions.map(({ about, choices, example, rows }) => ({
      about,
      choices: [...choices],
      example,
      rows: rows.flatMap(({ choice, rows }) =>
        rows.map(({ date, amount, payee }) => ({
          choice,
          date,
          amount: fromMilliunits(amount),
          payee,
        }))
      ),
    })),
    rows: rows.map(({ row, date, amount, payee, memo }) => ({
      row,
      date,
      amount: fromMilliunits(amount),
      payee,
      ...(memo === null ? {} : { memo }),
    })),
    left_out: leftOut.map((row) => ({ ...row })),
  };
}

/** Masks what comes from the file. */
function masked(reading: FileReading, sentence: (text: string) => string): FileReading {
  const { read, questions = [], rows = [] } = reading;
  return {
    ...reading,
    ...(read === undefined ? {} : {
      read: {
        ...read,
        ...(read.account === undefined ? {} : { account: maskedText(read.account) }),
        first: read.first && maskedText(read.first),
        last: read.last && maskedText(read.last),
        sum_in: maskedNumber(read.sum_in),
        sum_out: maskedNumber(read.sum_out),
        evidence: (read.evidence ?? []).map(sentence),
      },
    }),
    questions: questions.map(({ about, choices, example, rows = [] }) => ({
      about,
      choices: choices.map(sentence),
      example: maskedText(example),
      rows: rows.map(({ choice, ...row }) => ({ choice: sentence(choice), ...maskedRow(row) })),
    })),
    rows: rows.map(({ memo, ...row }) => ({
      ...maskedRow(row),
      ...(memo === undefined ? {} : { memo: maskedText(memo) }),
    })),
  };
}

interface Row {
  readonly date: string;
  readonly amount: number;
  readonly payee: string;
}

function maskedRow<Some extends Row>(row: Some): Some {
  const { date, amount, payee } = row;
  return {
    ...row,
    date: maskedText(date),
    amount: maskedNumber(amount),
    payee: maskedText(payee),
  };
}

function print(reading: FileReading, isNamed: boolean, terminal: Terminal): void {
  const { file, error, ...answer } = reading;
  if (error !== undefined) return say(`${printable(file)}: ${printable(error.message)}`, terminal);
  const paint = paintFor(terminal);
  const lines = answerLines(
    { schema, answer, money: UNKNOWN_MONEY_FORMAT, isIdShown: () => true },
    { width: terminal.columns ?? HELP_WIDTH, paint },
  );
  const name = isNamed ? [paint(printable(file), "bold")] : [];
  terminal.out(`${[...name, ...lines, ""].join("\n")}\n`);
}
