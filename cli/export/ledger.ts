import { addDays } from "../../domain/base/day.ts";
import { cleanWhole } from "../../domain/base/clean_text.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import { writeAmount } from "../../domain/base/money_format.ts";
import { type BookAccount, type Booking, type Books, booksOf } from "./books.ts";
import type { ExportedFile, ExportedPlan } from "./plan.ts";

/** The file format of an accounting program. */
interface Format {
  /** Indent of postings and of entries' tags; a posting's tags are indented by two more spaces. */
  readonly indent: string;
  readonly accountPart: (name: string) => string;
  /** Writes the first line of an entry. */
  readonly title: (booking: Booking) => string;
  readonly isMemoInTitle: boolean;
  readonly tag: (name: string, text: string) => string;
  readonly head: (accounts: readonly string[], firstDay: string) => readonly string[];
  readonly closing: (balances: readonly (readonly [account: string, amount: string])[]) => string;
  readonly money: (milliunits: number) => string;
}

/** Writes a journal for hledger and Ledger. */
export function hledgerFile(plan: ExportedPlan): ExportedFile {
  const books = booksOf(plan);
  const currency = currencyOf(plan);
  const money = moneyIn(plan, currency);
  const text = textOf(books, {
    money,
    indent: "    ",
    accountPart: hledgerPart,
    title: ({ date, isCleared, payee }) =>
      `${date} ${flag(isCleared)} ${payeeText(payee)}`.trimEnd(),
    isMemoInTitle: false,
    tag: (name, text) => `; ${name}: ${tagText(text)}`,
    head: (accounts) => [
      `; ${cleanWhole(plan.plan.name)}, exported on ${plan.today}`,
      `commodity ${currency}`,
      ["id", "memo", "payee"].map((tag) => `tag ${tag}`).join("\n"),
      accounts.map((account) => `account ${account}`).join("\n"),
    ],
    closing: (balances) =>
      [
        `${books.closingDay} * Closing balances`,
        ...balances.map(([account, amount]) => `    ${account}  ${money(0)} = ${amount}`),
      ].join("\n"),
  });
  return { name: "plan.journal", text, differing: books.differing };
}

export function beancountFile(plan: ExportedPlan): ExportedFile {
  const books = booksOf(plan);
  const currency = currencyOf(plan);
  // Beancount checks a balance at the start of the given day.
  const after = addDays(books.closingDay, 1);
  const text = textOf(books, {
    money: moneyIn(plan, currency),
    indent: "  ",
    accountPart: beancountPart,
    title: ({ date, isCleared, payee, memo }) =>
      `${date} ${flag(isCleared)} ${quoted(payee)} ${quoted(memo)}`,
    isMemoInTitle: true,
    tag: (name, text) => `${name}: ${quoted(text)}`,
    head: (accounts, firstDay) => [
      `option "title" ${quoted(plan.plan.name)}\noption "operating_currency" "${currency}"`,
      accounts.map((account) => `${firstDay} open ${account} ${currency}`).join("\n"),
    ],
    closing: (balances) =>
      balances.map(([account, amount]) => `${after} balance ${account}  ${amount}`).join("\n"),
  });
  return { name: "plan.beancount", text, differing: books.differing };
}

function textOf({ bookings, closing, closingDay }: Books, format: Format): string {
  const { indent, money, title, tag } = format;
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const nameOf = ({ key, path }: BookAccount): string => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const whole = path.map(format.accountPart).join(":");
    let name = whole;
    for (let count = 2; taken.has(name); count++) name = `${whole}-${count}`;
    names.set(key, name);
    taken.add(name);
    return name;
  };
  const tags = (margin: string, values: Readonly<Record<string, string>>): readonly string[] =>
    Object.entries(values).flatMap(([name, text]) =>
      cleanWhole(text) === "" ? [] : [`${margin}${tag(name, text)}`]
    );
  const entries = bookings.map((booking) =>
    [
      title(booking),
      ...tags(indent, { id: booking.id, memo: format.isMemoInTitle ? "" : booking.memo }),
      ...booking.postings.flatMap(({ account, amount, id = "", payee, memo, isCleared }) => [
        // A posting has its own flag if its cleared status differs from the entry's.
        indent +
        (isCleared === undefined || isCleared === booking.isCleared ? "" : `${flag(isCleared)} `) +
        `${nameOf(account)}  ${money(amount)}`,
        ...tags(`${indent}  `, { id, payee: payee ?? "", memo: memo ?? "" }),
      ]),
    ].join("\n")
  );
  const balances = closing.map(({ account, balance }) =>
    [nameOf(account), money(balance)] as const
  );
  const accounts = [...names.values()].toSorted();
  const parts = [
    ...format.head(accounts, bookings[0]?.date ?? closingDay),
    ...entries,
    balances.length === 0 ? "" : format.closing(balances),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function flag(isCleared: boolean): string {
  return isCleared ? "*" : "!";
}

/** Returns the plan's currency code, or `XXX`, the ISO 4217 code for no currency. */
function currencyOf({ plan }: ExportedPlan): string {
  const code = (plan.currency_format?.iso_code ?? "").toUpperCase();
  return /^[A-Z]{3}$/u.test(code) ? code : "XXX";
}

function moneyIn(
  { format }: ExportedPlan,
  currency: string,
): (milliunits: number) => string {
  return (milliunits) => `${writeAmount(fromMilliunits(milliunits), format)} ${currency}`;
}

/** Names may contain single spaces, but no colon and nothing that starts a comment. */
function hledgerPart(name: string): string {
  return cleanWhole(name).replaceAll(":", "-").replaceAll(";", ",") || "-";
}

/**
 * hledger ends a payee at a semicolon or vertical bar, and reads a leading parenthesis as the start
 * of a transaction code.
 */
function payeeText(payee: string): string {
  return cleanWhole(payee).replaceAll(";", ",").replaceAll("|", "/").replace(/^[(*!=[\s]+/u, "");
}

/** hledger interprets dates in brackets and `date:` tags; Ledger evaluates a value after `::`. */
function tagText(text: string): string {
  return cleanWhole(text).replaceAll("[", "(").replaceAll("]", ")")
    .replaceAll(/(date2?):/giu, "$1 :").replaceAll(/:(?=:)/gu, ": ");
}

/**
 * Part names contain only letters, digits and dashes, and start with a capital letter or a digit.
 */
function beancountPart(name: string): string {
  const plain = cleanWhole(name).normalize("NFC").replaceAll(/[^\p{L}\p{Nd}]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "");
  const [first = "", ...rest] = plain;
  const capital = first.toUpperCase() + rest.join("");
  return /^[\p{Lu}\p{Nd}]/u.test(capital) ? capital : `X${capital}`;
}

function quoted(text: string): string {
  return `"${cleanWhole(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
