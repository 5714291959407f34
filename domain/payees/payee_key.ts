/**
 * The words under which the payees of rows and schedules are known.
 *
 * @module
 */

import { normalisePayee } from "./payee_label.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";

// Most rows repeat the name of another row.
const knownKeys = new Map<string, string>();
const MOST_KEYS = 20_000;

/** What a payee without a name is told as. */
export const NO_PAYEE = "No payee";

/** What names the other side of a row, or of a schedule. */
export type PayeeOfRow = Partial<
  Pick<
    TransactionRecord,
    "payee_name" | "import_payee_name" | "import_payee_name_original" | "transfer_account_id"
  >
>;

/**
 * Gives the words under which a row's payee is known.
 *
 * @param row A row; a transfer is known by the account at its other end.
 * @returns A key that equal merchants share.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(payeeKeyOf({ import_payee_name: "SPOTIFY P2F9A1", payee_name: null }), "spotify");
 * assertEquals(payeeKeyOf({ payee_name: "Spotify" }), "spotify");
 * ```
 */
export function payeeKeyOf(row: PayeeOfRow): string {
  const other = row.transfer_account_id ?? "";
  if (other !== "") return `transfer:${other}`;
  return keyOfName(
    row.payee_name || row.import_payee_name || row.import_payee_name_original || "",
  );
}

function keyOfName(name: string): string {
  const known = knownKeys.get(name);
  if (known !== undefined) return known;
  if (knownKeys.size >= MOST_KEYS) knownKeys.clear();
  const key = normalisePayee(name);
  knownKeys.set(name, key);
  return key;
}
