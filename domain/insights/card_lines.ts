import { compareTexts, foldName } from "../base/fold_text.ts";
import { firstOfMonth } from "../base/month.ts";
import { sumOf } from "../base/money.ts";
import {
  type AccountRecord,
  isCashAccount,
  type MonthRecord,
  type TransactionRecord,
} from "../base/plan_records.ts";
import {
  isCardPaymentCategory,
  isInflowCategory,
  isInternalCategory,
  isUncategorizedCategory,
} from "../base/special_categories.ts";
import { STARTING_BALANCE } from "../payees/system_payees.ts";
import { countedTransactions } from "../transactions/matched_pairs.ts";
import { partsOf } from "./money_lines.ts";

/** A part of a transaction on a card. */
export interface CardLine {
  readonly cardId: string;
  /** `YYYY-MM-01`. */
  readonly month: string;
  readonly amount: number;
  /**
   * The part that changes the amount owed. The rest changes a positive balance, which YNAB treats
   * as cash (YNAB's help, article 728).
   */
  readonly credit: number;
  /** Whether the credit part depends on the order of the day's transactions, which is unknown. */
  readonly isUnordered: boolean;
  readonly use: "spending" | "transfer" | "inflow" | "starting_balance";
  readonly categoryId: string | null;
}

/** Lists the lines of all cards, oldest first. */
export function cardLines(
  transactions: readonly TransactionRecord[],
  { accounts, current }: {
    readonly accounts: readonly AccountRecord[];
    readonly current: MonthRecord;
  },
): readonly CardLine[] {
  const onBudget = new Set(accounts.filter((one) => one.on_budget).map(({ id }) => id));
  const cards = new Set(
    accounts.filter((one) => one.on_budget && !isCashAccount(one)).map(({ id }) => id),
  );
  const isNamed = new Map(current.categories.map((one) => [one.id, one]));
  const uncategorized = current.categories.find(isUncategorizedCategory)?.id ?? null;
  const startingBalance = foldName(STARTING_BALANCE);
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
      foldName(transaction.payee_name ?? "") === startingBalance;
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
        // Transactions of a deleted category keep its id.
        categoryId: isOrdinary || category === undefined && part.category_id
          ? part.category_id ?? null
          : uncategorized,
      };
    });
  });
}
