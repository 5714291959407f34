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
  /** Correct without a question. */
  readonly right: number;
  /** Correct after the questions. */
  readonly rightOnceAnswered: number;
  /** Unambiguous files that led to a question. */
  readonly askedNeedlessly: number;
  readonly payees: number;
  /** Misread without a question. */
  readonly wrong: readonly string[];
  /** Unnecessary questions, refusals and misreadings, with their seeds. */
  readonly notRight: readonly string[];
}

/** Reads `count` generated files of one format, starting with the given seed. */
export async function measure(
  kind: BankFile["kind"],
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Figures> {
  const judged: { readonly file: BankFile; readonly verdict: Verdict }[] = [];
  for (let at = seed; at < seed + count; at += 1) {
    const file = bankFiles[kind](at);
    judged.push({ file, verdict: await judge(file) });
  }
  const verdicts = judged.map(({ verdict }) => verdict);
  const share = (isCounted: (verdict: Verdict) => boolean): number =>
    100 * verdicts.filter(isCounted).length / count;
  const sum = (numberOf: (verdict: Verdict) => number): number =>
    verdicts.reduce((total, verdict) => total + numberOf(verdict), 0);
  return {
    right: share(({ unaided }) => unaided === "right"),
    rightOnceAnswered: share(({ answered }) => answered === "right"),
    askedNeedlessly: share(({ needless }) => needless.length > 0),
    payees: 100 * sum(({ payees }) => payees) / Math.max(1, sum(({ rows }) => rows)),
    wrong: judged.filter(({ verdict }) => verdict.unaided === "wrong").map(lineOf),
    notRight: judged
      .filter(({ verdict }) => verdict.answered !== "right" || verdict.needless.length > 0)
      .map(lineOf),
  };
}

function lineOf({ file, verdict }: { file: BankFile; verdict: Verdict }): string {
  const asked = verdict.asked.length === 0 ? "" : `, asked ${verdict.asked.join(" ")}`;
  const open = file.open?.length ? `, open ${file.open.join(" ")}` : "";
  return `${file.kind} ${file.seed}: ${verdict.unaided}, then ${verdict.answered}${asked}${open}: ` +
    `${verdict.why} [${file.traits.join("; ")}]`;
}

/** The outcome of reading one file. */
interface Verdict {
  /** `wrong` means that the file was misread without a question. */
  readonly unaided: "right" | "question" | "refused" | "wrong";
  /** The outcome after each question was answered as the file's owner would answer it. */
  readonly answered: "right" | "refused" | "wrong";
  readonly asked: readonly (keyof ReadAs)[];
  /** Questions that are unnecessary because the file itself contains the answers. */
  readonly needless: readonly (keyof ReadAs)[];
  /** Rows of the last reading, and how many of them have the right payee. */
  readonly rows: number;
  readonly payees: number;
  /** The first difference from the truth, or the message of the refusal. */
  readonly why: string;
}

/** Reads a file, answers its questions, and compares the result with the truth. */
async function judge(file: BankFile): Promise<Verdict> {
  const first = await attempt(file, file.options);
  if (typeof first === "string") return verdictOf("refused", "refused", { why: first });
  const asked = first.questions.map(({ about }) => about);
  const needless = asked.filter((about) => file.open?.includes(about) === false);
  const why = difference(first, file);
  if (asked.length === 0) {
    const end = why === "" ? "right" : "wrong";
    return verdictOf(end, end, { why, ...countPayees(first, file) });
  }
  let reading = first;
  let readAs: ReadAs = {};
  for (let round = 0; round < 4 && reading.questions.length > 0; round += 1) {
    for (const question of reading.questions) {
      readAs = { ...readAs, [question.about]: answerTo(question, file) };
    }
    const next = await attempt(file, { ...file.options, readAs });
    if (typeof next === "string") {
      return verdictOf("question", "refused", { asked, needless, why: next });
    }
    reading = next;
  }
  const left = reading.questions.length > 0 ? "asks the same again" : difference(reading, file);
  return verdictOf("question", left === "" ? "right" : "wrong", {
    asked,
    needless,
    why: left === "" ? "" : `after ${JSON.stringify(readAs)}: ${left}`,
    ...countPayees(reading, file),
  });
}

function verdictOf(
  unaided: Verdict["unaided"],
  answered: Verdict["answered"],
  rest: Partial<Verdict>,
): Verdict {
  return { unaided, answered, asked: [], needless: [], rows: 0, payees: 0, why: "", ...rest };
}

/** The reading, or the message of a refusal. Any other error fails the test. */
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
 * Returns the choice that the file's owner would make: the choice whose first rows are right. If no
 * choice is right, returns the generated answer.
 */
function answerTo(question: ReadingQuestion, file: BankFile): string | undefined {
  // Some formats name an account together with its bank.
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

/** Whether all amounts are right or would be right with the opposite sign. */
function mayBeTurned(rows: readonly ShownRow[], due: readonly TrueRow[]): boolean {
  return [1, -1].some((sign) =>
    rows.every(({ amount }) => due.some((truth) => truth.amount === sign * amount))
  );
}

/** Whether the part of a row that the question is about matches the truth. */
function isRight(row: ShownRow, truth: TrueRow, { about }: ReadingQuestion): boolean {
  switch (about) {
    case "date_order":
      return row.date === truth.date;
    case "decimal_sign":
    case "amount_column":
      return Math.abs(row.amount) === Math.abs(truth.amount);
    case "part":
      // Ignore the sign, which may also be ambiguous.
      return Math.abs(row.amount) === Math.abs(truth.amount) && row.date === truth.date;
    default:
      return row.amount === truth.amount;
  }
}

/** Describes the first difference from the truth. Returns "" if there is none. */
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

function countPayees(
  { statement }: ReadingOfStatement,
  file: BankFile,
): Pick<Verdict, "rows" | "payees"> {
  const read = enteredRows(statement);
  const due = file.rows.filter(({ leftOut }) => leftOut === null);
  return {
    rows: due.length,
    payees: due.filter(({ payees }, at) => payees.includes(read[at]?.payee ?? "\0")).length,
  };
}
