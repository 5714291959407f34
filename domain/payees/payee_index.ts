import { memoized } from "../base/memoized.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { dayCountsOf, STATES } from "../transactions/chunk_facts.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import { chunksOf, countedChunks, type Transactions } from "../transactions/transaction_chunks.ts";
import { payeeKeyOf } from "./payee_key.ts";
import { normalizePayee } from "./payee_label.ts";
import { isReservedPayee } from "./system_payees.ts";

export interface PayeeIndex<Transaction extends TransactionRecord> {
  /** Outgoing groups first. */
  readonly groups: readonly PayeeGroup<Transaction>[];
  /** Accounts with a live categorized transaction. All other accounts only track a value. */
  readonly categorisedAccountIds: ReadonlySet<string>;
}

/** A transaction that is built on demand. */
interface Payment<Transaction extends TransactionRecord> {
  readonly chunk: TransactionChunk<Transaction>;
  readonly place: number;
  /** Days since 1970-01-01. */
  readonly day: number;
}

interface GroupParts<Transaction extends TransactionRecord> {
  readonly key: string;
  readonly direction: "in" | "out";
  readonly payeeIds: ReadonlySet<string>;
  /** Payments, newest first; sorted by id within a day. */
  readonly payments: readonly Payment<Transaction>[];
}

/** One merchant's transactions in one direction (inflow or outflow). */
export class PayeeGroup<Transaction extends TransactionRecord> {
  /** The normalized name, or `transfer:` and the id of the other account. */
  readonly key: string;
  readonly direction: "in" | "out";
  /** Ids of all payees whose names normalize to the group's name. */
  readonly payeeIds: ReadonlySet<string>;
  /** Oldest first. */
  readonly #payments: readonly Payment<Transaction>[];
  #all: readonly Transaction[] | null = null;

  constructor({ key, direction, payeeIds, payments }: GroupParts<Transaction>) {
    this.key = key;
    this.direction = direction;
    this.payeeIds = payeeIds;
    const dateOf = (one: Payment<Transaction>): number => one.chunk.facts.days[one.place] as number;
    // The sort is stable and so keeps the order within a day.
    this.#payments = payments.toSorted((a, b) => dateOf(a) - dateOf(b));
  }

  get count(): number {
    return this.#payments.length;
  }

  /** Oldest first. */
  get transactions(): readonly Transaction[] {
    return this.#all ??= this.#payments.map(({ chunk, place }) => chunk.at(place));
  }

  /**
   * Visits the transactions since a given day, newest first, without building them. The visitor
   * stops by returning `false`.
   */
  visitSince(
    since: number,
    visit: (chunk: TransactionChunk<Transaction>, place: number, day: number) => boolean | void,
  ): void {
    for (let at = this.#payments.length - 1; at >= 0; at--) {
      const { chunk, place, day } = this.#payments[at] as Payment<Transaction>;
      if (day < since || visit(chunk, place, day) === false) return;
    }
  }
}

/**
 * Groups counted transactions by payee and direction. Each payee counts under its newest name.
 * Payees whose names normalize to the same words belong to one merchant, and so do transactions
 * with only a bank label. Skips amounts of 0.
 */
export function payeeIndexOf<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
): PayeeIndex<Transaction> {
  return indexOf(live) as unknown as PayeeIndex<Transaction>;
}

const indexOf = memoized((live: Transactions<TransactionRecord>) => {
  let accountIds: ReadonlySet<string> | null = null;
  return {
    groups: groupsIn(live),
    get categorisedAccountIds(): ReadonlySet<string> {
      return accountIds ??= new Set(chunksOf(live).flatMap(categorisedAccountsIn));
    },
  };
});

function groupsIn(live: Transactions<TransactionRecord>): readonly PayeeGroup<TransactionRecord>[] {
  const keyById = new Map<string, string>();
  const [out, into] = [new Map<string, GatheredGroup>(), new Map<string, GatheredGroup>()];
  for (const { chunk, leftOut } of countedChunks(live)) {
    const { count, facts: { amounts } } = chunk;
    const days = dayCountsOf(chunk);
    const payeeAt = payeesIn(chunk, keyById);
    for (let place = 0; place < count; place++) {
      // Even a transaction that isn't counted may have the payee's newest name.
      const { id, key } = payeeAt(place);
      const amount = amounts[place] as number;
      if (amount === 0 || leftOut.has(place)) continue;
      const groups = amount > 0 ? into : out;
      let group = groups.get(key);
      if (group === undefined) groups.set(key, group = { payeeIds: new Set(), payments: [] });
      if (id !== "") group.payeeIds.add(id);
      group.payments.push({ chunk, place, day: days[place] as number });
    }
  }
  return [
    ...out.entries().map(([key, group]) => new PayeeGroup({ key, direction: "out", ...group })),
    ...into.entries().map(([key, group]) => new PayeeGroup({ key, direction: "in", ...group })),
  ];
}

interface GatheredGroup {
  readonly payeeIds: Set<string>;
  readonly payments: Payment<TransactionRecord>[];
}

/**
 * Returns a function that finds a transaction's payee; the payee's id is empty if there is no
 * payee.
 */
function payeesIn(
  chunk: TransactionChunk,
  keyById: Map<string, string>,
): (place: number) => { readonly id: string; readonly key: string } {
  const names = chunk.column("payee_name");
  const ids = chunk.column("payee_id");
  const others = chunk.column("transfer_account_id");
  const labels = chunk.column("import_payee_name");
  const originals = chunk.column("import_payee_name_original");
  return (place) => {
    const name = names.at(place) as string | null | undefined;
    const id = name ? (ids.at(place) ?? "") as string : "";
    const known = keyById.get(id);
    if (known !== undefined) return { id, key: known };
    const key = payeeKeyOf({
      payee_name: name ?? null,
      import_payee_name: (labels.at(place) ?? null) as string | null,
      import_payee_name_original: (originals.at(place) ?? null) as string | null,
      transfer_account_id: (others.at(place) ?? null) as string | null,
    });
    if (id !== "") keyById.set(id, key);
    return { id, key };
  };
}

function categorisedAccountsIn(chunk: TransactionChunk): readonly string[] {
  const [accounts, categories] = [chunk.column("account_id"), chunk.column("category_id")];
  const found = new Set<string>();
  for (let place = 0; place < chunk.count; place++) {
    const isCategorised = (categories.at(place) ?? "") !== "" ||
      chunk.hasState(place, STATES.categorisedLines);
    if (isCategorised) found.add(accounts.at(place) as string);
  }
  return [...found];
}

export interface PayeeRecord {
  readonly id: string;
  readonly name: string;
  /** Set for the payee of transfers to an account. */
  readonly transfer_account_id?: string | null;
  readonly deleted: boolean;
}

/** Whether users can rename or merge a payee. */
export function isOwnPayee(payee: PayeeRecord): boolean {
  return !isTransferPayee(payee) && !isReservedPayee(payee.name);
}

export function isTransferPayee({ transfer_account_id: account }: PayeeRecord): boolean {
  return (account ?? "") !== "";
}

/** Normalized names that tell how money moved instead of who received it. */
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

/** Finds payees that look like the same merchant. */
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

/** Returns the merchant's words without spaces, which banks use inconsistently; may be empty. */
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

/** Counts the transactions or schedules, including split lines, of some payees. */
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
