import type { TransactionRecord } from "../base/plan_records.ts";

/** Transactions that count, and the bank's label for those whose partner was left out. */
export interface CountedTransactions<Transaction extends TransactionRecord> {
  readonly transactions: readonly Transaction[];
  /** The imported partner, by the id of the transaction that stands for the pair. */
  readonly importedPartners: ReadonlyMap<string, Transaction>;
}

/** Leaves out the imported transaction of each matched pair. */
export function countedTransactions<Transaction extends TransactionRecord>(
  live: readonly Transaction[],
): CountedTransactions<Transaction> {
  const paired = new Map<string, Transaction>();
  for (const transaction of live) {
    if (isSet(transaction.matched_transaction_id)) paired.set(transaction.id, transaction);
  }
  const partners = new Map<string, Transaction>();
  if (paired.size === 0) return { transactions: live, importedPartners: partners };
  const byId = new Map<string, Transaction>();
  const wanted = new Set(
    [...paired.values()].map((transaction) => transaction.matched_transaction_id),
  );
  for (const transaction of live) {
    if (wanted.has(transaction.id)) byId.set(transaction.id, transaction);
  }
  const isLeftOut = (transaction: Transaction): boolean => {
    if (!isSet(transaction.matched_transaction_id)) return false;
    const partner = byId.get(transaction.matched_transaction_id);
    return partner !== undefined && standsBack(transaction, partner);
  };
  const transactions = live.filter((transaction) => {
    if (!isLeftOut(transaction)) return true;
    partners.set(transaction.matched_transaction_id ?? "", transaction);
    return false;
  });
  return { transactions, importedPartners: partners };
}

/** Of two transactions that name each other exactly one stands back: the imported one. */
function standsBack(transaction: TransactionRecord, partner: TransactionRecord): boolean {
  if (!isSet(transaction.import_id)) return false;
  const isMutual = partner.matched_transaction_id === transaction.id && isSet(partner.import_id);
  return !isMutual || transaction.id > partner.id;
}

function isSet(id: string | null | undefined): id is string {
  return id !== null && id !== undefined && id !== "";
}
