import { liveLines, type SplitLineRecord } from "../domain/base/plan_records.ts";
import { isInflowCategory } from "../domain/base/special_categories.ts";
import { foldName } from "../domain/base/fold_text.ts";
import { STARTING_BALANCE, SYSTEM_PAYEE_KEYS } from "../domain/payees/system_payees.ts";
import { countedTransactions } from "../domain/transactions/matched_pairs.ts";
import { accountKindOf } from "../domain/insights/money_lines.ts";
import type { Account } from "../client/wire/account.ts";
import type { Category, CategoryGroup } from "../client/wire/category.ts";
import type { Payee } from "../client/wire/payee.ts";
import type { PlanSummary } from "../client/wire/plan.ts";
import type { MonthDetail } from "../client/wire/plan_month.ts";
import type { ScheduledTransaction } from "../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../client/wire/transaction.ts";

/** All records of a plan; nothing that is deleted. */
export interface ExportedPlan {
  readonly plan: PlanSummary;
  readonly accounts: readonly Account[];
  readonly groups: readonly CategoryGroup[];
  readonly categories: readonly Category[];
  readonly payees: readonly Payee[];
  /** Oldest first; empty if months are left out. */
  readonly months: readonly MonthDetail[];
  readonly transactions: readonly Transaction[];
  readonly scheduled: readonly ScheduledTransaction[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** One file of an export. */
export interface ExportedFile {
  readonly name: string;
  readonly text: string;
}

/** Where the money of a posting comes from or goes. */
export type PostingKind =
  | "asset"
  | "liability"
  | "income"
  | "expense"
  | "opening"
  | "adjustment"
  | "gain"
  | "transfer";

/** One side of a booked transaction; milliunits. */
export interface Posting {
  readonly kind: PostingKind;
  /** Account, or group and category. */
  readonly names: readonly string[];
  readonly amount: number;
  readonly memo: string;
}

/** A transaction in double entry: its postings add up to zero. */
export interface Booking {
  readonly id: string;
  readonly date: string;
  readonly payee: string;
  readonly memo: string;
  readonly isCleared: boolean;
  readonly postings: readonly Posting[];
}

/** Books every transaction once, oldest first; the two sides of a transfer are one booking. */
export function bookingsOf(plan: ExportedPlan): readonly Booking[] {
  const accounts = new Map(plan.accounts.map((account) => [account.id, account]));
  const categories = new Map(plan.categories.map((category) => [category.id, category]));
  const transactions = countedTransactions(plan.transactions);
  const ordered = transactions.toSorted((a, b) =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : 1
  );
  const mirrored = mirroredIds(ordered);
  return ordered.filter(({ id }) => !mirrored.has(id)).map((transaction): Booking => {
    const { id, date, memo, cleared, amount, account_id: accountId } = transaction;
    const other = (part: Part): Posting =>
      otherSide(part, { transaction, account: accounts.get(accountId), accounts, categories });
    return {
      id,
      date,
      payee: transaction.payee_name ?? "",
      memo: memo ?? "",
      isCleared: cleared !== "uncleared",
      postings: [
        accountPosting(accounts.get(accountId), amount),
        ...partsOf(transaction).map(other),
      ],
    };
  });
}

/** The posting of an account, of closed and tracking ones too. */
export function accountPosting(account: Account | undefined, amount: number): Posting {
  if (account === undefined) return { kind: "transfer", names: [], amount, memo: "" };
  const kind = accountKindOf(account);
  const isOwed = kind === "cards" || kind === "loans";
  return { kind: isOwed ? "liability" : "asset", names: [account.name], amount, memo: "" };
}

type Part =
  & Pick<SplitLineRecord, "amount">
  & Partial<Pick<SplitLineRecord, "memo" | "category_id" | "transfer_account_id">>;

/** Split lines, and what they leave of their transaction. */
function partsOf(transaction: Transaction): readonly Part[] {
  const lines = liveLines(transaction);
  if (lines.length === 0) return [{ ...transaction, memo: null }];
  const rest = lines.reduce((left, { amount }) => left - amount, transaction.amount);
  return rest === 0 ? lines : [...lines, { amount: rest }];
}

/** Transactions that are the other side of one that is booked. */
function mirroredIds(transactions: readonly Transaction[]): ReadonlySet<string> {
  const byId = new Map(transactions.map((one) => [one.id, one]));
  const mirrored = new Set<string>();
  for (const transaction of transactions) {
    for (const line of liveLines(transaction) as Transaction["subtransactions"]) {
      // A split line names the transaction on the other side.
      if (line.transfer_transaction_id && byId.has(line.transfer_transaction_id)) {
        mirrored.add(line.transfer_transaction_id);
      }
    }
    const other = byId.get(transaction.transfer_transaction_id ?? "");
    if (other === undefined || other.transfer_transaction_id !== transaction.id) continue;
    // The side that pays is booked; of two that pay nothing, the first.
    const isMirror = transaction.amount > other.amount ||
      (transaction.amount === other.amount && transaction.id > other.id);
    if (isMirror && liveLines(other).length === 0) mirrored.add(transaction.id);
  }
  return mirrored;
}

function otherSide(
  part: Part,
  { transaction, account, accounts, categories }: {
    readonly transaction: Transaction;
    readonly account: Account | undefined;
    readonly accounts: ReadonlyMap<string, Account>;
    readonly categories: ReadonlyMap<string, Category>;
  },
): Posting {
  const amount = 0 - part.amount;
  const memo = part.memo ?? "";
  if (part.transfer_account_id) {
    return { ...accountPosting(accounts.get(part.transfer_account_id), amount), memo };
  }
  const payee = foldName(transaction.payee_name ?? "");
  if (payee === foldName(STARTING_BALANCE)) return { kind: "opening", names: [], amount, memo };
  if (SYSTEM_PAYEE_KEYS.has(payee)) return { kind: "adjustment", names: [], amount, memo };
  if (account?.on_budget === false) return { kind: "gain", names: [account.name], amount, memo };
  const category = categories.get(part.category_id ?? "");
  if (category !== undefined && isInflowCategory(category)) {
    return { kind: "income", names: [transaction.payee_name ?? ""], amount, memo };
  }
  const names = category === undefined
    ? ["Uncategorized"]
    : [category.category_group_name ?? "", category.name];
  return { kind: "expense", names, amount, memo };
}
