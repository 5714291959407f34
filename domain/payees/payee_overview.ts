import { countedTransactions } from "../transactions/counted_transactions.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { liveLines } from "../plan/split_lines.ts";
import { likePayees } from "./like_payees.ts";
import { isReservedPayee } from "./system_payees.ts";
import { compareTexts } from "../base/text_order.ts";

/** A payee as upstream lists it. */
export interface PayeeRecord {
  readonly id: string;
  readonly name: string;
  /** Set on the payee that stands for transfers to an account. */
  readonly transfer_account_id?: string | null;
  readonly deleted: boolean;
}

/** A payee as it is listed. */
export interface PayeeLine {
  readonly payee_id: string;
  readonly name: string;
  /** Transactions and split lines that name it. */
  readonly uses: number;
  /** `YYYY-MM-DD`. */
  readonly last_used: string | null;
  /** The category that its transactions mostly have. */
  readonly category: string | null;
  /** Names of payees that seem to be the same merchant, the most used first. */
  readonly like: readonly string[];
  /** How many there are where not all are named. */
  readonly like_count: number | null;
}

/** Live records of a plan. */
export interface PayeePlan {
  readonly payees: readonly PayeeRecord[];
  readonly transactions: readonly TransactionRecord[];
  /** Gives the name of a category that can be chosen; `null` for any other. */
  readonly categoryName: (id: string | null | undefined) => string | null;
}

/** A bank that writes dates into its labels makes a spelling of each payment. */
const MOST_LIKE = 3;

/** The latest uses, among which the usual category has the most. */
const LATEST_USES = 20;

interface Use {
  readonly date: string;
  readonly categoryId: string | null;
}

/** Tells whether a payee is one that a person can rename or merge. */
export function isOwnPayee(payee: PayeeRecord): boolean {
  return !isTransferPayee(payee) && !isReservedPayee(payee.name);
}

/** Tells whether a payee stands for transfers to an account. */
export function isTransferPayee({ transfer_account_id: account }: PayeeRecord): boolean {
  return (account ?? "") !== "";
}

/** Lists payees, without those for transfers. */
export function payeeOverview(
  { payees, transactions, categoryName }: PayeePlan,
): readonly PayeeLine[] {
  const uses = usesByPayee(countedTransactions(transactions).transactions);
  const listed = payees.filter((payee) => !payee.deleted && !isTransferPayee(payee));
  const usesOf = ({ id }: PayeeRecord): number => uses.get(id)?.length ?? 0;
  const like = likePayees(
    listed.filter(isOwnPayee).toSorted((a, b) => usesOf(b) - usesOf(a)),
    MOST_LIKE,
  );
  return listed.map(({ id, name }) => {
    const own = uses.get(id) ?? [];
    const { others = [], count = 0 } = like.get(id) ?? {};
    return {
      payee_id: id,
      name,
      uses: own.length,
      last_used: own.reduce<string | null>(
        (last, { date }) => date > (last ?? "") ? date : last,
        null,
      ),
      category: usualCategory(own, categoryName),
      like: others.map((other) => other.name),
      like_count: count > others.length ? count : null,
    };
  });
}

function usesByPayee(
  transactions: readonly TransactionRecord[],
): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  const note = (payeeId: string | null | undefined, use: Use): void => {
    if ((payeeId ?? "") === "") return;
    const list = uses.get(payeeId ?? "");
    if (list === undefined) uses.set(payeeId ?? "", [use]);
    else list.push(use);
  };
  for (const row of transactions) {
    const lines = liveLines(row);
    const categoryId = lines.length > 0 ? null : row.category_id ?? null;
    note(row.payee_id, { date: row.date, categoryId });
    for (const line of lines) {
      note(line.payee_id, { date: row.date, categoryId: line.category_id ?? null });
    }
  }
  return uses;
}

/** The commonest of the latest uses that have one; of several the latest. */
function usualCategory(
  uses: readonly Use[],
  categoryName: PayeePlan["categoryName"],
): string | null {
  const named = uses.toSorted((a, b) => compareTexts(b.date, a.date))
    .flatMap(({ categoryId }) => categoryName(categoryId) ?? [])
    .slice(0, LATEST_USES);
  const counts = new Map<string, number>();
  for (const name of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}
