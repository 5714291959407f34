import { cleanWhole } from "../domain/base/clean_text.ts";
import { sumOf } from "../domain/base/money.ts";
import type {
  LeftOutReason,
  LeftOutRow,
  ReadAs,
  ReadingOfStatement,
  ReadingOptions,
  ReadingQuestion,
  Statement,
  StatementFormat,
  StatementRow,
} from "../domain/statements/statement.ts";
import { checkCount, otherCurrency, quoted, refusal } from "./refusal.ts";

const MAX_PARTS = 20;

/** An entry as written in the file. */
export interface Booking extends Omit<StatementRow, "row"> {
  /** Why the entry is left out, for example because it is pending; `null` if it is included. */
  readonly reason: LeftOutReason | null;
}

/** A file's entries for one account, or for one of the account's statement periods. */
export interface StatementPart {
  /** Account number or name; `null` if the file has none. */
  readonly account: string | null;
  /**
   * The part's currency. If part of a CSV file has several currencies and none is the plan's, the
   * first few of those currencies, separated by commas.
   */
  readonly currency: string | null;
  readonly bookings: readonly Booking[];
  /** The opening balance in milliunits; `null` if unknown. */
  readonly opening: number | null;
  readonly closing: number | null;
  readonly laterBalance?: number | null;
}

/**
 * Reads the only account in a file, or the one that the user named. If there are several accounts,
 * asks the user to choose one.
 *
 * @throws {ToolError} `invalid_input` if there are no rows or no such account.
 */
export function readPart(
  format: StatementFormat,
  all: readonly StatementPart[],
  options: ReadingOptions,
): ReadingOfStatement {
  if (["camt", "mt940"].includes(format) && options.readAs.sign === "reversed") {
    throw refusal("the file already marks every row as credit or debit: leave out read_as.sign");
  }
  const isForeign = ({ currency }: StatementPart): boolean =>
    currency !== null && options.currency !== null && currency !== options.currency;
  checkCount(all.reduce((count, { bookings }) => count + bookings.length, 0));
  const parts = joined(all).filter(({ bookings }) => bookings.length > 0)
    .toSorted((one, other) => Number(isForeign(one)) - Number(isForeign(other)));
  if (parts.length > MAX_PARTS) {
    throw refusal(
      `the file contains ${parts.length} statements, each for a different account or period: ` +
        "download one statement at a time",
    );
  }
  const names = namesOf(parts);
  const wanted = options.readAs.part ?? options.remembered.part;
  const at = wanted === undefined ? -1 : names.indexOf(wanted);
  if (at < 0 && options.readAs.part !== undefined) {
    throw refusal(
      `the file has no part ${quoted(options.readAs.part)}: read_as.part must be one of ${
        names.join(", ")
      }`,
    );
  }
  const part = parts[Math.max(at, 0)];
  if (part === undefined) throw refusal("the file has no rows with a date and an amount");
  refuseOtherCalendar(part, options);
  const isOpen = at < 0 && parts.length > 1;
  // Parts in the plan's currency come first, so if the first part isn't in the plan's currency,
  // none of them are.
  if (isForeign(part)) throw otherCurrency(part.currency ?? "", options.currency);
  const read = (one: StatementPart): Statement => statementOf(format, one, options);
  const questions = openQuestions(
    { part: isOpen ? names : [] },
    names.join(", "),
    (as) => read(parts[names.indexOf(as.part ?? "")] ?? part).rows,
  );
  return { statement: read(part), questions };
}

/** Two-digit years may belong to another calendar and so appear to be years in the future. */
function refuseOtherCalendar({ bookings }: StatementPart, { today }: ReadingOptions): void {
  const damaged = bookings.find(({ date }) => date !== "" && date < "1970");
  if (damaged !== undefined) {
    throw refusal(
      `the date ${damaged.date} is too far in the past: correct it, or download the file again`,
    );
  }
  const next = String(Number(today.slice(0, 4)) + 1);
  if (bookings.some(({ date }) => date.slice(0, 4) <= next)) return;
  throw refusal(
    "the file seems to use a non-Gregorian calendar (all dates are far in the future): " +
      "download it again with Gregorian dates",
  );
}

function statementOf(
  format: StatementFormat,
  { account, currency, bookings, opening, closing, laterBalance = null }: StatementPart,
  { today }: ReadingOptions,
): Statement {
  const rows: StatementRow[] = [];
  const leftOut: LeftOutRow[] = [];
  for (const [index, { reason, ...booking }] of bookings.entries()) {
    const row = index + 1;
    const why = reason ?? (booking.amount === 0 ? "zero" : booking.date > today ? "future" : null);
    if (why === null) rows.push({ row, ...booking });
    else leftOut.push({ row, reason: why });
  }
  const isProven = opening !== null && closing !== null &&
    opening + sumOf(rows.map(({ amount }) => amount)) === closing;
  const count = rows.length === 1 ? "1 row" : `${rows.length} rows`;
  const sentence = `the opening balance and ${count} add up to the closing balance`;
  const evidence = isProven ? [sentence] : [];
  return { format, account, currency, rows, leftOut, opening, closing, laterBalance, evidence };
}

