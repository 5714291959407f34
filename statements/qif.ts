import { cleanWhole } from "../domain/base/clean_text.ts";
import type { ReadAs, ReadingOfStatement, ReadingOptions } from "../domain/statements/statement.ts";
import {
  amountOf,
  type AmountText,
  type DecimalSign,
  readAmount,
  settledDecimals,
} from "./amounts.ts";
import { type DateText, orderOfDates, readDate } from "./dates.ts";
import { openQuestions, readPart, type StatementPart } from "./parts.ts";
import { checkCount, quoted, refusal } from "./refusal.ts";
import { type SignEvidence, signOfAmounts } from "./signs.ts";

interface Entry {
  readonly account: string | null;
  readonly isCard: boolean;
  readonly date: DateText;
  readonly amount: AmountText;
  /** A date and an amount from the file. */
  readonly example: string;
  readonly payee: string;
  readonly memo: string;
}

export function readQif(text: string, options: ReadingOptions): ReadingOfStatement {
  const entries = entriesIn(text);
  if (entries.length === 0 && /^!Type:\s*Invst/imu.test(text)) {
    throw refusal(
      "the file has only investments, which aren't imported: export a bank or cash account",
    );
  }
  const order = orderOfDates(entries.map(({ date }) => date), options);
  if (order === null) {
    throw refusal(
      "the file's dates don't all have day, month and year in the same order: correct them, or " +
        "download the file again",
    );
  }
  const decimals = settledDecimals(entries.map(({ amount }) => amount), options);
  const signs = signsOf(entries, decimals.sign, options);
  const likely = { date_order: order.order, decimal_sign: decimals.sign, sign: signs.sign };
  const read = (as: ReadAs): ReadingOfStatement =>
    readPart("qif", partsOf(entries, { ...likely, ...as }), options);
  const { statement, questions } = read({});
  const open = openQuestions(
    { date_order: order.choices, decimal_sign: decimals.choices, sign: signs.choices },
    entries[0]?.example ?? "",
    (as) => read(as).statement.rows,
  );
  const evidence = [order.evidence, signs.evidence].filter((one) => one !== null);
  return {
    // The file contains the name that the exporting program uses for the account, not its number.
    statement: { ...statement, account: null, evidence: [...evidence, ...statement.evidence] },
    questions: [...questions, ...open],
  };
}

/** Returns the entries, skipping lists of categories, securities and so on. */
function entriesIn(text: string): readonly Entry[] {
  const entries: Entry[] = [];
  let section: "account" | "bookings" | "other" = "other";
  let account: string | null = null;
  let isCard = false;
  let fields = new Map<string, string>();
  // The last record of a section may lack the end-of-record marker `^`.
  for (const [index, line] of `${text}\n^`.split("\n").entries()) {
    const code = line.slice(0, 1).toUpperCase();
    if (code === "^" || code === "!") {
      if (section === "account") account = fields.get("N") ?? account;
      else if (section === "bookings" && /[DTU]/u.test([...fields.keys()].join(""))) {
        checkCount(entries.length + 1);
        entries.push({ account, isCard, ...entryOf(fields, index + 1) });
      }
      fields = new Map();
    } else if (section === "bookings" && /[DT]/u.test(code) && fields.has(code)) {
      throw refusal(`line ${index + 1}: the previous record has no end-of-record marker (^)`);
    } else fields.set(code, line.slice(1).trim());
    if (code !== "!") continue;
    const [, type = ""] = /^!Type:\s*(.*?)\s*$/iu.exec(line) ?? [];
    const isOfBookings = /^(?:Bank|Cash|CCard|Oth [AL])$/iu.test(type);
    section = isOfBookings ? "bookings" : /^!Account\b/iu.test(line) ? "account" : "other";
    isCard = type.toLowerCase() === "ccard";
  }
  return entries;
}

function entryOf(
  fields: ReadonlyMap<string, string>,
  line: number,
): Omit<Entry, "account" | "isCard"> {
  const day = fields.get("D") ?? "";
  const money = fields.get("T") ?? fields.get("U") ?? "";
  // Quicken pads the parts of a date with spaces, as in `6/ 4'24`.
  const date = readDate(day.replace(/([./'-]) +/gu, "$1"));
  const amount = readAmount(money);
  if (date === null || amount === null) {
    const what = date === null ? `date ${quoted(day)}` : `amount ${quoted(money)}`;
    throw refusal(`line ${line}: the record that ends on this line has an unreadable ${what}`);
  }
  const [payee = "", memo = ""] = [fields.get("P"), fields.get("M")]
    .map((label) => cleanWhole(label ?? "")).filter((label) => label !== "");
  return { date, amount, example: `${day} ${money}`, payee, memo };
}

/**
 * Determines which sign means money out. If the account isn't a card, a minus sign is assumed to
 * mean money out.
 */
function signsOf(
  entries: readonly Entry[],
  decimal: DecimalSign,
  options: ReadingOptions,
): SignEvidence {
  const isCard = options.isCard ?? entries.some((entry) => entry.isCard);
  if (!isCard && options.readAs.sign === undefined) {
    return { sign: "as_shown", evidence: null, choices: [] };
  }
  const amounts = entries.map(({ amount }) => amountOf(amount, decimal));
  return signOfAmounts(amounts, { ...options, isCard });
}

function partsOf(
  entries: readonly Entry[],
  as: Required<Pick<ReadAs, "date_order" | "decimal_sign" | "sign">>,
): readonly StatementPart[] {
  const accounts = Map.groupBy(entries, ({ account }) => account);
  return [...accounts].map(([account, own]) => {
    const bookings = own.map(({ date, amount, payee, memo }) => ({
      date: date[as.date_order] ?? "",
      amount: amountOf(amount, as.decimal_sign) * (as.sign === "as_shown" ? 1 : -1),
      payee,
      memo: memo === "" || memo === payee ? null : memo,
      reason: null,
    }));
    // Quicken exports the opening balance as a transaction.
    const [first] = bookings;
    const hasOpening = first !== undefined && /^opening balance$/iu.test(first.payee);
    return {
      account,
      currency: null,
      bookings: hasOpening ? bookings.slice(1) : bookings,
      opening: hasOpening ? first.amount : null,
      closing: null,
    };
  });
}
