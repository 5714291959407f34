import { ToolError } from "../domain/base/tool_error.ts";
import type {
  ReadAs,
  ReadingOfStatement,
  ReadingOptions,
  ReadingQuestion,
} from "../domain/statements/statement.ts";
import { columnsIn, nameOf } from "./csv_amounts.ts";
import { type BalanceRows, findBalanceRows } from "./csv_balance_rows.ts";
import type { BalanceProof } from "./csv_balance.ts";
import { type BookingLayout, labelOf, type ReadBooking, readBookings } from "./csv_bookings.ts";
import { chooseDate, type Column, columnsOf } from "./csv_columns.ts";
import { withAsciiNumbers } from "./csv_digits.ts";
import { statusColumn, statusReasons } from "./csv_labels.ts";
import { type AmountLayout, settleAmounts } from "./csv_layout.ts";
import {
  accountColumn,
  currencyColumn,
  currencyReasons,
  interleavedAccounts,
} from "./csv_parts.ts";
import type { CsvRecord } from "./csv_records.ts";
import { type CsvTable, findTable } from "./csv_table.ts";
import { textColumns } from "./csv_texts.ts";
import { quoted, readPart, type StatementPart } from "./parts.ts";
import { readingQuestion } from "./questions.ts";

/** Number of transactions to read per choice of a question, which shows fewer. */
const SHOWN_ROWS = 50;

/** Answers to whether balances among the transactions are transactions themselves. */
const WITHOUT_BALANCES = "without balances and totals";
const WITH_ALL_ROWS = "every row is a transaction";
/** Separates answers to different questions. */
const BETWEEN_ANSWERS = "; ";

/**
 * The answers given as `part`, in this call or, unless the file itself settles the question,
 * before.
 */
function answersAboutPart({ readAs, remembered }: ReadingOptions): readonly string[] {
  return (readAs.part ?? remembered.part ?? "").split(BETWEEN_ANSWERS).filter((one) => one !== "");
}

/** The account among the answers; the others are about rows and dates. */
function accountAnswer(part: string | undefined): string | undefined {
  return part?.split(BETWEEN_ANSWERS).find((answer) =>
    answer !== WITHOUT_BALANCES && answer !== WITH_ALL_ROWS && !answer.startsWith(DATES_OF)
  );
}

const DATES_OF = "the dates of column ";

function datesOf({ heading, at }: Column): string {
  return `${DATES_OF}${heading || at + 1}`;
}

/**
 * Reads a CSV file of any bank, whose columns are identified by their data and headings.
 *
 * @throws {ToolError} `invalid_input` if there is no table of bookings, or a row can't be read.
 */
export function readCsv(text: string, options: ReadingOptions): ReadingOfStatement {
  const table = findTable(withAsciiNumbers(text));
  const account = accountColumn(columnsOf(table.body, table)) ??
    interleavedAccounts(table, options);
  const names = account?.names ?? [];
  const answers = answersAboutPart(options);
  const read = (name: string | null): TableReading =>
    readTable(withAccount(table, account?.column ?? null, name), {
      account: name,
      answers,
      options,
    });
  const isWhole = names.length < 2 ||
    (account?.isDoubtful === true && answers.includes(WITH_ALL_ROWS));
  if (isWhole) return statementOf([read(names.length === 1 ? names[0] ?? null : null)], options);
  const known = names.filter((name) => answers.includes(name));
  const reading = statementOf((known.length > 0 ? known : names).map(read), options);
  if (account?.isDoubtful !== true || known.length > 0) return reading;
  const whole = read(null);
  const questions = reading.questions.map((one) => ({
    ...one,
    choices: [WITH_ALL_ROWS, ...one.choices],
    rows: [{ choice: WITH_ALL_ROWS, rows: whole.part.bookings.slice(0, 3) }, ...one.rows],
  }));
  return { ...statementOf([whole], options), questions };
}

/** One account's transactions, and the questions left open. */
interface TableReading {
  readonly part: StatementPart;
  readonly questions: readonly ReadingQuestion[];
  readonly evidence: readonly string[];
}

function statementOf(
  readings: readonly TableReading[],
  options: ReadingOptions,
): ReadingOfStatement {
  const [only] = readings;
  const account = accountAnswer(options.readAs.part);
  const reading = readPart("csv", readings.map(({ part }) => part), {
    ...options,
    readAs: withPart(options.readAs, account),
    remembered: withPart(options.remembered, accountAnswer(options.remembered.part)),
  });
  if (only === undefined || readings.length > 1) return reading;
  return {
    statement: {
      ...reading.statement,
      evidence: [...only.evidence, ...reading.statement.evidence],
    },
    questions: [...reading.questions, ...only.questions],
  };
}

function withPart({ part: _, ...others }: ReadAs, part: string | undefined): ReadAs {
  return part === undefined ? others : { ...others, part };
}