function joined(all: readonly StatementPart[]): readonly StatementPart[] {
  const accounts = Map.groupBy(
    all,
    ({ account, currency }) => JSON.stringify([account, currency]),
  );
  return [...accounts.values()].flatMap((periods) => {
    const runs = runsOf(periods);
    // Some banks put the newest period first.
    const reversed = runsOf(periods.toReversed());
    return runs.length <= reversed.length
      ? runs.map((run) => oneOf(run, run))
      : reversed.map((run) => oneOf(run, run.toReversed()));
  });
}

function runsOf(periods: readonly StatementPart[]): readonly (readonly StatementPart[])[] {
  const runs: StatementPart[][] = [];
  for (const period of periods) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && isNext(last, period, run)) run.push(period);
    else runs.push([period]);
  }
  return runs;
}

/**
 * Whether a statement period directly follows a series of periods. Usually, the period's opening
 * balance shows this. But if the last period in the series didn't change the balance, the opening
 * balance alone can't distinguish the next period from a duplicate of the last one, so the dates
 * are compared as well.
 */
function isNext(
  before: StatementPart,
  after: StatementPart,
  run: readonly StatementPart[],
): boolean {
  const { closing } = before;
  const { opening } = after;
  if (closing !== null && opening !== null && before.opening !== closing) {
    return closing === opening;
  }
  const last = daysOf(before).at(-1);
  const first = daysOf(after)[0];
  const isSameDay = last === first && closing !== null && closing === opening &&
    !shareEntry(run.flatMap(({ bookings }) => bookings), after.bookings);
  const isLater = last === undefined || first === undefined || last < first || isSameDay;
  return isLater && (closing === null || opening === null || closing === opening);
}

/** Whether two lists both have an entry with the same date and amount, regardless of its text. */
function shareEntry(some: readonly Booking[], others: readonly Booking[]): boolean {
  const keyOf = ({ date, amount }: Booking): string => `${date} ${amount}`;
  const keys = new Set(some.map(keyOf));
  return others.some((one) => keys.has(keyOf(one)));
}

function daysOf({ bookings }: StatementPart): readonly string[] {
  return bookings.filter(({ reason }) => reason === null).map(({ date }) => date).toSorted();
}

function oneOf(
  inTime: readonly StatementPart[],
  inFile: readonly StatementPart[],
): StatementPart {
  const { account = null, currency = null, opening = null } = inTime[0] ?? {};
  const bookings = inFile.flatMap((period) => period.bookings);
  const { closing = null, laterBalance = null } = inTime.at(-1) ?? {};
  return { account, currency, bookings, opening, closing, laterBalance };
}

/** Names the parts by account; if that is ambiguous, also by currency, date range and position. */
function namesOf(parts: readonly StatementPart[]): readonly string[] {
  const ways: readonly ((part: StatementPart, index: number) => string)[] = [
    ({ account }) => account ?? "",
    ({ currency }) => currency ?? "",
    (part) => `${daysOf(part)[0]} to ${daysOf(part).at(-1)}`,
    (_, index) => `${index + 1}`,
  ];
  let names: readonly string[] = parts.map(() => "");
  for (const way of ways) {
    const before = names;
    const isUnique = (name: string): boolean => before.filter((other) => other === name).length < 2;
    names = parts.map((part, index) => {
      const name = before[index] ?? "";
      return name !== "" && isUnique(name) ? name : `${name} ${way(part, index)}`.trim();
    });
  }
  return names;
}

const SHOWN_ROWS = 3;

type ShownRow = Pick<StatementRow, "date" | "amount" | "payee">;

/** Choices for each ambiguous point, most likely first; omits points that aren't ambiguous. */
type OpenPoints = Readonly<Partial<Record<keyof ReadAs, readonly string[]>>>;

/** Asks about a file's ambiguous points, showing how the first rows are read with each choice. */
export function openQuestions(
  open: OpenPoints,
  example: string,
  rowsAs: (readAs: ReadAs) => readonly ShownRow[],
): readonly ReadingQuestion[] {
  return Object.entries(open).flatMap(([about, choices]) => {
    if (choices.length === 0) return [];
    const readings = choices.map((choice) => rowsAs({ [about]: choice }));
    const from = firstShown(readings);
    const rows = choices.map((choice, at) => ({
      choice,
      rows: (readings[at] ?? []).slice(from, from + SHOWN_ROWS)
        .map(({ date, amount, payee }) => ({ date, amount, payee })),
    }));
    return [{ about: about as keyof ReadAs, choices, example: cleanWhole(example), rows }];
  });
}

/**
 * Index of the first row to show: 0, unless the choices differ only in later rows. Differences in
 * sign are ignored, because the sign convention may not be known yet.
 */
function firstShown(readings: readonly (readonly ShownRow[])[]): number {
  const [first = [], ...others] = readings.map((rows) => {
    const sign = Math.sign(rows[0]?.amount ?? 1);
    return rows.map(({ date, amount }) => `${date} ${sign * amount}`);
  });
  const longest = Math.max(first.length, ...others.map(({ length }) => length));
  const at = Array.from({ length: longest }, (_, index) => first[index])
    .findIndex((row, index) => others.some((rows) => rows[index] !== row));
  // `at` is the index of the first row in which the choices differ.
  return Math.max(0, at - SHOWN_ROWS + 1);
}
