import { memoized } from "../domain/base/memoized.ts";
import type {
  LeftOutReason,
  ReadAs,
  ReadingOfStatement,
  ReadingOptions,
  ReadingQuestion,
} from "../domain/statements/statement.ts";
import { currenciesIn, readAmount, sizeOf } from "./amounts.ts";
import { columnsIn, sideOf } from "./csv_amounts.ts";
import { describeRows, findBalanceRows } from "./csv_balance_rows.ts";
import {
  type BookingLayout,
  labelOf,
  type ReadBooking,
  readBookings,
  textsOf,
} from "./csv_bookings.ts";
import type { BalanceProof } from "./csv_candidates.ts";
import { chooseDate, type Column, isMinorUnit } from "./csv_columns.ts";
import { reasonIn, statusColumn, statusReasons, textColumns } from "./csv_labels.ts";
import { type AmountLayout, settleAmounts } from "./csv_layout.ts";
import {
  currencyColumn,
  type FileAccounts,
  interleavedAccounts,
  isIn,
  misfitsIn,
  namedAccounts,
  proofOf,
  rowCurrencies,
  settler,
  stackedTables,
} from "./csv_parts.ts";
import { likelyPending, maybeReversed } from "./csv_pending.ts";
import { withAsciiNumbers, withColumns } from "./csv_plain.ts";
import {
  accountAnswer,
  answersAboutPart,
  BETWEEN_ANSWERS,
  dateQuestion,
  datesOf,
  questionsAbout,
  reusable,
  rowsQuestion,
  type RowsWith,
  WITH,
  WITH_ALL_ROWS,
  WITHOUT,
} from "./csv_questions.ts";
import type { CsvRecord } from "./csv_records.ts";
import { isInMinorUnits } from "./csv_sources.ts";
import { type CsvTable, findTable } from "./csv_table.ts";
import { openQuestions, readPart, type StatementPart } from "./parts.ts";
import { quoted, refusal } from "./refusal.ts";

/** Maximum number of transactions read to find examples for each possible answer to a question. */
const SHOWN_ROWS = 50;
const SHOWN_LABELS = 3;
const SHOWN_CURRENCIES = 3;

/**
 * Reads a CSV file from any bank. Identifies the columns by their data and headings.
 *
 * @throws {ToolError} `invalid_input` if there is no table of transactions, or a row can't be read.
 */
export function readCsv(text: string, given: ReadingOptions): ReadingOfStatement {
  const remembered = withPart(given.remembered, reusable(given.remembered.part));
  const options = { ...given, remembered };
  const table = findTable(withColumns(withAsciiNumbers(text)));
  const settle = settler(table, options);
  const named = namedAccounts(table.columnsOf(table.body));
  const isKnown = named !== null && (named.names.length > 1 || !named.isDoubtful);
  const account = isKnown
    ? named
    : interleavedAccounts(table, settle) ?? stackedTables(table, options, settle) ?? named;
  const names = account?.names ?? [];
  const answers = answersAboutPart(options);
  const read = (name: string | null): TableReading =>
    readTable(withAccount(table, account, name), { account: name, names, answers, options });
  const isWhole = names.length < 2 ||
    (account?.isDoubtful === true && answers.includes(WITH_ALL_ROWS));
  if (isWhole) return statementOf([read(names.length === 1 ? names[0] ?? null : null)], options);
  const known = names.filter((name) => answers.includes(name));
  const reading = statementOf((known.length > 0 ? known : names).map(read), options);
  if (account?.isDoubtful !== true || known.length > 0) return reading;
  const whole = read(null);
  const [all] = openQuestions({ part: [WITH_ALL_ROWS] }, "", () => whole.part.bookings);
  const questions = reading.questions.map((one) => ({
    ...one,
    choices: [WITH_ALL_ROWS, ...one.choices],
    rows: [...all?.rows ?? [], ...one.rows],
  }));
  return { ...statementOf([whole], options), questions };
}

/** The transactions of one account, and the questions to ask about them. */
interface TableReading {
  readonly part: StatementPart;
  readonly questions: readonly ReadingQuestion[];
  readonly isSignForFileOnly: boolean;
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
  const { account: name, evidence } = reading.statement;
  // Names such as `Current` or `Savings` don't identify an account.
  const statement = {
    ...reading.statement,
    account: /^(?!rows)(?:.*\d){3}/u.test(name ?? "") ? name : null,
  };
  const isSignForFileOnly = readings.some((one) => one.isSignForFileOnly);
  if (only === undefined || readings.length > 1) {
    return { ...reading, statement, isSignForFileOnly };
  }
  return {
    isSignForFileOnly,
    statement: { ...statement, evidence: [...only.evidence, ...evidence] },
    questions: [...reading.questions, ...only.questions],
  };
}

