import { fromMilliunits } from "../../domain/base/money.ts";
import { type MoneyFormat, writeExactly } from "../../domain/base/money_format.ts";
import type { TransactionRecord } from "../../domain/base/plan_records.ts";
import type { Reconciliation } from "../../domain/reconcile/reconcile.ts";
import { transactionCount, transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { Stop } from "../change.ts";

type Found = Reconciliation<TransactionRecord>;

const DATE_STAYS = "YNAB's API doesn't update the date of the last reconciliation";

/** Ends a call that found a difference which is not to be made up. */
export function differenceStop(found: Found, format: MoneyFormat): Stop {
  const { difference, clearing, explanations } = found;
  const amount = moneyWords(Math.abs(difference), format);
  const counted = clearing === 0 ? "" : " and the ones in clear_ids";
  const correction = `a correction of ${moneyWords(difference, format)}`;
  const uncleared = unclearedWords(found, format);
  const advice = uncleared !== null
    ? `${uncleared.what}. If the bank has ${uncleared.them}, call again with ${uncleared.them} in ` +
      `clear_ids. If not, check the other explanations; ${correction} (adjust true) is the last ` +
      "resort"
    : explanations.length === 0
    ? "No small set of transactions explains it: look for missing or wrong ones, correct them and " +
      `call again; or, to cover the difference with ${correction}, call with adjust true`
    : "Check the explanations, most likely first, correct what is wrong and call again; or, to " +
      `cover the difference with ${correction}, call with adjust true`;
  return {
    status: "difference_found",
    message: `The bank has ${amount} ${difference > 0 ? "more" : "less"} than the cleared ` +
      `transactions${counted}. Nothing was written. ${advice}`,
    warnings: signWarnings(found),
    extra: extraOf(found, format),
  };
}

/** What uncleared transactions explain, a single one before several together. */
function unclearedWords(
  { explanations }: Found,
  format: MoneyFormat,
): { readonly what: string; readonly them: string } | null {
  const sets = explanations.flatMap(({ kind, transactions }) =>
    kind === "uncleared" ? [transactions] : []
  );
  const singles = sets.flatMap((some) => some.length === 1 ? some : []);
  const labels = (some: Found["toMark"]): string =>
    some.map((one) => transactionLabel(one, format)).join("; ");
  if (singles.length > 1) {
    const what =
      `Each of ${singles.length} uncleared transactions equals the difference exactly: ` +
      labels(singles);
    return { what, them: "one of them" };
  }
  if (singles.length === 1) {
    const what = `One uncleared transaction equals the difference exactly: ${labels(singles)}`;
    return { what, them: "it" };
  }
  const [several] = sets;
  if (several === undefined) return null;
  const what = `${several.length} uncleared transactions together equal the difference exactly: ` +
    labels(several);
  return { what, them: "them" };
}

/** Says in the imperative what would be done. */
export function summaryOf(found: Found, format: MoneyFormat): string {
  return sentenceOf(found, { mark: "Mark", add: "Add", format });
}

/** Says what was done. */
export function doneOf(found: Found, format: MoneyFormat): string {
  return sentenceOf(found, { mark: "Marked", add: "Added", format });
}

function sentenceOf(
  { toMark, difference }: Found,
  { mark, add, format }: {
    readonly mark: string;
    readonly add: string;
    readonly format: MoneyFormat;
  },
): string {
  const correction = `a balance correction of ${moneyWords(difference, format)}`;
  if (toMark.length === 0) return `${add} ${correction}`;
  const marked = `${mark} ${transactionCount(toMark.length)} reconciled`;
  return difference === 0 ? marked : `${marked} and ${add.toLowerCase()} ${correction}`;
}

/** Says what the user should know before confirming, besides what a correction brings. */
export function warningsFor(
  found: Found,
  { correction, format }: { readonly correction: string | null; readonly format: MoneyFormat },
): readonly string[] {
  const uncleared = correction === null ? null : unclearedWords(found, format);
  return [
    ...(uncleared === null ? [] : [
      `${uncleared.what}. If the bank has ${uncleared.them}, decline, and call again with ` +
      `${uncleared.them} in clear_ids instead of this correction`,
    ]),
    ...signWarnings(found),
    ...clearingWarnings(found.toMark),
    ...approvalWarnings(found.toMark),
    ...correction === null ? [] : [correction],
    DATE_STAYS,
  ];
}

function clearingWarnings(transactions: readonly TransactionRecord[]): readonly string[] {
  const count = transactions.filter(({ cleared }) => cleared !== "cleared").length;
  return count === 0 ? [] : [
    "this also marks uncleared transactions as cleared: " +
    `${transactionCount(count)}`,
  ];
}

function approvalWarnings(transactions: readonly TransactionRecord[]): readonly string[] {
  const count = transactions.filter(({ approved }) => !approved).length;
  if (count === 0) return [];
  return [
    count === 1
      ? "one of these transactions is not approved: this also approves it"
      : `${count} of these transactions are not approved: this also approves them`,
  ];
}

/** People read a debt off a statement without its sign. */
function signWarnings(
  { clearedBalance, clearing, difference }: Found,
): readonly string[] {
  if (difference === 0 || difference !== -2 * (clearedBalance + clearing)) return [];
  return [
    "the bank balance equals the cleared balance with the opposite sign: debts are negative " +
    "here",
  ];
}

/** Fields of the answer besides those of every change. */
export function extraOf(
  { clearedBalance, clearing, difference, explanations }: Found,
  format: MoneyFormat,
): Readonly<Record<string, unknown>> {
  return {
    difference,
    // With what the bank is said to have: it and the difference make the bank's balance.
    cleared_balance: clearedBalance + clearing,
    explanations: explanations.map(({ kind, transactions, amount }) => ({
      kind,
      transaction_ids: transactions.map(({ id }) => id),
      amount,
      labels: transactions.map((one) => transactionLabel(one, format)),
    })),
  };
}

/** Writes milliunits. */
export function moneyWords(milliunits: number, format: MoneyFormat): string {
  return writeExactly(fromMilliunits(milliunits), format);
}
