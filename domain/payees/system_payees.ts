import { foldName } from "../base/fold_text.ts";

export const MAX_PAYEE_NAME_LENGTH = 200;

/** Payee of an account's first transaction. */
export const STARTING_BALANCE = "Starting Balance";

const RESERVED: readonly string[] = [
  STARTING_BALANCE,
  "Manual Balance Adjustment",
  "Reconciliation Balance Adjustment",
];

/** Payee of the adjustment that `reconcile_account` creates. */
export const BALANCE_CORRECTION = "Balance correction";

/**
 * Keys (see `payeeKeyOf`) of payees whose transactions are neither income nor spending. The keys
 * are constants, because normalizing the names would slow down startup.
 */
export const SYSTEM_PAYEE_KEYS: ReadonlySet<string> = new Set(
  [...RESERVED, BALANCE_CORRECTION].map(foldName),
);

const reservedNames: ReadonlySet<string> = new Set(RESERVED.map(foldName));

export function isReservedPayee(name: string): boolean {
  return reservedNames.has(foldedName(name));
}

/** Whether a name has the form that YNAB gives transfer payees. */
export function isTransferName(name: string): boolean {
  return /^transfer ?:/u.test(foldedName(name));
}

function foldedName(name: string): string {
  return foldName(name).replace(/\s+/gu, " ");
}