function withPart({ part: _, ...others }: ReadAs, part: string | undefined): ReadAs {
  return part === undefined ? others : { ...others, part };
}

function withAccount(
  table: CsvTable,
  account: FileAccounts | null,
  name: string | null,
): CsvTable {
  if (account === null || name === null) return table;
  const isOwn = (record: CsvRecord): boolean => ["", name].includes(account.nameIn(record));
  return { ...table, records: table.records.filter(isOwn), body: table.body.filter(isOwn) };
}

function readTable(
  table: CsvTable,
  { account, names, answers, options }: {
    readonly account: string | null;
    /** All accounts in the file. */
    readonly names: readonly string[];
    /** The answers that {@linkcode answersAboutPart} returns. */
    readonly answers: readonly string[];
    readonly options: ReadingOptions;
  },
): TableReading {
  const all = table.columnsOf(table.body);
  refuseUnreadableAmount(all, table);
  const status = statusColumn(all);
  const reversed = maybeReversed(table.body, all, status);
  const isEntered = reversed !== null && answers.includes(WITH + reversed.which);
  const reasons = statusReasons(isEntered ? null : status);
  const isSide = (column: Column): boolean =>
    column.role === "unknown" && sideOf(column)?.isCertain === true;
  const [sides, described] = [all.filter(isSide), all.filter((column) => !isSide(column))];
  const texts = textColumns(described.some(({ isText }) => isText) ? described : all);
  const labels = memoized((record: CsvRecord) => labelOf(record, texts));
  const named = all.filter(({ amounts, role }) => amounts !== null && role === "amount");
  const numeric = named.find((column) => isIn(column, options.currency, all)) ?? named[0] ??
    all.find(({ amounts }) => amounts !== null);
  const currency = currencyColumn(all, numeric, options);
  const currencies = rowCurrencies(currency, all, options);
  const isAnswer = (column: Column): boolean => answers.includes(datesOf(column));
  const early = chooseDate(all, options, isAnswer);
  const statusReason = (record: CsvRecord): LeftOutReason | null => {
    const cell = record.cells[status?.at ?? -1] ?? "";
    const reason = reasons.get(cell);
    // `reasons` omits statuses that occur only in rows without a full date.
    return reason === undefined && !isEntered ? reasonIn(cell) : reason ?? null;
  };
  // A pending transaction may have a different kind of date instead of a posting date.
  const dated = [early?.column, ...all].flatMap((column) => column?.dates ? [column.dates] : []);
  const dayAt = (at: number): string =>
    dated.map((dates) => dates[at]?.[early?.order ?? "ymd"] ?? "").find((day) => day !== "") ?? "";
  const days = table.body.map((record, at) => statusReason(record) === null ? dayAt(at) : "");
  const isSigned = all.some(({ texts }) => texts.some(({ sign }) => sign !== 0));
  const marks = all.filter((column) => {
    const side = sideOf(column);
    return column.isText && (column.role === "unknown" || column === status) &&
      column.cells.every((cell) => (reasons.get(cell) ?? null) === null) &&
      (side === null || (isSigned && !side.isKnown));
  });
  const maybePending = [
    table.sections.doubtful,
    likelyPending(table.body, all, { days, marks }),
    reversed,
  ].filter((one) => one !== null);
  const likely = maybePending.filter(({ which }) =>
    which === null || !answers.includes(WITH + which)
  );
  const pending = new Set([...table.sections.pending, ...likely.flatMap(({ rows }) => [...rows])]);
  const unsure = likely.find(({ which }) => which !== null && !answers.includes(WITHOUT + which));
  const reasonOf = (record: CsvRecord): LeftOutReason | null =>
    statusReason(record) ?? (pending.has(record) ? "pending" : currencies.reasonOf(record));
  const live = table.body.filter((record) => reasonOf(record) === null && labels(record) === null);
  const columns = live.length === table.body.length || live.length === 0
    ? all
    : table.columnsOf(live);
  const date = chooseDate(columns, options, isAnswer);
  if (date === null) {
    throw refusal(
      "the file's dates don't all have day, month and year in the same order: correct them, or " +
        "download the file again",
    );
  }
  const settled = settleAmounts(columns, date, options);
  const settle = settler(table, options);
  const known = { columns, direction: date.direction, amounts: settled };
  const misfits = misfitsIn(live, known, settle);
  const fitting = live.filter((record) => !misfits.has(record));
  const amounts = misfits.size === 0
    ? settled
    : settleAmounts(table.columnsOf(fitting), date, options);
  refuseMinorUnits(amounts, columns, { options, rows: live });
  const layout: BookingLayout = {
    dateColumn: date.column,
    order: date.order,
    amounts,
    width: table.width,
    cutOff: table.cutOff,
    payees: texts.payees,
    memos: texts.memos,
    textsOf: {
      out: memoized((record: CsvRecord) => textsOf(record, texts.payees, { ...texts, sides })),
      in: memoized((record: CsvRecord) => textsOf(record, texts.payers, { ...texts, sides })),
    },
    labelOf: labels,
    reasonOf,
  };
  const isNewestFirst = date.direction === -1;
  const bookings = readBookings(table.records, layout);
  const { records } = table;
  const last = live[SHOWN_ROWS];
  const shown = last === undefined ? records : records.slice(0, records.indexOf(last) + 1);
  const rowsWith: RowsWith = (changed) => readBookings(shown, { ...layout, ...changed });
  const balanceRows = findBalanceRows(bookings, {
    isNewestFirst,
    proven: provenBalances(amounts.proof, amounts),
    misfits,
    isBalance: ({ record: { cells }, amount }) =>
      columns.some(({ at, role }) => {
        const balance = role === "balance" ? readAmount(cells[at] ?? "") : null;
        return balance !== null && sizeOf(balance, amounts.decimal) === Math.abs(amount);
      }),
  });
  const sets =
    balanceRows?.sets.map((rows) => ({ which: describeRows(rows, balanceRows), rows })) ??
      [];
  // An answer about an earlier file doesn't override what is clear from this file.
  const isGiven = options.readAs.part !== undefined;
  const counting = isGiven || balanceRows?.isCoincidence === false ? answers : [];
  const isAsked = isGiven || balanceRows?.isConfirmed === false;
  const isWith = isAsked && counting.includes(WITH + sets[0]?.which);
  const without = sets.find(({ which }) => counting.includes(WITHOUT + which));
  const { rows: left = [] } = isWith ? {} : without ?? sets[0] ?? {};
  // The balances are wrong if a row that was skipped as unusual is actually a transaction.
  const isOdd = ({ isUndated, record }: ReadBooking): boolean => isUndated || misfits.has(record);
  const isWhole = bookings.every((booking) => left.includes(booking) || !isOdd(booking)) &&
    (amounts.proof === null || left.every((booking) => isOdd(booking) || booking.label !== null));
  const removed = new Set(left.map(({ record }) => record));
  const proof = isWhole || without === undefined || misfits.size === 0
    ? amounts.proof
    : proofOf(live.filter((one) => !removed.has(one)), amounts, settle);
  const isBalanceKnown = isWhole || proof !== amounts.proof;
  const balances = isBalanceKnown
    ? provenBalances(proof, amounts) ?? (left === sets[0]?.rows ? balanceRows : null)
    : null;
  const others = [...currencies.others, ...otherCurrencies(amounts, options)];
  const questions = [...questionsAbout(date, amounts, rowsWith)];
  // Ignore other answers, because they are about earlier files.
  const answered = isWith || without !== undefined ? sets : [];
  const applying = [
    ...(names.length > 1 ? [WITH_ALL_ROWS, ...names] : []),
    ...columns.map(datesOf),
    ...[...answered, ...maybePending].flatMap(({ which }) => [WITH + which, WITHOUT + which]),
  ];
  const mayFollow = (choice: string): string =>
    [...answers.filter((one) => applying.includes(one)), choice].join(BETWEEN_ANSWERS);
  // Ask one question at a time. The answer to each question also repeats the earlier answers.
  if (date.rivals.length > 0) {
    questions.push(...dateQuestion(date.rivals, rowsWith, mayFollow));
  } else if (unsure !== undefined) {
    // Ask about pending rows first, because sums depend on which rows are pending.
    const { which, example } = unsure;
    const rows = bookings.filter(({ record }) => unsure.rows.has(record));
    questions.push(
      ...rowsQuestion([{ which: which ?? "", rows }], { example, bookings, mayFollow }),
    );
  } else if (balanceRows?.isConfirmed === false && !isWith && without === undefined) {
    const example = (sets[0]?.rows ?? []).slice(0, SHOWN_LABELS).map((one) => one.payee || one.date)
      .join(", ");
    questions.push(...rowsQuestion(sets, { example, bookings, mayFollow }));
  }
  return {
    part: {
      account,
      currency: others.length > 0
        ? others.slice(0, SHOWN_CURRENCIES).join(", ")
        : currency === null
        ? null
        : options.currency ?? currency.cells[0] ?? null,
      bookings: bookings.filter((booking) => !left.includes(booking))
        .map(({ date, amount, payee, memo, reason }) => ({ date, amount, payee, memo, reason })),
      opening: balances?.opening ?? null,
      closing: balances?.closing ?? null,
    },
    questions,
    isSignForFileOnly: amounts.source.side?.isCounted === true,
    evidence: [date.evidence, ...amounts.evidence].filter((text) => text !== null),
  };
}

