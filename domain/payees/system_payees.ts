import { foldName } from "../base/fold_text.ts";

export const MAX_PAYEE_NAME_LENGTH = 200;

/** Payee of the transaction that sets an account's starting balance. */
export const STARTING_BALANCE = "Starting Balance";

const RESERVED: readonly string[] = [
  STARTING_BALANCE,
  "Manual Balance Adjustment",
  "Reconciliation Balance Adjustment",
];

/** Payee of the adjustment that `reconcile_account` creates. */
export const BALANCE_CORRECTION = "Balance correction";

/**
 * Keys (see `payeeKeyOf`) of payees whose transactions are neither income nor spending. Folding the
 * names yields the same keys as normalizing them, but doesn't slow down startup.
 */
export const SYSTEM_PAYEE_KEYS: ReadonlySet<string> = new Set(
  [...RESERVED, BALANCE_CORRECTION].map(foldName),
);

const reservedNames: ReadonlySet<string> = new Set(RESERVED.map(foldName));

export function isReservedPayee(name: string): boolean {
  return reservedNames.has(foldedName(name));
}

/** Whether a name has the form of YNAB's transfer payees, such as `Transfer : Checking`. */
export function isTransferName(name: string): boolean {
  return /^transfer ?:/u.test(foldedName(name));
}

function foldedName(name: string): string {
  return foldName(name).replace(/\s+/gu, " ");
}
