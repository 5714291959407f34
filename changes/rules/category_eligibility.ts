import {
  type AccountRecord,
  isCashAccount,
  liveLines,
  type TransactionRecord,
} from "../../domain/base/plan_records.ts";

/**
 * Says why a transaction can't be given a category or be split. Upstream would leave such a
 * request out silently, or refuse it late.
 */
export function whyNoCategory(
  transaction: Pick<TransactionRecord, "account_id" | "transfer_account_id" | "subtransactions">,
  accounts: ReadonlyMap<string, AccountRecord>,
): string | null {
  if (liveLines(transaction).length > 0) {
    return "it is split, and the lines of a split can only be changed in YNAB's app";
  }
  if (accounts.get(transaction.account_id)?.on_budget !== true) {
    return "it is on a tracking account, whose transactions take no category";
  }
  const transferTo = transaction.transfer_account_id ?? null;
  // Money that leaves for a tracking account leaves the budget: that needs a category.
  if (transferTo === null || accounts.get(transferTo)?.on_budget === false) return null;
  return "it is a transfer between budget accounts, which takes no category";
}

/** Says why a transaction can't be income, which goes to Ready to Assign. */
export function whyNoIncome(
  { account_id: accountId, amount }: Pick<TransactionRecord, "account_id" | "amount">,
  accounts: ReadonlyMap<string, AccountRecord>,
): string | null {
  if (amount < 0) return "it is money out, and Inflow: Ready to Assign is for money that came in";
  if (amount === 0) {
    return "its amount is zero, and Inflow: Ready to Assign is for money that came in";
  }
  const account = accounts.get(accountId);
  return account !== undefined && isCashAccount(account)
    ? null
    : "its account is no cash account, and Inflow: Ready to Assign is for money on those";
}
