import { cleanText, shortened } from "../base/clean_text.ts";
import { dayOfMonthWords, dayWords } from "../base/date_words.ts";
import { fromMilliunits } from "../base/money.ts";
import { type MoneyFormat, writeMoney } from "../base/money_format.ts";
import type { ScheduledRecord, TransactionRecord } from "../base/plan_records.ts";

export function transactionLabel(
  transaction: Pick<TransactionRecord, "date" | "payee_name" | "amount" | "account_name">,
  format: MoneyFormat,
): string {
  return cleanLabel({
    date: transaction.date,
    payee: cleanText(transaction.payee_name ?? ""),
    amount: fromMilliunits(transaction.amount),
    account: cleanText(transaction.account_name),
  }, format);
}

/** Describes a transaction whose names are cleaned and whose amount is in currency units. */
export function cleanLabel(
  { date, payee = "", amount, account }: {
    readonly date: string;
    readonly payee?: string;
    readonly amount: number;
    readonly account: string;
  },
  format: MoneyFormat,
): string {
  return [
    date,
    shortened(payee || "no payee", MAX_NAME_LENGTH),
    writeMoney(amount, format),
    shortened(account, MAX_NAME_LENGTH),
  ].join(" ");
}

export function payeeWords({ payee_name: name }: Pick<TransactionRecord, "payee_name">): string {
  return shortened(cleanText(name ?? "") || "no payee", MAX_NAME_LENGTH);
}

export function transactionNames(
  transactions: readonly Pick<TransactionRecord, "date" | "payee_name">[],
  today: string,
): string {
  const names = transactions.slice(0, MAX_NAMED).map((one) =>
    `${payeeWords(one)}, ${shortDayWords(one.date, today)}`
  );
  if (transactions.length === 1) return names.join();
  const more = transactions.length - names.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return `${transactions.length} transactions: ${[...names, ...rest].join("; ")}`;
}

/** Maximum length of a name in a label, so that the label fits on one line. */
const MAX_NAME_LENGTH = 24;

/** Maximum number of transactions named in a summary, so that the summary fits on one line. */
const MAX_NAMED = 2;

function shortDayWords(date: string, today: string): string {
  return today.startsWith(date.slice(0, 4)) ? dayOfMonthWords(date) : dayWords(date);
}

export function scheduleLabel(
  { date_next, frequency, ...schedule }: Pick<
    ScheduledRecord,
    "date_next" | "frequency" | "payee_name" | "amount" | "account_name"
  >,
  format: MoneyFormat,
): string {
  const often = frequencyWords(frequency);
  return `${transactionLabel({ ...schedule, date: date_next }, format)}, ${often}`;
}

/** Formats a schedule's frequency. In YNAB, "never" means that the transaction never repeats. */
export function frequencyWords(frequency: string): string {
  return frequency === "never" ? "once" : frequency;
}

export function transactionCount(count: number): string {
  return `${count} ${count === 1 ? "transaction" : "transactions"}`;
}
