import { compareTexts } from "../base/fold_text.ts";
import { liveLines, type TransactionRecord } from "../base/plan_records.ts";
import { countedTransactions } from "../transactions/matched_pairs.ts";
import { normalisePayee } from "./payee_label.ts";
import { isReservedPayee } from "./system_payees.ts";

/** A payee as upstream lists it. */
export interface PayeeRecord {
  readonly id: string;
  readonly name: string;
  /** Set on the payee of transfers to an account. */
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
  /** The category of most of its transactions. */
  readonly category: string | null;
  /** Names of payees that look like the same merchant, most used first. */
  readonly like: readonly string[];
  /** Total number, if not all are listed. */
  readonly like_count: number | null;
}

/** Live records of a plan. */
export interface PayeePlan {
  readonly payees: readonly PayeeRecord[];
  readonly transactions: readonly TransactionRecord[];
  /** Returns the name of a category that can be chosen; `null` for any other. */
  readonly categoryName: (id: string | null | undefined) => string | null;
}

/** Limits spellings: a bank that puts dates in labels creates one per payment. */
const MOST_LIKE = 3;

/** Number of recent uses that determine the usual category. */
const LATEST_USES = 20;

interface Use {
  readonly date: string;
  readonly categoryId: string | null;
}

/** Whether a person can rename or merge a payee. */
export function isOwnPayee(payee: PayeeRecord): boolean {
  return !isTransferPayee(payee) && !isReservedPayee(payee.name);
}

export function isTransferPayee({ transfer_account_id: account }: PayeeRecord): boolean {
  return (account ?? "") !== "";
}

/** Lists payees, except transfer payees. */
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

/** The most common category of recent uses; the latest one on a tie. */
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

/** Normalized names that say how money moved, not to whom. */
const NO_MERCHANT = new RegExp(
  "^(?:(?:atm|cash|check|cheque|deposit|withdrawal|transfer|payment|debit|credit|direct|card|fee|" +
    "fees|interest|refund|mobile|online|web|bank|purchase|bill|pos|ach|sepa|nameless|virement|vir|" +
    "prelevement|prlv|cb|carte|retrait|uberweisung|ueberweisung|lastschrift|gutschrift|dauerauftrag|" +
    "barauszahlung|auszahlung|kartenzahlung|incasso|overboeking|betaling|transferencia|bizum|recibo|" +
    "compra|adeudo|cajero|bonifico|pagamento|addebito|prelievo|sdd|no|of|to|from|and|dab)(?: |$))+$",
  "u",
);

/** A payee with its name. */
export interface NamedPayee {
  readonly id: string;
  readonly name: string;
}

/** The other payees of a payee's merchant. */
export interface LikePayees<Payee> {
  /** The first of them, in the order given. */
  readonly others: readonly Payee[];
  readonly count: number;
}

/** Finds payees that look like the same merchant. */
export function likePayees<Payee extends NamedPayee>(
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

/** The merchant's words without spaces, which banks use inconsistently; may be empty. */
function merchantOf(name: string): string {
  const words = normalisePayee(name);
  return NO_MERCHANT.test(words) || !/\p{L}{2}/u.test(words) ? "" : words.replaceAll(" ", "");
}

/** A transaction or a schedule, as far as it names payees. */
export interface PayeeUser {
  readonly payee_id?: string | null;
  readonly subtransactions: readonly {
    readonly payee_id?: string | null;
    readonly deleted: boolean;
  }[];
}

/** How often a payee is named. */
export interface PayeeUses {
  /** Transactions or schedules themselves. */
  readonly records: number;
  /** Lines of splits. */
  readonly lines: number;
}

/** Counts the uses of payees. */
export function payeeUses(
  payeeIds: ReadonlySet<string>,
  users: readonly PayeeUser[],
): PayeeUses {
  const isNamed = ({ payee_id: id }: { readonly payee_id?: string | null }): boolean =>
    payeeIds.has(id ?? "");
  return {
    records: users.filter(isNamed).length,
    lines: users.reduce(
      (sum, { subtransactions }) =>
        sum + subtransactions.filter((line) => !line.deleted && isNamed(line)).length,
      0,
    ),
  };
}
