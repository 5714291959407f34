/** Group that holds the inflow category and "Uncategorized". */
export const INTERNAL_GROUP = "Internal Master Category";

/** Group that holds one category per credit card. */
export const CARD_GROUP = "Credit Card Payments";

/** Category of money that waits to be assigned. */
export const INFLOW_CATEGORY = "Inflow: Ready to Assign";

/** Category that stands for having none. */
export const UNCATEGORIZED_CATEGORY = "Uncategorized";

/** Category name of a split. */
export const SPLIT_CATEGORY = "Split";

/** Category id of every split; no category list has it. */
export const SPLIT_CATEGORY_ID = "5d0f2a52-6d2c-4b1e-9c38-9f0a7c1e5b11";

/** Payee of an account's first row. */
export const STARTING_BALANCE = "Starting Balance";

const RESERVED_PAYEES: ReadonlySet<string> = new Set([
  "starting balance",
  "manual balance adjustment",
  "reconciliation balance adjustment",
]);

/** Tells whether a payee name is upstream's own, in any case. */
export function isReservedPayeeName(name: string): boolean {
  return RESERVED_PAYEES.has(name.trim().toLowerCase());
}

/** Names the payee that stands for transfers to an account. */
export function transferPayeeName(accountName: string): string {
  return `Transfer : ${accountName}`;
}