/** Refuses a file if its only column with an amount heading can't be read. */
function refuseUnreadableAmount(columns: readonly Column[], { body }: CsvTable): void {
  const named = columns.filter(({ role }) => role === "amount");
  const unreadable = named.find(({ amounts }) => amounts === null);
  if (unreadable === undefined || named.length > 1) return;
  // If there is also a money-in or money-out column, the amount column may be empty: some banks
  // fill it in only for the individual payments in a batch.
  const hasSides = columns.some(({ role, amounts }) =>
    amounts !== null && (role === "debit" || role === "credit")
  );
  if (hasSides && unreadable.filled === 0) return;
  const first = body[Math.max(unreadable.cells.findIndex((cell) => cell !== ""), 0)]?.line;
  throw refusal(
    `the column ${quoted(unreadable.heading)} (from line ${first} on) can't be read as ` +
      "amounts. Correct the file, or download it again",
  );
}

/**
 * Refuses amounts in cents, which would be read as a hundred times the amount, and amounts with
 * their cents in a separate column, which would be read without the cents.
 */
function refuseMinorUnits(
  { source, sources }: AmountLayout,
  columns: readonly Column[],
  { options, rows }: { readonly options: ReadingOptions; readonly rows: readonly CsvRecord[] },
): void {
  const chosen = [source, ...sources].flatMap(columnsIn);
  const minor = chosen.find((column) => isInMinorUnits(column, options));
  if (minor !== undefined) {
    throw refusal(
      `the column ${quoted(minor.heading)} is in a minor unit such as cents: download the file ` +
        "again with decimal amounts",
    );
  }
  // If the comma is both delimiter and decimal mark, rows have more cells than the header row.
  const isLonger = columns.at(-1)?.heading === "" && columns.at(-1)?.filled !== 0;
  const split = chosen.find(({ at, texts }) => {
    const { heading, cells } = columns[at + 1] ?? { heading: "", cells: [""] };
    const isWhole = texts.every(({ decimal }) => !/[.,]/u.test(decimal));
    const isChosen = chosen.some((one) => one.at === at + 1);
    return options.decimals === 2 && isWhole && !isChosen &&
      (isMinorUnit(heading)
        ? cells.every((cell) => /^\d{1,2}$/u.test(cell))
        : (heading === "" || isLonger) && cells.some((cell) => cell !== "") &&
          cells.every((cell, row) =>
            /^\d\d$/u.test(cell) || (rows[row]?.cells.length ?? 0) <= at + 1
          ));
  });
  if (split !== undefined) {
    throw refusal(
      `the amounts in the column ${quoted(split.name)} seem to have their cents in the next ` +
        "column: download the file again in a format that keeps each amount in one column",
    );
  }
}

/** Currencies named in amount columns' headings; empty if the plan's currency is one of them. */
function otherCurrencies(
  { source, sources }: AmountLayout,
  { currency }: ReadingOptions,
): readonly string[] {
  const named = columnsIn(source).flatMap(({ heading }) => currenciesIn(heading));
  const isOpen = currency === null || sources.length > 0 || named.includes(currency);
  return isOpen ? [] : [...new Set(named)];
}

function provenBalances(
  proof: BalanceProof | null,
  { sign }: AmountLayout,
): { readonly opening: number; readonly closing: number } | null {
  if (proof === null) return null;
  // A card's file may show the amount owed without a minus sign.
  const isTurned = (proof.sign === 1) !== (sign === "as_shown");
  const turned = (balance: number): number => isTurned ? 0 - balance : balance;
  return { opening: turned(proof.opening), closing: turned(proof.closing) };
}
