import { compareTexts, foldName } from "../base/fold_text.ts";
import { sumOf } from "../base/money.ts";
import { firstOfMonth } from "../base/month.ts";
import {
  type AccountRecord,
  type CategoryRecord,
  isCashAccount,
  liveLines,
  type MonthRecord,
  type SplitLineRecord,
  type TransactionRecord,
} from "../base/plan_records.ts";
import {
  isCardPaymentCategory,
  isInflowCategory,
  isInternalCategory,
  isUncategorizedCategory,
} from "../base/special_categories.ts";
import { STARTING_BALANCE, SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import { countedTransactions, type Transactions } from "../transactions/transaction_chunks.ts";

/** `cards` includes on-budget lines of credit. `loans` and `assets` are tracking accounts. */
export type AccountKind = "cash" | "cards" | "loans" | "assets";

export const ACCOUNT_KINDS: readonly AccountKind[] = ["cash", "cards", "loans", "assets"];

/** How a line affects net worth. A transfer affects net worth only if its other side is missing. */
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
  /** `null` if there is no category, or only YNAB's internal Uncategorized category. */
  readonly categoryId: string | null;
  /** For a deleted category, the name it had when the transaction was last read. */
  readonly categoryName: string | null;
  /** For a transfer between the budget and a tracking account, the kind of tracking account. */
  readonly trackedKind: "loans" | "assets" | null;
  readonly trackedId: string | null;
  readonly transaction: TransactionRecord;
}

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

export function isInBudget(kind: AccountKind): boolean {
  return kind === "cash" || kind === "cards";
}

export function accountKindOf(account: Pick<AccountRecord, "on_budget" | "type">): AccountKind {
  if (account.on_budget) return isCashAccount(account) ? "cash" : "cards";
  return ASSET_TYPES.has(account.type) ? "assets" : "loans";
}

/** Types of loan transactions that cost money without reducing the amount owed. */
const LOAN_COSTS: ReadonlySet<string> = new Set(["interest", "fee", "escrow"]);

const STARTING_BALANCE_KEY = foldName(STARTING_BALANCE);

export function moneyLines(
  transactions: Transactions,
  { accounts, categories }: LineRecords,
): readonly MoneyLine[] {
  const kinds = new Map(accounts.map((account) => [account.id, accountKindOf(account)]));
  const inflow = new Set(categories.filter(isInflowCategory).map(({ id }) => id));
  const uncategorized = new Set(categories.filter(isUncategorizedCategory).map(({ id }) => id));
  return countedTransactions(transactions).flatMap((transaction) => {
    const accountKind = kinds.get(transaction.account_id);
    if (accountKind === undefined) return [];
    return partsOf(transaction).map((part): MoneyLine => {
      const isIncome = inflow.has(part.category_id ?? "");
      const kind = lineKindOf(part, { transaction, accountKind, isIncome });
      const tracked = kinds.get(part.transfer_account_id ?? "");
      const isTracked = kind === "transfer" && isInBudget(accountKind) && !isIncome;
      const trackedKind = isTracked && (tracked === "loans" || tracked === "assets")
        ? tracked
        : null;
      return {
        kind,
        amount: part.amount,
        accountKind,
        categoryId: uncategorized.has(part.category_id ?? "") ? null : part.category_id ?? null,
        categoryName: part.category_name ?? null,
        trackedKind,
        trackedId: trackedKind === null ? null : part.transfer_account_id ?? null,
        transaction,
      };
    });
  });
}

export type Part = Pick<SplitLineRecord, "amount"> & Partial<SplitLineRecord>;

/** Returns a transaction's split lines, and the rest of its amount as a line without a category. */
export function partsOf(transaction: TransactionRecord): readonly Part[] {
  const lines = liveLines(transaction);
  if (lines.length === 0) return [transaction];
  const rest = lines.reduce((left, { amount }) => left - amount, transaction.amount);
  return rest === 0 ? lines : [...lines, { amount: rest }];
}

export function lineKindOf(
  part: Part,
  { transaction, accountKind, isIncome }: Pick<MoneyLine, "transaction" | "accountKind"> & {
    readonly isIncome: boolean;
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
  return isIncome ? "income" : "spending";
}

export interface CardLine {
  readonly cardId: string;
  readonly month: string;
  readonly amount: number;
  /**
   * The part of the amount that changes the card's debt. The rest of the amount changes the card's
   * positive balance, which YNAB treats as cash (YNAB's help, article 728).
   */
  readonly credit: number;
  /** Whether `credit` depends on the order of the day's transactions, which is unknown. */
  readonly isUnordered: boolean;
  readonly use: "spending" | "transfer" | "inflow" | "starting_balance";
  readonly categoryId: string | null;
}

export interface CardRecords {
  readonly accounts: readonly AccountRecord[];
  readonly transactions: Transactions;
  readonly current: MonthRecord;
}

export function cardLines({ accounts, transactions, current }: CardRecords): readonly CardLine[] {
  const onBudget = new Set(accounts.filter((one) => one.on_budget).map(({ id }) => id));
  const cards = new Set(
    accounts.filter((one) => accountKindOf(one) === "cards").map(({ id }) => id),
  );
  const isNamed = new Map(current.categories.map((one) => [one.id, one]));
  const uncategorized = current.categories.find(isUncategorizedCategory)?.id ?? null;
  const balances = new Map(accounts.map(({ id, balance }) => [id, balance]));
  const counted = countedTransactions(transactions).filter((one) => cards.has(one.account_id));
  for (const { account_id: id, amount } of counted) {
    balances.set(id, (balances.get(id) ?? 0) - amount);
  }
  const ordered = counted.toSorted((a, b) => compareTexts(a.date, b.date) || a.amount - b.amount);
  const dayOf = (one: TransactionRecord): string => `${one.account_id} ${one.date}`;
  const received = new Map<string, number>();
  for (const one of ordered) {
    const sum = sumOf(partsOf(one).map(({ amount }) => Math.max(0, amount)));
    received.set(dayOf(one), (received.get(dayOf(one)) ?? 0) + sum);
  }
  const unordered = new Map<string, boolean>();
  return ordered.flatMap((transaction) => {
    const isOpening = transaction.amount < 0 &&
      foldName(transaction.payee_name ?? "") === STARTING_BALANCE_KEY;
    const day = dayOf(transaction);
    const highest = (balances.get(transaction.account_id) ?? 0) + (received.get(day) ?? 0);
    // The first transaction of a day starts from the previous day's balance.
    const isUnordered = unordered.get(day) ?? highest > 0;
    unordered.set(day, isUnordered);
    return partsOf(transaction).map((part): CardLine => {
      const before = balances.get(transaction.account_id) ?? 0;
      const after = before + part.amount;
      balances.set(transaction.account_id, after);
      const category = isNamed.get(part.category_id ?? "");
      const use = isOpening
        ? "starting_balance"
        : onBudget.has(part.transfer_account_id ?? "")
        ? "transfer"
        : category !== undefined && isInflowCategory(category)
        ? "inflow"
        : "spending";
      const isOrdinary = category !== undefined && !isInternalCategory(category) &&
        !isCardPaymentCategory(category);
      return {
        cardId: transaction.account_id,
        month: firstOfMonth(transaction.date),
        amount: part.amount,
        credit: Math.min(0, after) - Math.min(0, before),
        isUnordered,
        use,
        // Transactions in a deleted category keep the id of that category.
        categoryId: isOrdinary || category === undefined && part.category_id
          ? part.category_id ?? null
          : uncategorized,
      };
    });
  });
}