function withAccount(table: CsvTable, column: Column | null, name: string | null): CsvTable {
  if (column === null || name === null) return table;
  const isOwn = ({ cells }: CsvRecord): boolean => {
    const cell = cells[column.at] ?? "";
    return cell === name || cell === "";
  };
  return { ...table, records: table.records.filter(isOwn), body: table.body.filter(isOwn) };
}

function readTable(
  table: CsvTable,
  { account, answers, options }: {
    readonly account: string | null;
    /** See {@linkcode answersAboutPart}. */
    readonly answers: readonly string[];
    readonly options: ReadingOptions;
  },
): TableReading {
  const all = columnsOf(table.body, table);
  refuseUnreadableAmount(all, table);
  const status = statusColumn(all);
  const reasons = statusReasons(status);
  const texts = textColumns(all);
  const numeric = all.find(({ amounts, role }) => amounts !== null && role === "amount") ??
    all.find(({ amounts }) => amounts !== null);
  const currency = currencyColumn(all, numeric?.at ?? 0);
  const currencyReason = currencyReasons(currency, options);
  const live = table.body.filter((record) =>
    (reasons.get(record.cells[status?.at ?? -1] ?? "") ?? null) === null &&
    currencyReason(record) === null && labelOf(record, texts) === null
  );
  const columns = live.length === table.body.length || live.length === 0
    ? all
    : columnsOf(live, table);
  const date = chooseDate(columns, options, (column) => answers.includes(datesOf(column)));
  if (date === null) {
    throw new ToolError("invalid_input", "the dates of the file's rows can't be read in one way");
  }
  const amounts = settleAmounts(columns, date, options);
  const layout: BookingLayout = {
    dateColumn: date.column,
    order: date.order,
    amounts,
    width: table.width,
    status,
    statusReasons: reasons,
    ...texts,
    currencyReason,
  };
  const isNewestFirst = date.direction === -1;
  const bookings = readBookings(table.records, layout);
  refuseOtherCalendar(bookings, options);
  const last = live[SHOWN_ROWS];
  const shown = last === undefined
    ? table.records
    : table.records.slice(0, table.records.indexOf(last) + 1);
  const rowsWith = (changed: Partial<BookingLayout>): readonly ReadBooking[] =>
    readBookings(shown, { ...layout, ...changed });
  const balanceRows = findBalanceRows(bookings, {
    isNewestFirst,
    proven: amounts.proof === null ? null : provenBalances(amounts.proof, amounts.sign),
  });
  // An answer about an earlier file doesn't override what this file settles.
  const isAsked = options.readAs.part !== undefined || balanceRows?.isConfirmed === false;
  const hasBalances = balanceRows !== null && !(isAsked && answers.includes(WITH_ALL_ROWS));
  const questions = questionsAbout({ date, amounts, rowsWith });
  const mayFollow = (choice: string): string => [...answers, choice].join(BETWEEN_ANSWERS);
  // Asks one question about parts at a time; the answer is kept along with the next one.
  if (date.columns.length > 0) {
    questions.push(dateQuestion(date.columns, { columns, options, rowsWith, mayFollow }));
  } else if (hasBalances && !balanceRows.isConfirmed && !answers.includes(WITHOUT_BALANCES)) {
    questions.push(balanceQuestion(balanceRows, bookings, mayFollow));
  }
  return {
    part: {
      account,
      currency: currency === null ? null : options.currency ?? currency.cells[0] ?? null,
      bookings: hasBalances
        ? bookings.filter((booking) => !balanceRows.rows.includes(booking)).map(plainBooking)
        : bookings.map(plainBooking),
      ...balancesOf(amounts, balanceRows),
    },
    questions,
    evidence: [date.evidence, ...amounts.evidence].filter((text) => text !== null),
  };
}

/** A two-digit year may be from another calendar, in which case no row would be entered. */
function refuseOtherCalendar(
  bookings: readonly ReadBooking[],
  { today }: ReadingOptions,
): void {
  const next = String(Number(today.slice(0, 4)) + 1);
  if (bookings.length === 0 || bookings.some(({ date }) => date.slice(0, 4) <= next)) return;
  throw new ToolError(
    "invalid_input",
    "the file's dates are years ahead: download it with dates of the Gregorian calendar",
  );
}

/** A column named as the amount is unreadable. Never fall back to another one. */
function refuseUnreadableAmount(columns: readonly Column[], { body }: CsvTable): void {
  const named = columns.filter(({ role }) => role === "amount");
  const unreadable = named.find(({ amounts }) => amounts === null);
  if (unreadable === undefined || named.length > 1) return;
  // Beside columns of money out and in, it is for the parts of a collective booking.
  const hasSides = columns.some(({ role, amounts }) =>
    amounts !== null && (role === "debit" || role === "credit")
  );
  if (hasSides && unreadable.filled === 0) return;
  const at = unreadable.cells.findIndex((cell) => cell !== "");
  throw new ToolError(
    "invalid_input",
    `line ${body[Math.max(at, 0)]?.line}: the column ${quoted(unreadable.heading)} can't be read ` +
      "as amounts. Correct the file, or download it again",
  );
}

