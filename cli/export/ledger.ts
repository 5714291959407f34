import { addDays } from "../../domain/base/day.ts";
import { cleanWhole } from "../../domain/base/clean_text.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import { writeAmount } from "../../domain/base/money_format.ts";
import type { BookAccount, Booking, Books, Posting } from "./books.ts";
import type { ExportedFile, ExportedPlan } from "./plan.ts";

/** Assigns a unique name to each account. */
class AccountNames {
  readonly #partOf: (name: string) => string;
  readonly #byKey = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(partOf: (name: string) => string) {
    this.#partOf = partOf;
  }

  /** All assigned names. */
  get all(): readonly string[] {
    return [...this.#taken].toSorted();
  }

  of({ key, path }: BookAccount): string {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const whole = path.map(this.#partOf).join(":");
    let name = whole;
    for (let count = 2; this.#taken.has(name); count++) name = `${whole}-${count}`;
    this.#taken.add(name);
    this.#byKey.set(key, name);
    return name;
  }
}

/** Tags that this export writes to hledger journals. */
const TAGS = ["id", "memo", "payee"];

/** Writes a journal for hledger and Ledger. */
export function hledgerFile(plan: ExportedPlan, books: Books): ExportedFile {
  const currency = currencyOf(plan);
  const money = moneyIn(plan, currency);
  const names = new AccountNames(hledgerPart);
  const tags = (indent: string, values: Readonly<Record<string, string>>): readonly string[] =>
    Object.entries(values).filter(([, text]) => text !== "")
      .map(([name, text]) => `${indent}; ${name}: ${text}`);
  const lines = (one: Posting, booking: Booking): readonly string[] => [
    `    ${markOf(one, booking)}${names.of(one.account)}  ${money(one.amount)}`,
    ...tags("      ", {
      id: one.id ?? "",
      payee: tagText(one.payee ?? ""),
      memo: tagText(one.memo ?? ""),
    }),
  ];
  const bookings = books.bookings.map((booking) =>
    [
      `${booking.date} ${flag(booking.isCleared)} ${payeeText(booking.payee)}`.trimEnd(),
      ...tags("    ", { id: booking.id, memo: tagText(booking.memo) }),
      ...booking.postings.flatMap((one) => lines(one, booking)),
    ].join("\n")
  );
  const closing = books.closing.map(({ account, balance }) =>
    `    ${names.of(account)}  ${money(0)} = ${money(balance)}`
  );
  const end = closing.length === 0 ? [] : [
    [`${books.closingDay} * Closing balances`, ...closing].join("\n"),
  ];
  const parts = [
    `; ${cleanWhole(plan.plan.name)}, exported on ${plan.today}`,
    `commodity ${currency}`,
    TAGS.map((tag) => `tag ${tag}`).join("\n"),
    names.all.map((name) => `account ${name}`).join("\n"),
    ...bookings,
    ...end,
  ];
  return { name: "plan.journal", text: textOf(parts) };
}

/** Writes a Beancount file. */
export function beancountFile(plan: ExportedPlan, books: Books): ExportedFile {
  const currency = currencyOf(plan);
  const money = moneyIn(plan, currency);
  const names = new AccountNames(beancountPart);
  const metadata = (indent: string, values: Readonly<Record<string, string>>): readonly string[] =>
    Object.entries(values).filter(([, text]) => text !== "")
      .map(([name, text]) => `${indent}${name}: ${quoted(text)}`);
  const lines = (one: Posting, booking: Booking): readonly string[] => [
    `  ${markOf(one, booking)}${names.of(one.account)}  ${money(one.amount)}`,
    ...metadata("    ", { id: one.id ?? "", payee: one.payee ?? "", memo: one.memo ?? "" }),
  ];
  const bookings = books.bookings.map((booking) =>
    [
      [booking.date, flag(booking.isCleared), quoted(booking.payee), quoted(booking.memo)].join(
        " ",
      ),
      ...metadata("  ", { id: booking.id }),
      ...booking.postings.flatMap((one) => lines(one, booking)),
    ].join("\n")
  );
  // Beancount checks a balance at the start of its day.
  const after = addDays(books.closingDay, 1);
  const closing = books.closing.map(({ account, balance }) =>
    `${after} balance ${names.of(account)}  ${money(balance)}`
  );
  const first = books.bookings[0]?.date ?? books.closingDay;
  const parts = [
    `option "title" ${quoted(plan.plan.name)}\noption "operating_currency" "${currency}"`,
    names.all.map((name) => `${first} open ${name} ${currency}`).join("\n"),
    ...bookings,
    closing.join("\n"),
  ];
  return { name: "plan.beancount", text: textOf(parts) };
}

function textOf(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function flag(isCleared: boolean): string {
  return isCleared ? "*" : "!";
}

/** Returns a posting's own flag if its cleared status differs from the entry's. */
function markOf({ isCleared }: Posting, booking: Booking): string {
  return isCleared === undefined || isCleared === booking.isCleared ? "" : `${flag(isCleared)} `;
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

/** hledger ends a payee at a semicolon or bar, and treats a leading parenthesis as a code. */
function payeeText(payee: string): string {
  return cleanWhole(payee).replaceAll(";", ",").replaceAll("|", "/").replace(/^[(*!=[\s]+/u, "");
}

/** hledger would parse dates in brackets or tags, and evaluate some values. */
function tagText(text: string): string {
  return cleanWhole(text).replaceAll("[", "(").replaceAll("]", ")")
    .replaceAll(/(date2?):/giu, "$1 :").replaceAll(/:(?=:)/gu, ": ");
}

/** Names consist of letters, digits and dashes, and start with a capital letter or a digit. */
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
