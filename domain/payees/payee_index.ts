import { memoized } from "../base/memoized.ts";
import { compareTexts } from "../base/fold_text.ts";
import { liveLines, type TransactionRecord } from "../base/plan_records.ts";
import { chunksOf, countedChunks, type Transactions } from "../transactions/transaction_chunks.ts";
import { payeeKeyOf } from "./payee_key.ts";
import { normalizePayee } from "./payee_label.ts";
import { isReservedPayee } from "./system_payees.ts";

export interface PayeeIndex {
  readonly groups: readonly PayeeGroup[];
  /** Accounts that have a live categorized transaction. All other accounts only track a value. */
  readonly categorisedAccountIds: ReadonlySet<string>;
}

/** One merchant's transactions in one direction (inflow or outflow). */
export interface PayeeGroup {
  /** The payee's normalized name or, for transfers, `transfer:` and the id of the other account. */
  readonly key: string;
  readonly direction: "in" | "out";
  /** Ids of all payees whose names normalize to the group's name. */
  readonly payeeIds: ReadonlySet<string>;
  /** The group's transactions, oldest first; sorted by id within a day. */
  readonly transactions: readonly TransactionRecord[];
}

/**
 * Groups transactions by payee and direction. Counts each matched pair once and skips amounts of 0.
 * A payee's transactions are grouped under the payee's newest name. Payees and bank labels (of
 * transactions without a payee) that normalize to the same words belong to one merchant.
 */
export const payeeIndexOf: (live: Transactions) => PayeeIndex = memoized((live: Transactions) => ({
  groups: groupsIn(live),
  categorisedAccountIds: categorisedAccountsIn(live),
}));

function groupsIn(live: Transactions): readonly PayeeGroup[] {
  const keyById = new Map<string, string>();
  const groups = { out: new Map<string, GatheredGroup>(), in: new Map<string, GatheredGroup>() };
  for (const { chunk, leftOut } of countedChunks(live)) {
    for (const [place, transaction] of chunk.all.entries()) {
      // Even a transaction that isn't counted may have the payee's newest name.
      const id = transaction.payee_name ? transaction.payee_id ?? "" : "";
      const key = keyById.get(id) ?? payeeKeyOf(transaction);
      if (id !== "") keyById.set(id, key);
      const { amount } = transaction;
      if (amount === 0 || leftOut.has(place)) continue;
      const directed = amount > 0 ? groups.in : groups.out;
      const group = directed.get(key) ?? { payeeIds: new Set(), transactions: [] };
      directed.set(key, group);
      if (id !== "") group.payeeIds.add(id);
      group.transactions.push(transaction);
    }
  }
  return (["out", "in"] as const).flatMap((direction) =>
    [...groups[direction]].map(([key, { payeeIds, transactions }]) => ({
      key,
      direction,
      payeeIds,
      // The sort is stable and so keeps the order within a day.
      transactions: transactions.sort((a, b) => compareTexts(a.date, b.date)),
    }))
  );
}

/** Returns a group's transactions from a given day on, without reading the older ones. */
export function transactionsSince(
  transactions: PayeeGroup["transactions"],
  since: string,
): PayeeGroup["transactions"] {
  return transactions.slice(transactions.findLastIndex(({ date }) => date < since) + 1);
}

interface GatheredGroup {
  readonly payeeIds: Set<string>;
  readonly transactions: TransactionRecord[];
}

function categorisedAccountsIn(live: Transactions): ReadonlySet<string> {
  const categorised = chunksOf(live).flatMap(({ all }) => all).filter((one) =>
    one.category_id || liveLines(one).some((line) => line.category_id)
  );
  return new Set(categorised.map(({ account_id: id }) => id));
}

export interface PayeeRecord {
  readonly id: string;
  readonly name: string;
  readonly transfer_account_id?: string | null;
  readonly deleted: boolean;
}

export function isOwnPayee(payee: PayeeRecord): boolean {
  return !isTransferPayee(payee) && !isReservedPayee(payee.name);
}

export function isTransferPayee({ transfer_account_id: account }: PayeeRecord): boolean {
  return (account ?? "") !== "";
}

/** Normalized names that tell how money moved, not who received it. */
const NO_MERCHANT = new RegExp(
  "^(?:(?:atm|cash|check|cheque|deposit|withdrawal|transfer|payment|debit|credit|direct|card|fee|" +
    "fees|interest|refund|mobile|online|web|bank|purchase|bill|pos|ach|sepa|nameless|virement|vir|" +
    "prelevement|prlv|cb|carte|retrait|uberweisung|ueberweisung|lastschrift|gutschrift|dauerauftrag|" +
    "barauszahlung|auszahlung|kartenzahlung|incasso|overboeking|betaling|transferencia|bizum|recibo|" +
    "compra|adeudo|cajero|bonifico|pagamento|addebito|prelievo|sdd|no|of|to|from|and|dab)(?: |$))+$",
  "u",
);

export interface LikePayees<Payee> {
  /** The first few similar payees, in the given order. */
  readonly others: readonly Payee[];
  readonly count: number;
}

export function likePayees<Payee extends Pick<PayeeRecord, "id" | "name">>(
  payees: readonly Payee[],
  most: number,
): ReadonlyMap<string, LikePayees<Payee>> {
  const merchants = Map.groupBy(payees, ({ name }) => merchantOf(name));
  const like = new Map<string, LikePayees<Payee>>();
  for (const [merchant, same] of merchants) {
    if (merchant === "" || same.length === 1) continue;
    const first = same.slice(0, most + 1);
    for (const one of same) {
      const others = first.filter((other) => other !== one).slice(0, most);
      like.set(one.id, { others, count: same.length - 1 });
    }
  }
  return like;
}

/** Removes spaces, which banks use inconsistently. Returns `""` if the name isn't a merchant's. */
function merchantOf(name: string): string {
  const words = normalizePayee(name);
  return NO_MERCHANT.test(words) || !/\p{L}{2}/u.test(words) ? "" : words.replaceAll(" ", "");
}

export interface PayeeUser {
  readonly payee_id?: string | null;
  readonly subtransactions: readonly {
    readonly payee_id?: string | null;
    readonly deleted: boolean;
  }[];
}

/** Counts transactions (or scheduled transactions) and split lines with any of the given payees. */
export function payeeUses(
  payeeIds: ReadonlySet<string>,
  users: readonly PayeeUser[],
): { readonly records: number; readonly lines: number } {
  const isNamed = ({ payee_id: id }: { readonly payee_id?: string | null }): boolean =>
    payeeIds.has(id ?? "");
  return {
    records: users.filter(isNamed).length,
    lines: users.flatMap(({ subtransactions }) => subtransactions)
      .filter((line) => !line.deleted && isNamed(line)).length,
  };
}
