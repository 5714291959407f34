import { foldName } from "../base/fold_text.ts";
import {
  type AccountRecord,
  type CategoryRecord,
  isCashAccount,
  liveLines,
  type SplitLineRecord,
  type TransactionRecord,
} from "../base/plan_records.ts";
import { isInflowCategory } from "../base/special_categories.ts";
import { STARTING_BALANCE, SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import { countedTransactions } from "../transactions/matched_pairs.ts";

/** `cards` includes lines of credit on budget. `loans` and `assets` are tracking accounts. */
export type AccountKind = "cash" | "cards" | "loans" | "assets";

/** All kinds of accounts, in the order of answers. */
export const ACCOUNT_KINDS: readonly AccountKind[] = ["cash", "cards", "loans", "assets"];

/** How a line affects net worth. A transfer affects it only if its other side is missing. */
export type LineKind =
  | "income"
  | "spending"
  | "loan_cost"
  | "gain"
  | "opened"
  | "correction"
  | "transfer";

/** A transaction without split lines, or one line of a split. */
export interface MoneyLine {
  readonly kind: LineKind;
  /** Milliunits; negative for outflows. */
  readonly amount: number;
  readonly accountKind: AccountKind;
  readonly categoryId: string | null;
  /** Kind of the tracking account in a transfer from or to the budget. */
  readonly trackedKind: "loans" | "assets" | null;
  readonly trackedId: string | null;
  readonly transaction: TransactionRecord;
}

/** Records needed to classify lines. */
export interface LineRecords {
  readonly accounts: readonly AccountRecord[];
  readonly categories: readonly CategoryRecord[];
}

const ASSET_TYPES: ReadonlySet<string> = new Set([
  "otherAsset",
  "investmentAccount",
  "checking",
  "savings",
  "cash",
]);

export function accountKindOf(account: Pick<AccountRecord, "on_budget" | "type">): AccountKind {
  if (account.on_budget) return isCashAccount(account) ? "cash" : "cards";
  return ASSET_TYPES.has(account.type) ? "assets" : "loans";
}

/** Types of loan transactions that cost money without reducing the amount owed. */
const LOAN_COSTS: ReadonlySet<string> = new Set(["interest", "fee", "escrow"]);

const STARTING_BALANCE_KEY = foldName(STARTING_BALANCE);

/** Lists the lines of all counted transactions in known accounts. */
export function moneyLines(
  transactions: readonly TransactionRecord[],
  { accounts, categories }: LineRecords,
): readonly MoneyLine[] {
  const kinds = new Map(accounts.map((account) => [account.id, accountKindOf(account)]));
  const inflow = new Set(categories.filter(isInflowCategory).map(({ id }) => id));
  const isIncome = (id: string | null | undefined): boolean => inflow.has(id ?? "");
  return countedTransactions(transactions).flatMap((transaction) => {
    const accountKind = kinds.get(transaction.account_id);
    if (accountKind === undefined) return [];
    return partsOf(transaction).map((part): MoneyLine => {
      const kind = lineKindOf(part, { transaction, accountKind, isIncome });
      const tracked = kinds.get(part.transfer_account_id ?? "");
      const isTracked = kind === "transfer" &&
        (accountKind === "cash" || accountKind === "cards") &&
        !isIncome(part.category_id);
      const trackedKind = isTracked && (tracked === "loans" || tracked === "assets")
        ? tracked
        : null;
      return {
        kind,
        amount: part.amount,
        accountKind,
        categoryId: part.category_id ?? null,
        trackedKind,
        trackedId: trackedKind === null ? null : part.transfer_account_id ?? null,
        transaction,
      };
    });
  });
}

/** A transaction without split lines, or one of its lines. */
export type Part = Pick<SplitLineRecord, "amount"> & Partial<SplitLineRecord>;

/** Split lines, and the rest of their transaction as a line without a category. */
export function partsOf(transaction: TransactionRecord): readonly Part[] {
  const lines = liveLines(transaction);
  if (lines.length === 0) return [transaction];
  const rest = lines.reduce((left, { amount }) => left - amount, transaction.amount);
  return rest === 0 ? lines : [...lines, { amount: rest }];
}

export function lineKindOf(
  part: Part,
  { transaction, accountKind, isIncome }: {
    readonly transaction: TransactionRecord;
    readonly accountKind: AccountKind;
    readonly isIncome: (categoryId: string | null | undefined) => boolean;
  },
): LineKind {
  const payee = foldName(transaction.payee_name ?? "");
  if (payee === STARTING_BALANCE_KEY) return "opened";
  if (part.transfer_account_id) return "transfer";
  if (accountKind === "assets") return "gain";
  if (accountKind === "loans") {
    return LOAN_COSTS.has(transaction.debt_transaction_type ?? "") ? "loan_cost" : "correction";
  }
  if (SYSTEM_PAYEE_KEYS.has(payee)) return "correction";
  return isIncome(part.category_id) ? "income" : "spending";
}
