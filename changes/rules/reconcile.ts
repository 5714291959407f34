import { fromMilliunits } from "../../domain/base/money.ts";
import { type MoneyFormat, writeExactly, writeMoney } from "../../domain/base/money_format.ts";
import {
  type AccountRecord,
  type CategoryRecord,
  isCashAccount,
  type TransactionRecord,
} from "../../domain/base/plan_records.ts";
import { isInflowCategory } from "../../domain/base/special_categories.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { BALANCE_CORRECTION } from "../../domain/payees/system_payees.ts";
import { transactionCount, transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { CategoriesAround, Movement } from "../available_now.ts";
import type { Fields, PreviewLine, Step, Stop, Target } from "../change.ts";
import { inRequests, pickFields } from "../fields.ts";
import type { Reconciliation } from "../../domain/reconcile/reconcile.ts";
import { newLines } from "./transactions.ts";

/**
 * The fields that change when a transaction is marked as cleared or reconciled; a reconciled
 * transaction is also approved.
 */
export function marksFor(
  { cleared, approved }: TransactionRecord,
  state: "cleared" | "reconciled",
): Fields {
  if (cleared === "reconciled" || cleared === state) return {};
  return { cleared: state, ...(state === "reconciled" && !approved ? { approved: true } : {}) };
}

/**
 * Creates the steps that mark transactions as reconciled. Each step sends `approved: true`, because
 * otherwise YNAB would store the transactions as cleared instead of reconciled.
 */
export function markingSteps(
  transactions: readonly TransactionRecord[],
  { planId, format }: { readonly planId: string; readonly format: MoneyFormat },
): readonly Step<"updateTransactions">[] {
  return inRequests(transactions).map((part) => {
    const targets = part.map((one): Target => {
      const after = marksFor(one, "reconciled");
      const before = pickFields(one, Object.keys(after));
      return { id: one.id, label: transactionLabel(one, format), before, after };
    });
    const request = (fieldsOf: (one: Target) => Fields | null) => ({
      operation: "updateTransactions" as const,
      args: { planId, transactions: targets.map((one) => ({ id: one.id, ...fieldsOf(one) })) },
    });
    return {
      ...request(({ after }) => ({ ...after, approved: true })),
      targets,
      compensation: request(({ before }) => before),
    };
  });
}

/** Creates the preview's lines; a transaction that the change also approves has a second line. */
export function markingLines(
  transactions: readonly TransactionRecord[],
  format: MoneyFormat,
): readonly PreviewLine[] {
  return transactions.flatMap((transaction) => {
    const { id, amount } = transaction;
    const line = { id, label: transactionLabel(transaction, format), amount };
    const { cleared: before, approved } = transaction;
    // The user named the transactions that aren't cleared yet, so always list them.
    const notable = before === "cleared" ? {} : { isNotable: true };
    const cleared = { ...line, ...notable, field: "cleared", before, after: "reconciled" };
    if (approved) return [cleared];
    return [cleared, { ...line, field: "approved", before: false, after: true, isNotable: true }];
  });
}

export interface CorrectionPlan extends CategoriesAround {
  readonly planId: string;
  readonly account: AccountRecord;
  /** Local day, `YYYY-MM-DD`. YNAB rejects dates after `utcToday`. */
  readonly today: string;
}

export interface Correction {
  /** Milliunits. */
  readonly amount: number;
  readonly movement: Movement;
  readonly step: Step<"createTransaction">;
  readonly preview: readonly PreviewLine[];
  readonly warning: string;
}

/**
 * Creates a correction for a difference, in milliunits: the bank's balance minus the plan's. On a
 * cash account, the correction's category is Inflow. Transactions in credit accounts can't have the
 * Inflow category, and transactions in tracking accounts have no category.
 *
 * @throws {ToolError} `not_found` if the plan has no Inflow category or has several.
 */
export function balanceCorrection(
  difference: number,
  plan: CorrectionPlan,
  id = "new 1",
): Correction {
  const { planId, account, today, utcToday, format } = plan;
  const inflow = isCashAccount(account) ? inflowOf(plan.categories.live) : null;
  const fields = {
    account_id: account.id,
    // On the last evening of a month in the Americas, it is already the next month in UTC.
    date: today < utcToday ? today : utcToday,
    amount: difference,
    payee_name: BALANCE_CORRECTION,
    category_id: inflow?.id ?? null,
    cleared: "reconciled",
    approved: true,
  } as const;
  const label = transactionLabel({ ...fields, account_name: account.name }, format);
  return {
    amount: difference,
    movement: fields,
    step: {
      operation: "createTransaction",
      args: { planId, transactions: [fields] },
      targets: [{ id, label, before: null, after: fields }],
    },
    preview: newLines({ id, label, amount: difference, isNotable: true }, {
      amount: fromMilliunits(difference),
      category: inflow?.name,
    }),
    warning: warningFor(account, writeMoney(fromMilliunits(difference), format)),
  };
}

function inflowOf(categories: readonly CategoryRecord[]): CategoryRecord {
  const [only, ...others] = categories.filter(isInflowCategory);
  if (only !== undefined && others.length === 0) return only;
  const found = only === undefined ? "no such category" : `${others.length + 1} such categories`;
  throw new ToolError(
    "not_found",
    'a correction in a cash account needs the category "Inflow: Ready to Assign", but this plan ' +
      `has ${found}: enter the correction in the YNAB app`,
  );
}

function warningFor(account: AccountRecord, amount: string): string {
  if (isCashAccount(account)) return `the correction changes Ready to Assign by ${amount}`;
  return account.on_budget
    ? "the correction has no category, and on a credit account it needs one"
    : "the correction has no category, because transactions in tracking accounts have none";
}

export const DATE_STAYS = "YNAB's API doesn't update the date of the last reconciliation";

/** Ends a call that found a difference but isn't allowed to correct it. */
export function differenceStop(found: Reconciliation, format: MoneyFormat): Stop {
  const { difference, clearing, explanations } = found;
  const amount = moneyWords(Math.abs(difference), format);
  const counted = clearing === 0 ? "" : " and the ones in clear_ids";
  const correction = `a correction of ${moneyWords(difference, format)}`;
  const uncleared = unclearedWords(found, format);
  const advice = uncleared !== null
    ? `${uncleared.what}. If the bank shows ${uncleared.them} as cleared, call again with ` +
      `${uncleared.them} in clear_ids. If not, check the other explanations; ${correction} ` +
      "(adjust: true) is the last resort"
    : explanations.length === 0
    ? "No transaction or small group of transactions in this account explains the difference: " +
      "enter missing transactions, fix incorrect ones and call again, or call with adjust: true " +
      `to add ${correction}`
    : "Check the explanations, starting with the first, which is the most likely. Then fix what " +
      `is wrong and call again, or call with adjust: true to add ${correction}`;
  return {
    status: "difference_found",
    message: `The bank balance is ${amount} ${difference > 0 ? "above" : "below"} the total of ` +
      `the cleared transactions${counted}. Nothing was written. ${advice}`,
    warnings: signWarnings(found),
    extra: extraOf(found, format),
  };
}

/**
 * Describes uncleared transactions that explain the difference. If one or more transactions each
 * account for the whole difference on their own, describes only those transactions.
 */
function unclearedWords(
  { explanations }: Reconciliation,
  format: MoneyFormat,
): { readonly what: string; readonly them: string } | null {
  const sets = explanations.flatMap(({ kind, transactions }) =>
    kind === "uncleared" ? [transactions] : []
  );
  const singles = sets.flatMap((some) => some.length === 1 ? some : []);
  const [several = []] = sets;
  const named = singles.length > 0 ? singles : several;
  const count = named.length;
  if (count === 0) return null;
  const [who, them] = singles.length === 0
    ? [`${count} uncleared transactions together equal`, "them"]
    : count > 1
    ? [`${count} uncleared transactions each equal`, "one of them"]
    : ["One uncleared transaction equals", "it"];
  const labels = named.map((one) => transactionLabel(one, format)).join("; ");
  return { what: `${who} the difference exactly: ${labels}`, them };
}

export function reconcileSentence(
  { toMark, difference }: Reconciliation,
  isDone: boolean,
  format: MoneyFormat,
): string {
  const [mark, add] = isDone ? ["Marked", "Added"] : ["Mark", "Add"];
  const correction = `a balance correction of ${moneyWords(difference, format)}`;
  if (toMark.length === 0) return `${add} ${correction}`;
  const marked = `${mark} ${transactionCount(toMark.length)} reconciled`;
  return difference === 0 ? marked : `${marked} and ${add.toLowerCase()} ${correction}`;
}

export function warningsFor(
  found: Reconciliation,
  { correction, format }: { readonly correction: string | null; readonly format: MoneyFormat },
): readonly string[] {
  const uncleared = correction === null ? null : unclearedWords(found, format);
  const clearing = found.toMark.filter(({ cleared }) => cleared !== "cleared").length;
  return [
    ...(uncleared === null ? [] : [
      `${uncleared.what}. If the bank shows ${uncleared.them} as cleared, decline this change ` +
      `and call again with ${uncleared.them} in clear_ids instead of adding a correction`,
    ]),
    ...signWarnings(found),
    ...(clearing === 0
      ? []
      : [`this also reconciles ${transactionCount(clearing)} not yet marked as cleared`]),
    ...approvalWarnings(found.toMark),
    ...correction === null ? [] : [correction],
    DATE_STAYS,
  ];
}

export function approvalWarnings(transactions: readonly TransactionRecord[]): readonly string[] {
  const count = transactions.filter(({ approved }) => !approved).length;
  if (count === 0) return [];
  return [
    count === 1
      ? "one of these transactions is not approved: reconciling also approves it"
      : `${count} of these transactions are not approved: reconciling also approves them`,
  ];
}

/** People often copy a debt from a statement without the minus sign. */
function signWarnings(
  { clearedBalance, clearing, difference }: Reconciliation,
): readonly string[] {
  const cleared = clearedBalance + clearing;
  const bank = cleared + difference;
  const apart = Math.abs(bank + cleared);
  if (Math.sign(bank) * Math.sign(cleared) !== -1 || apart > Math.abs(bank) / 10) return [];
  return [
    `the bank balance ${apart === 0 ? "equals" : "is close to"} the cleared balance with the ` +
    "opposite sign: debts are negative here",
  ];
}

/** Returns the answer fields that only a reconciliation has. */
export function extraOf(
  { clearedBalance, clearing, difference, explanations }: Reconciliation,
  format: MoneyFormat,
): Readonly<Record<string, unknown>> {
  return {
    difference,
    // The plan's balance, not the bank's; the bank's is this balance plus the difference.
    cleared_balance: clearedBalance + clearing,
    explanations: explanations.map(({ kind, transactions, amount }) => ({
      kind,
      transaction_ids: transactions.map(({ id }) => id),
      amount,
      labels: transactions.map((one) => transactionLabel(one, format)),
    })),
  };
}

export function moneyWords(milliunits: number, format: MoneyFormat): string {
  return writeExactly(fromMilliunits(milliunits), format);
}
