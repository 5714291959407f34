/**
 * Writes how many there are.
 *
 * @module
 */

/**
 * Writes a count of transactions.
 *
 * @param count How many.
 * @returns Words.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([transactionCount(1), transactionCount(3)], ["1 transaction", "3 transactions"]);
 * ```
 */
export function transactionCount(count: number): string {
  return `${count} ${count === 1 ? "transaction" : "transactions"}`;
}
