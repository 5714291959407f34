import { foldName } from "../base/fold_text.ts";

/** Payees that YNAB keeps for itself. */
const RESERVED: readonly string[] = [
  "Starting Balance",
  "Manual Balance Adjustment",
  "Reconciliation Balance Adjustment",
];

/** The payee under which `reconcile_account` books what is missing. */
export const BALANCE_CORRECTION = "Balance correction";

/**
 * Keys, as `payeeKeyOf` gives them, of all that is neither income nor spending. Nothing has to be
 * taken off these names, and to find that out would take a start longer than all else here.
 */
export const SYSTEM_PAYEE_KEYS: ReadonlySet<string> = new Set(
  [...RESERVED, BALANCE_CORRECTION].map(foldName),
);

const reservedNames: ReadonlySet<string> = new Set(RESERVED.map(foldName));

/** Whether YNAB refuses a payee's name because it books under it by itself. */
export function isReservedPayee(name: string): boolean {
  return reservedNames.has(foldName(name).replace(/\s+/gu, " "));
}
