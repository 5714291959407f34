import type { MoneyFormat } from "../../domain/base/money_format.ts";
import {
  type AccountRecord,
  type CategoryRecord,
  liveLines,
  type SplitLineRecord,
  type TransactionRecord,
} from "../../domain/base/plan_records.ts";
import { isInflowCategory } from "../../domain/base/special_categories.ts";
import type { Refusals } from "../../domain/base/tool_error.ts";
import { isReservedPayee, isTransferName } from "../../domain/payees/system_payees.ts";
import { payeeWords, transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { Known } from "../../domain/references/find_record.ts";
import { isUuid } from "../../domain/references/resolve_reference.ts";
import type { Reads } from "../../sync/plan/local_copy.ts";
import type { CategoriesAround } from "../available_now.ts";
import type { Fields, FieldValue, PreviewLine, Target } from "../change.ts";
import { earliestDay, pickFields } from "../fields.ts";
import type { KnownCategories } from "./categories.ts";
import type { KnownAccounts } from "./references.ts";

export const NEW_PAYEE_STAYS = "any new payee stays in the payee list, even if you undo this";

const CREDIT_TYPES: readonly string[] = ["creditCard", "lineOfCredit"];

export function whyNoDate(
  date: string,
  utcToday: string,
  alternative: string = "use create_scheduled_transaction if available, or the YNAB app",
): string | null {
  if (date > utcToday) {
    return `${date} is in the future (it is ${utcToday} in YNAB, which uses UTC): use ` +
      `${utcToday} or earlier, or ${alternative}`;
  }
  const earliest = earliestDay(utcToday);
  if (date >= earliest) return null;
  return `${date} is over 5 years ago: the earliest date that YNAB accepts is ${earliest}`;
}

/**
 * Matches a shortened id in the form shown in answers. Excludes text that consists only of digits
 * or only of letters, because such text could be a name.
 */
const SHORT_ID = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{8}$/u;

export function whyNoPayee(
  name: string,
  transferAdvice = "use create_transfer if available, or the YNAB app",
): string | null {
  const isId = isUuid(name.trim().toLowerCase()) || SHORT_ID.test(name.trim());
  if (isId) return "pass the payee's name here, not its id";
  if (isReservedPayee(name)) return "YNAB reserves this payee name: choose another";
  return isTransferName(name) ? `a payee name doesn't create a transfer: ${transferAdvice}` : null;
}

/** Explains why a new transaction in an account can't have a category. */
export function whyNotOnAccount(
  category: CategoryRecord,
  account: Pick<AccountRecord, "on_budget" | "type">,
): string | null {
  if (!account.on_budget) {
    return "transactions in a tracking account can't have a category: omit category_id";
  }
  return isInflowCategory(category) && CREDIT_TYPES.includes(account.type)
    ? "a credit account can't receive income: for a refund or credit, choose a spending category"
    : null;
}

export interface KnownTransaction extends TransactionRecord {
  readonly transfer_transaction_id?: string | null;
  readonly subtransactions: readonly KnownLine[];
}

export interface KnownLine extends SplitLineRecord {
  readonly payee_id?: string | null;
  readonly transfer_transaction_id?: string | null;
}

const FIELDS: readonly string[] = [
  "account_id",
  "account_name",
  "date",
  "amount",
  "payee_id",
  "payee_name",
  "transfer_account_id",
  "category_id",
  "memo",
  "cleared",
  "approved",
];

/** A transaction's own fields. If there is no flag, YNAB returns an empty string. */
export function transactionFields(one: KnownTransaction): Fields {
  return { ...pickFields(one, FIELDS), flag_color: one.flag_color || null };
}

/** Finds the other sides of all transfers in a transaction, including those in its split lines. */
export function otherSides(
  transaction: KnownTransaction,
  byId: ReadonlyMap<string, KnownTransaction>,
): readonly KnownTransaction[] {
  return [transaction, ...liveLines(transaction) as readonly KnownLine[]].flatMap(
    ({ transfer_transaction_id: id }) => byId.get(id ?? "") ?? [],
  );
}

/** Finds the split transaction that has the other side of this transfer as one of its lines. */
export function splitBehind(
  { id, transfer_account_id: account }: KnownTransaction,
  transactions: readonly KnownTransaction[],
): KnownTransaction | null {
  if ((account ?? null) === null) return null;
  return transactions.find((one) =>
    one.account_id === account &&
    (liveLines(one) as readonly KnownLine[]).some((line) => line.transfer_transaction_id === id)
  ) ?? null;
}

/** If money enters or leaves the budget, a category is required. */
export function refuseTransferCategory(
  { isAsked, from, to, category }: {
    readonly isAsked: boolean;
    readonly from: AccountRecord;
    readonly to: AccountRecord;
    readonly category: CategoryRecord | null;
  },
  refusals: Refusals,
): void {
  const own = from.on_budget ? from : to;
  if (from.on_budget === to.on_budget) {
    if (!isAsked) return;
    const which = own.on_budget ? "budget" : "tracking";
    const why = `a transfer between ${which} accounts can't have a category: omit category_id`;
    refusals.add("category_id", why);
  } else if (!isAsked) {
    refusals.add("category_id", "a transfer to or from a tracking account needs a category");
  } else {
    refusals.add("category_id", category === null ? null : whyNotOnAccount(category, own));
  }
}

/** The preview of a new record: a line for each field that has a value in `fields`. */
export function newLines(
  record: Pick<PreviewLine, "id" | "label" | "amount" | "isNotable">,
  fields: Readonly<Record<string, FieldValue | undefined>>,
  ownText: readonly string[] = ["payee", "memo"],
): readonly PreviewLine[] {
  return Object.entries(fields).flatMap(([field, after]) =>
    after === undefined ? [] : [{
      ...record,
      field,
      before: null,
      after,
      isNew: true,
      ...(ownText.includes(field) ? { isOwnText: true } : {}),
    }]
  );
}

/** Returns a payee's full name if its label is shortened or cleaned up; otherwise `undefined`. */
export function longPayee(
  name: string | null | undefined,
  plain: string | undefined = name?.trim(),
): string | undefined {
  return name && payeeWords({ payee_name: name }) !== plain ? name : undefined;
}

/**
 * Returns the side of a transfer that YNAB creates by itself when it receives the opposite side.
 */
export function newSide(
  id: string,
  { account, from, date, amount }: Pick<TransactionRecord, "date" | "amount"> & {
    readonly account: Pick<AccountRecord, "id" | "name">;
    /** The name of the transfer's other account; the new transaction is in `account`. */
    readonly from: string;
  },
  format: MoneyFormat,
): Target {
  const named = { date, amount, payee_name: `Transfer : ${from}`, account_name: account.name };
  return {
    id,
    label: transactionLabel(named, format),
    before: null,
    after: { account_id: account.id, date, amount },
    isFollower: true,
  };
}

/** The accounts and categories that a change refers to. */
export interface AccountPlan extends CategoriesAround {
  readonly planId: string;
  readonly accounts: KnownAccounts;
  readonly categories: KnownCategories & CategoriesAround["categories"];
}

export interface TransactionPlan extends AccountPlan {
  readonly transactions: Known<KnownTransaction>;
}

export interface PlanReads<Id extends keyof Reads = never> {
  readonly fresh: Pick<Reads, "getAccounts" | "getCategories" | Id>;
  readonly moneyFormat: (planId: string) => MoneyFormat;
  readonly utcToday: string;
}

export async function readAccountPlan(
  planId: string,
  { fresh, moneyFormat, utcToday }: PlanReads,
): Promise<AccountPlan> {
  const readCategories = (): ReturnType<Reads["getCategories"]> => fresh.getCategories({ planId });
  const [accounts, categories] = await Promise.all([
    fresh.getAccounts({ planId }),
    readCategories(),
  ]);
  return { planId, accounts, categories, readCategories, utcToday, format: moneyFormat(planId) };
}

export async function readTransactionPlan(
  planId: string,
  reads: PlanReads<"getTransactions">,
): Promise<TransactionPlan> {
  const [plan, transactions] = await Promise.all([
    readAccountPlan(planId, reads),
    reads.fresh.getTransactions({ planId }),
  ]);
  return { ...plan, transactions };
}
