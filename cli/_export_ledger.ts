import { cleanText } from "../domain/base/clean_text.ts";
import { addDays } from "../domain/base/day.ts";
import { fromMilliunits } from "../domain/base/money.ts";
import type { Account } from "../client/wire/account.ts";
import {
  accountPosting,
  bookingsOf,
  type ExportedFile,
  type ExportedPlan,
  type Posting,
  type PostingKind,
} from "./_export_plan.ts";

const ROOTS: Readonly<Record<PostingKind, readonly string[]>> = {
  asset: ["Assets"],
  liability: ["Liabilities"],
  income: ["Income"],
  expense: ["Expenses"],
  opening: ["Equity", "Opening balances"],
  adjustment: ["Equity", "Balance adjustments"],
  gain: ["Income", "Tracking accounts"],
  transfer: ["Equity", "Transfers"],
};

/** How a program writes account names and amounts. */
interface Dialect {
  /** One part of an account's name. */
  readonly part: (name: string) => string;
}

/** Names accounts so that no two of the plan share a name. */
class Names {
  readonly #part: Dialect["part"];
  readonly #byKey = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor({ part }: Dialect) {
    this.#part = part;
  }

  /** Every name that was given. */
  get all(): readonly string[] {
    return [...this.#taken].sort();
  }

  of({ kind, names }: Pick<Posting, "kind" | "names">): string {
    const key = JSON.stringify([kind, ...names]);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const whole = [...ROOTS[kind], ...names].map(this.#part).filter((part) => part !== "")
      .join(":");
    let name = whole;
    for (let count = 2; this.#taken.has(name); count++) name = `${whole}-${count}`;
    this.#taken.add(name);
    this.#byKey.set(key, name);
    return name;
  }
}

/** Text on one line, without characters that end a payee or begin a comment. */
function lineText(text: string): string {
  return cleanText(text).replaceAll(/[;|\s]+/gu, " ").trim();
}

/** Writes a journal that hledger and ledger read. */
export function hledgerFile(plan: ExportedPlan): ExportedFile {
  const currency = currencyOf(plan);
  const decimals = plan.plan.currency_format?.decimal_digits ?? 2;
  const money = (milliunits: number): string => `${amountText(milliunits, decimals)} ${currency}`;
  const names = new Names({
    part: (name) =>
      lineText(name).replaceAll(/:/gu, "-").replaceAll(/[()[\]{}"'*!=@~]/gu, "").trim() || "-",
  });
  const posting = (one: Posting): string => {
    const memo = lineText(one.memo);
    return `    ${names.of(one)}  ${money(one.amount)}${memo === "" ? "" : `  ; ${memo}`}`;
  };
  const body = bookingsOf(plan).map(({ id, date, payee, memo, isCleared, postings }) => {
    const note = lineText(memo);
    return [
      `${date} ${isCleared ? "*" : "!"} ${lineText(payee) || "-"}`,
      `    ; id: ${id}`,
      ...(note === "" ? [] : [`    ; ${note}`]),
      ...postings.map(posting),
    ].join("\n");
  });
  const closing = [
    `${plan.today} * Closing balances`,
    ...plan.accounts.map((account) => {
      const name = names.of(accountPosting(account, 0));
      return `    ${name}  ${money(0)} = ${money(account.balance)}`;
    }),
  ].join("\n");
  const head = [
    `; ${lineText(plan.plan.name)}, exported ${plan.today}`,
    `commodity ${currency}\n    format ${money(1_000_000)}`,
    names.all.map((name) => `account ${name}`).join("\n"),
  ];
  return { name: "plan.journal", text: `${[...head, ...body, closing].join("\n\n")}\n` };
}

/** Writes a file for Beancount. */
export function beancountFile(plan: ExportedPlan): ExportedFile {
  const currency = currencyOf(plan);
  const decimals = plan.plan.currency_format?.decimal_digits ?? 2;
  const money = (milliunits: number): string => `${amountText(milliunits, decimals)} ${currency}`;
  const names = new Names({ part: beancountPart });
  const bookings = bookingsOf(plan);
  const quoted = (text: string): string =>
    `"${lineText(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  const posting = (one: Posting): string => {
    const memo = lineText(one.memo);
    const line = `  ${names.of(one)}  ${money(one.amount)}`;
    return memo === "" ? line : `${line}\n    memo: ${quoted(memo)}`;
  };
  const body = bookings.map(({ id, date, payee, memo, isCleared, postings }) =>
    [
      `${date} ${isCleared ? "*" : "!"} ${quoted(payee)} ${quoted(memo)}`,
      `  id: ${quoted(id)}`,
      ...postings.map(posting),
    ].join("\n")
  );
  const first = bookings[0]?.date ?? plan.today;
  // A balance holds at the beginning of its day.
  const tomorrow = addDays(plan.today, 1);
  const closing = plan.accounts.map((account: Account) =>
    `${tomorrow} balance ${names.of(accountPosting(account, 0))}  ${money(account.balance)}`
  );
  const head = [
    `option "title" ${quoted(plan.plan.name)}`,
    `option "operating_currency" "${currency}"`,
    names.all.map((name) => `${first} open ${name} ${currency}`).join("\n"),
  ];
  const text = [...head, ...body, closing.join("\n")].join("\n\n");
  return { name: "plan.beancount", text: `${text}\n` };
}

/** Letters, digits and dashes, beginning with a capital letter or a digit. */
function beancountPart(name: string): string {
  const plain = cleanText(name).normalize("NFC").replaceAll(/[^\p{L}\p{Nd}]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "");
  const capital = plain.slice(0, 1).toUpperCase() + plain.slice(1);
  return /^[\p{Lu}\p{Nd}]/u.test(capital) ? capital : `X${capital}`;
}

function currencyOf({ plan }: ExportedPlan): string {
  const code = cleanText(plan.currency_format?.iso_code ?? "").toUpperCase();
  return /^[A-Z]{3}$/u.test(code) ? code : "XXX";
}

function amountText(milliunits: number, decimals: number): string {
  const amount = fromMilliunits(milliunits);
  const text = amount.toFixed(decimals);
  return Number(text) === amount ? text : String(amount);
}
