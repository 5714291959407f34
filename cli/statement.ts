import { basename } from "node:path";
import { z } from "zod";
import { cleanWhole } from "../domain/base/clean_text.ts";
import { localDayOf } from "../domain/base/day.ts";
import { fromMilliunits } from "../domain/base/money.ts";
import { UNKNOWN_MONEY_FORMAT } from "../domain/base/money_format.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { ReadingOfStatement, ReadingOptions } from "../domain/statements/statement.ts";
import { decodeText } from "../statements/decode.ts";
import { bytesAt } from "../statements/folder.ts";
import { readStatement } from "../statements/read_statement.ts";
import { foreignText, listOf, money } from "../tools/_schema.ts";
import { readFields } from "../tools/_statement_answer.ts";
import { compareOutput } from "../tools/_statement_schema.ts";
import { answerLines } from "./_answer.ts";
import type { CommandLine } from "./_parse.ts";
import { chosenWord } from "./_settings.ts";
import { type Terminal, UsageError } from "./_terminal.ts";
import { HELP_WIDTH, jsonText, paintFor, printable, say } from "./_text.ts";

const CARDS: readonly (string | undefined)[] = ["creditCard", "lineOfCredit"];

const { read, questions, left_out } = compareOutput.shape;

/** A statement file's layout and contents, as the server interprets them. */
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

type FileReading = z.input<typeof schema>;

type File = { readonly file: string } & Omit<FileReading, "read"> & Partial<FileReading> & {
  readonly error?: { readonly code: string; readonly message: string };
};

/** Shows how the server interprets statement files. */
export async function statement(
  { operands, given }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  if (operands.length === 0 || operands.includes("")) {
    throw new UsageError(
      "the statement command needs at least one file: statement FILE... [--json] [--masked]",
    );
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
  const isMasked = given.masked !== undefined;
  const files: File[] = [];
  for (const path of operands) files.push(await readAt(path, { options, isMasked }));
  if (given.json !== undefined) terminal.out(`${jsonText(files)}\n`);
  else print(files, terminal);
  return files.some(({ error }) => error !== undefined) ? 1 : 0;
}

async function readAt(
  path: string,
  { options, isMasked }: { readonly options: ReadingOptions; readonly isMasked: boolean },
): Promise<File> {
  const file = isMasked ? maskedName(basename(path)) : path;
  let sentence = (text: string): string => text;
  try {
    const bytes = await bytesAt(path);
    if (isMasked) sentence = sentenceMask(bytes);
    const reading = fileReading(await readStatement(bytes, options));
    return { file, ...(isMasked ? masked("", reading, sentence) as FileReading : reading) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { code, message } = error;
    const empty = { questions: [], rows: [], left_out: [] };
    return { file, ...empty, error: { code, message: sentence(message) } };
  }
}

/** Converts a statement to the output format, with amounts in currency units. */
function fileReading({ statement, questions }: ReadingOfStatement): FileReading {
  const { account, sum_in: sumIn, sum_out: sumOut, ...read } = readFields(statement);
  return {
    read: {
      ...read,
      ...(account === null || account === undefined ? {} : { account }),
      first: read.first ?? "",
      last: read.last ?? "",
      sum_in: fromMilliunits(sumIn),
      sum_out: fromMilliunits(sumOut),
      evidence: [...read.evidence ?? []],
    },
    questions: questions.map(({ about, choices, example, rows }) => ({
      about,
      choices: [...choices],
      example,
      rows: rows.flatMap(({ choice, rows }) =>
        rows.map((row) => ({ choice, ...row, amount: fromMilliunits(row.amount) }))
      ),
    })),
    rows: statement.rows.map(({ row, date, amount, payee, memo }) => ({
      ...{ row, date, amount: fromMilliunits(amount), payee },
      ...(memo === null ? {} : { memo }),
    })),
    left_out: [...statement.leftOut],
  };
}

function print(files: readonly File[], terminal: Terminal): void {
  const paint = paintFor(terminal);
  const layout = { width: terminal.columns ?? HELP_WIDTH, paint };
  const texts = files.flatMap((one) => {
    const { file, ...answer } = one;
    if (answer.error !== undefined) {
      say(`${file}: ${answer.error.message}`, terminal);
      return [];
    }
    const printed = { schema, answer, money: UNKNOWN_MONEY_FORMAT, isIdShown: () => true };
    const heading = files.length > 1 ? [paint(printable(file), "bold")] : [];
    return [...heading, ...answerLines(printed, layout), ""].join("\n");
  });
  if (texts.length > 0) terminal.out(texts.join("\n"));
}

/** Fields that contain private text, amounts, or sentences that may quote the file. */
const TEXTS = /^(?:account|date|example|first|last|memo|payee)$/u;
const AMOUNTS = /^(?:amount|sum_in|sum_out)$/u;
const SENTENCES = /^(?:choices?|evidence)$/u;

/** Masks private data in a field, so that the output can be part of a bug report. */
function masked(name: string, value: unknown, sentence: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(name, one, sentence));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([field, one]) => [field, masked(field, one, sentence)]),
    );
  }
  if (AMOUNTS.test(name)) return Number(maskedText(String(value)));
  if (SENTENCES.test(name)) return sentence(String(value));
  return TEXTS.test(name) ? maskedText(String(value)) : value;
}

/** Replaces letters with x and digits with 9. */
function maskedText(text: string): string {
  return text.replace(/[\p{L}\p{M}]/gu, "x").replace(/\p{N}/gu, "9");
}

/** Masks a file's name, but not its extension. */
function maskedName(name: string): string {
  const extension = /\.[a-z]{1,5}\d?$/iu.exec(name)?.[0] ?? "";
  return maskedText(name.slice(0, name.length - extension.length)) + extension;
}

/**
 * Returns a function that masks a file's data in this server's messages. The function masks digits
 * and any word that occurs in the file. The function also masks words with non-ASCII letters
 * and words cut off with an ellipsis, because such words always come from the file.
 */
function sentenceMask(bytes: Uint8Array<ArrayBuffer>): (sentence: string) => string {
  // Every encoding preserves ASCII letters, although UTF-16 adds a NUL byte to each.
  const written = new TextDecoder("latin1").decode(bytes.filter((byte) => byte !== 0));
  // The readers decode entities and remove invisible characters; the OFX reader does both twice.
  const once = cleanWhole(decodeText(bytes));
  const texts = [written, once, cleanWhole(once)];
  const words = new Set(texts.join(" ").toLowerCase().match(/[a-z]+/gu));
  return (sentence) =>
    sentence.replace(/\p{N}/gu, "9").replace(
      /[\p{L}\p{M}]+\u2026?/gu,
      (word) => /^[a-z]+$/iu.test(word) && !words.has(word.toLowerCase()) ? word : maskedText(word),
    );
}
