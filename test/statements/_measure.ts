import { ToolError } from "../../domain/base/tool_error.ts";
import type {
  ReadAs,
  ReadingOfStatement,
  ReadingOptions,
  ReadingQuestion,
  Statement,
  StatementRow,
} from "../../domain/statements/statement.ts";
import { readStatement } from "../../statements/read_statement.ts";
import type { BankFile, TrueRow } from "./_bank_file.ts";
import { bankFiles } from "./_bank_files.ts";

/** Results of reading generated files, mostly as percentages. */
export interface Figures {
  /** Percentage of files that were read correctly without the user being asked a question. */
  readonly right: number;
  /** Percentage of files read correctly once all questions are answered. */
  readonly rightOnceAnswered: number;
  /** Percentage of files that prompted an unnecessary question. */
  readonly askedNeedlessly: number;
  readonly payees: number;
  /** Descriptions of the files that were misread without the user being asked a question. */
  readonly wrong: readonly string[];
  /**
   * Descriptions of the files that were misread, were refused, or prompted an unnecessary question.
   */
  readonly notRight: readonly string[];
}

/** Reads `count` generated files of one format, starting with the given seed. */
export async function measure(
  kind: BankFile["kind"],
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Figures> {
  const verdicts: Verdict[] = [];
  for (let at = seed; at < seed + count; at += 1) verdicts.push(await judge(bankFiles[kind](at)));
  const share = (isCounted: (verdict: Verdict) => boolean): number =>
    100 * verdicts.filter(isCounted).length / count;
  const isNeedless = ({ file, asked }: Verdict): boolean =>
    asked.some((about) => file.open?.includes(about) === false);
  const payees = verdicts.flatMap(payeesFound);
  return {
    right: share(({ unaided }) => unaided === "right"),
    rightOnceAnswered: share(({ answered }) => answered === "right"),
    askedNeedlessly: share(isNeedless),
    payees: 100 * payees.filter((isFound) => isFound).length / Math.max(1, payees.length),
    wrong: verdicts.filter(({ unaided }) => unaided === "wrong").map(lineOf),
    notRight: verdicts.filter((one) => one.answered !== "right" || isNeedless(one)).map(lineOf),
  };
}

function lineOf({ file, unaided, answered, asked, why }: Verdict): string {
  const questions = asked.length === 0 ? "" : `, asked ${asked.join(" ")}`;
  const open = file.open?.length ? `, open ${file.open.join(" ")}` : "";
  return `${file.kind} ${file.seed}: ${unaided}, then ${answered}${questions}${open}: ${why} ` +
    `[${file.traits.join("; ")}]`;
}

/** The outcome of reading one file. */
interface Verdict {
  readonly file: BankFile;
  /** `wrong` means that the file was misread without the user being asked a question. */
  readonly unaided: Outcome | "question";
  /** The outcome once all questions are answered the way the file's owner would answer them. */
  readonly answered: Outcome;
  readonly asked: readonly (keyof ReadAs)[];
  /** The last result of reading the file, or the error message if the file was refused. */
  readonly reading: ReadingOfStatement | string;
  /**
   * The first difference from the expected result, or the error message if the file was refused.
   */
  readonly why: string;
}

type Outcome = "right" | "refused" | "wrong";

/**
 * Reads a file, answers the questions about it, and compares the result with the expected result.
 */
async function judge(file: BankFile): Promise<Verdict> {
  let reading = await attempt(file, file.options);
  const asked = typeof reading === "string" ? [] : reading.questions.map(({ about }) => about);
  let readAs: ReadAs = {};
  for (let round = 0; round < 4; round += 1) {
    if (typeof reading === "string" || reading.questions.length === 0) break;
    for (const question of reading.questions) {
      readAs = { ...readAs, [question.about]: answerTo(question, file) };
    }
    reading = await attempt(file, { ...file.options, readAs });
  }
  const why = typeof reading === "string"
    ? reading
    : reading.questions.length > 0
    ? "asks the same again"
    : difference(reading, file);
  const answered = typeof reading === "string" ? "refused" : why === "" ? "right" : "wrong";
  return {
    file,
    unaided: asked.length > 0 ? "question" : answered,
    answered,
    asked,
    reading,
    why: asked.length > 0 && why !== "" ? `after ${JSON.stringify(readAs)}: ${why}` : why,
  };
}

/**
 * Returns the result of reading the file, or the error message if the file is refused. Any other
 * error fails the test.
 */
async function attempt(
  { bytes }: BankFile,
  options: ReadingOptions,
): Promise<ReadingOfStatement | string> {
  try {
    return await readStatement(bytes, options);
  } catch (error) {
    if (error instanceof ToolError && error.code === "invalid_input") return error.message;
    throw error;
  }
}

/**
 * Returns the answer from `file.answers` if it is one of the question's choices, unless the
 * question is about the sign. In all other cases, prefers a choice whose example rows are all
 * correct.
 */
function answerTo(question: ReadingQuestion, file: BankFile): string | undefined {
  // Some formats name an account as `bank/account`, but `file.answers` contains only `account`.
  const answer = file.answers[question.about];
  const known = question.choices.find((choice) =>
    choice === answer || (question.about === "part" && choice.endsWith(`/${answer}`))
  );
  if (known !== undefined && question.about !== "sign") return known;
  const due = file.rows.filter(({ leftOut }) => leftOut === null);
  const shown = question.rows.filter(({ rows }) => rows.length > 0)
    .filter((one, _, all) =>
      question.about !== "amount_column" || mayBeTurned(one.rows, due) ||
      !all.some(({ rows }) => mayBeTurned(rows, due))
    );
  const isShown = (row: ShownRow, truth: TrueRow | undefined): boolean =>
    truth !== undefined && isRight(row, truth, question);
  const fits = shown.find(({ rows }) => rows.every((row, at) => isShown(row, due[at]))) ??
    shown.find(({ rows }) => rows.every((row) => file.rows.some((one) => isShown(row, one))));
  return fits?.choice ?? known ?? question.choices[0];
}

type ShownRow = Pick<StatementRow, "date" | "amount">;

/** Whether all amounts are right, either as they are or with every sign flipped. */
function mayBeTurned(rows: readonly ShownRow[], due: readonly TrueRow[]): boolean {
  return [1, -1].some((sign) =>
    rows.every(({ amount }) => due.some((truth) => truth.amount === sign * amount))
  );
}

/** Whether a row matches the expected row in the fields that the question is about. */
function isRight(row: ShownRow, truth: TrueRow, { about }: ReadingQuestion): boolean {
  switch (about) {
    case "date_order":
      return row.date === truth.date;
    case "decimal_sign":
    case "amount_column":
      return Math.abs(row.amount) === Math.abs(truth.amount);
    case "part":
      // Ignore the amounts' signs, because a separate question may settle them.
      return Math.abs(row.amount) === Math.abs(truth.amount) && row.date === truth.date;
    default:
      return row.amount === truth.amount;
  }
}

/** Describes the first difference from the expected result, or returns "" if there is none. */
function difference({ statement }: ReadingOfStatement, file: BankFile): string {
  const read = enteredRows(statement);
  const due = file.rows.filter(({ leftOut }) => leftOut === null);
  if (read.length !== due.length) return `${read.length} rows instead of ${due.length}`;
  for (const [at, row] of read.entries()) {
    const truth = due[at];
    if (row.date !== truth?.date || row.amount !== truth.amount) {
      return `row ${row.row} is ${row.date} ${row.amount} instead of ${truth?.date} ${truth?.amount}`;
    }
  }
  return ["opening", "closing"].map((end) => {
    const balance = statement[end as "opening" | "closing"];
    const truth = file[end as "opening" | "closing"];
    return balance === null || balance === truth ? "" : `${end} ${balance} instead of ${truth}`;
  }).join("");
}

/** Returns the rows that would be entered, in file order, without rows whose amount is 0. */
function enteredRows({ rows, leftOut }: Statement): readonly StatementRow[] {
  const left = leftOut.map(({ row }) => row);
  return rows.filter(({ row, amount }) => amount !== 0 && !left.includes(row))
    .toSorted((one, other) => one.row - other.row);
}

/** Returns, for each row that should be entered, whether it has the right payee. */
function payeesFound({ reading, file }: Verdict): readonly boolean[] {
  if (typeof reading === "string") return [];
  const read = enteredRows(reading.statement);
  return file.rows.filter(({ leftOut }) => leftOut === null)
    .map(({ payees }, at) => payees.includes(read[at]?.payee ?? "\0"));
}