function plainBooking(
  { date, amount, payee, memo, reason }: ReadBooking,
): StatementPart["bookings"][number] {
  return { date, amount, payee, memo, reason };
}

function balancesOf(
  { proof, sign }: AmountLayout,
  rows: BalanceRows | null,
): Pick<StatementPart, "opening" | "closing"> {
  if (proof !== null) return provenBalances(proof, sign);
  return { opening: rows?.opening ?? null, closing: rows?.closing ?? null };
}

function provenBalances(
  proof: BalanceProof,
  sign: AmountLayout["sign"],
): { readonly opening: number; readonly closing: number } {
  // A card's file may show the amount owed without a minus.
  const isTurned = (proof.sign === 1) !== (sign === "as_shown");
  const turned = (balance: number): number => isTurned ? 0 - balance : balance;
  return { opening: turned(proof.opening), closing: turned(proof.closing) };
}

function questionsAbout(
  { date, amounts, rowsWith }: {
    readonly date: NonNullable<ReturnType<typeof chooseDate>>;
    readonly amounts: AmountLayout;
    readonly rowsWith: (changed: Partial<BookingLayout>) => readonly ReadBooking[];
  },
): ReadingQuestion[] {
  const questions: ReadingQuestion[] = [];
  const ask = <Choice extends string>(
    about: ReadingQuestion["about"],
    choices: readonly Choice[],
    change: (choice: Choice) => Partial<BookingLayout>,
    column: Column | undefined,
  ): void => {
    const example = column?.cells.find((cell) => cell !== "") ?? "";
    questions.push(readingQuestion(about, choices, {
      example,
      rowsAs: (choice) =>
        rowsWith(change(choice)).filter(({ reason, amount }) => reason === null && amount !== 0)
          .map((booking, at) => ({ ...booking, row: at + 1 })),
    }));
  };
  if (date.choices.length > 0) {
    ask("date_order", date.choices, (order) => ({ order }), date.column);
  }
  const [column] = columnsIn(amounts.source);
  if (amounts.sources.length > 0) {
    ask("amount_column", amounts.sources.map(nameOf), (name) => {
      const source = amounts.sources.find((one) => nameOf(one) === name) ?? amounts.source;
      return { amounts: { ...amounts, source } };
    }, column);
  }
  if (amounts.isDecimalOpen) {
    ask(
      "decimal_sign",
      [amounts.decimal, amounts.decimal === "." ? "," : "."] as const,
      (decimal) => ({
        amounts: { ...amounts, decimal },
      }),
      column,
    );
  }
  if (amounts.isSignOpen) {
    const other = amounts.sign === "as_shown" ? "reversed" : "as_shown";
    ask(
      "sign",
      [amounts.sign, other] as const,
      (sign) => ({ amounts: { ...amounts, sign } }),
      column,
    );
  }
  return questions;
}

/** Unless a heading says which, either column may contain the booking date. */
function dateQuestion(
  dateColumns: readonly Column[],
  { columns, options, rowsWith, mayFollow }: {
    readonly columns: readonly Column[];
    readonly options: ReadingOptions;
    readonly rowsWith: (changed: Partial<BookingLayout>) => readonly ReadBooking[];
    readonly mayFollow: (choice: string) => string;
  },
): ReadingQuestion {
  const choices = dateColumns.map(datesOf).map(mayFollow);
  return readingQuestion("part", choices, {
    example: dateColumns[0]?.cells.find((cell) => cell !== "") ?? "",
    rowsAs: (choice) => {
      const column = dateColumns[choices.indexOf(choice)];
      const date = chooseDate(columns, options, (one) => one === column);
      if (date === null) return [];
      return rowsWith({ dateColumn: date.column, order: date.order })
        .map((booking, at) => ({ ...booking, row: at + 1 }));
    },
  });
}

function balanceQuestion(
  { rows }: BalanceRows,
  bookings: readonly ReadBooking[],
  mayFollow: (choice: string) => string,
): ReadingQuestion {
  return readingQuestion("part", [WITHOUT_BALANCES, WITH_ALL_ROWS].map(mayFollow), {
    example: rows.map(({ payee }) => payee).join(", "),
    rowsAs: (choice) =>
      bookings.filter((booking) => choice === mayFollow(WITH_ALL_ROWS) || !rows.includes(booking))
        .map((booking, at) => ({ ...booking, row: at + 1 })),
  });
}
