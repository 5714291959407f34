/** Writes a count of transactions. */
export function transactionCount(count: number): string {
  return `${count} ${count === 1 ? "transaction" : "transactions"}`;
}
