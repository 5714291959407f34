import type {
  AccountRecord,
  GroupWithCategories,
  TransactionRecord,
} from "../base/plan_records.ts";
import { foldName } from "../base/fold_text.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import { tidiedPayee } from "../payees/payee_label.ts";
import { categorySuggester, type Suggestion } from "../suggestions/suggestions.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";
import type { ComparisonOptions, NewRow } from "./comparison.ts";
import type { StatementRow } from "./statement.ts";

/** Minimum confidence for entering a category. */
const MIN_CONFIDENCE = 0.9;

/** A payee in the plan, or a new payee, which has no id yet. */
interface EntryPayee {
  readonly id: string | null;
  /** The payee's name; empty if the bank gave none. */
  readonly name: string;
}

/** A statement row as it will be entered. */
export interface NewEntry {
  readonly row: StatementRow;
  readonly payee: EntryPayee;
  /**
   * The suggested category; `null` if it's uncertain, if the transaction is a transfer, or if the
   * account is a tracking account.
   */
  readonly category: Pick<Suggestion, "category_id" | "category" | "confidence"> | null;
  /** The other account of a transfer; `null` for other rows. */
  readonly transferAccount: AccountRecord | null;
}

export interface EntryPlan {
  /** The statement's account. */
  readonly account: AccountRecord;
  /** Live accounts. */
  readonly accounts: readonly AccountRecord[];
  readonly transactions: Transactions<TransactionRecord>;
  readonly groups: readonly GroupWithCategories[];
  readonly payeesOf: ComparisonOptions["payeesOf"];
}

/** Chooses the payee for each new row and, if past use leaves no doubt, the row's category. */
export function newEntries(rows: readonly NewRow[], plan: EntryPlan): readonly NewEntry[] {
  if (rows.length === 0) return [];
  const { account, accounts, transactions, groups } = plan;
  const payeeOf = payeeFinder(plan);
  const suggest = categorySuggester(transactions, groups);
  return rows.map(({ row, transferAccountId }): NewEntry => {
    const transferAccount = accounts.find(({ id }) => id === transferAccountId) ?? null;
    if (transferAccount !== null) {
      const { transfer_payee_id: id = null, name } = transferAccount;
      return { row, payee: { id, name: `Transfer : ${name}` }, category: null, transferAccount };
    }
    const payee = payeeOf(row.payee);
    const suggested = account.on_budget ? suggest(asTransaction(row, payee, account)) : null;
    const category = (suggested?.confidence ?? 0) >= MIN_CONFIDENCE ? suggested : null;
    return { row, payee, category, transferAccount };
  });
}

/**
 * Chooses the payee for a bank label: the label's usual payee; if there is none, an existing payee
 * with a similar name; otherwise, a new payee.
 */
function payeeFinder(
  { transactions, payeesOf }: EntryPlan,
): (label: string) => EntryPayee {
  const byName = new Map<string, EntryPayee>();
  const byKey = new Map<string, EntryPayee | null>();
  for (const payee of chunksOf(transactions).flatMap((chunk) => [...payeesIn(chunk)])) {
    byName.set(foldName(payee.name), payee);
    const key = payeeKeyOf({ payee_name: payee.name });
    const known = byKey.get(key);
    // A key shared by several payees identifies none of them.
    byKey.set(key, known === undefined || known?.id === payee.id ? payee : null);
  }
  return (label) => {
    const called = [...payeesOf(label)].toSorted(([, a], [, b]) => b - a)
      .flatMap(([name]) => byName.get(foldName(name)) ?? []);
    const name = tidiedPayee(label);
    if (called[0] !== undefined || name === "") return called[0] ?? { id: null, name };
    return byName.get(foldName(name)) ?? byKey.get(payeeKeyOf({ payee_name: label })) ??
      { id: null, name };
  };
}

function payeesIn({ all }: TransactionChunk): Iterable<EntryPayee> {
  const named = all.filter((one) => one.payee_id && one.payee_name && !one.transfer_account_id);
  return new Map(
    named.map(({ payee_id: id = null, payee_name: name }) => [id, { id, name: name ?? "" }]),
  ).values();
}

/** Represents the row as a transaction that needs a category suggestion. */
function asTransaction(
  { date, amount, payee: label, memo }: StatementRow,
  payee: EntryPayee,
  account: AccountRecord,
): TransactionRecord {
  return {
    id: "",
    date,
    amount,
    memo,
    payee_id: payee.id,
    payee_name: payee.name,
    import_payee_name: label,
    account_id: account.id,
    account_name: account.name,
    cleared: "uncleared",
    approved: false,
    subtransactions: [],
    deleted: false,
  };
}
