import type { Account } from "../../client/wire/account.ts";
import type { SplitLine, Transaction } from "../../client/wire/transaction.ts";
import { compareTexts } from "../../domain/base/fold_text.ts";
import { type CategoryRecord, liveLines } from "../../domain/base/plan_records.ts";
import { isInflowCategory, isUncategorizedCategory } from "../../domain/base/special_categories.ts";
import {
  accountKindOf,
  lineKindOf,
  type Part,
  partsOf,
} from "../../domain/insights/money_lines.ts";
import { countedTransactions } from "../../domain/transactions/transaction_chunks.ts";
import type { ExportedPlan } from "./plan.ts";

/** A double-entry account. */
export interface BookAccount {
  /** Identifier that distinguishes accounts with the same path. */
  readonly key: string;
  readonly path: readonly [
    root: "Assets" | "Liabilities" | "Income" | "Expenses" | "Equity",
    ...names: string[],
  ];
}

/** One side of an accounting entry. */
export interface Posting {
  readonly account: BookAccount;
  /** Milliunits. */
  readonly amount: number;
  /** The following fields are present only if they differ from the entry's. */
  readonly id?: string | undefined;
  readonly payee?: string | null | undefined;
  readonly memo?: string | null | undefined;
  readonly isCleared?: boolean;
}

/** A double-entry transaction: its postings add up to zero. */
export interface Booking {
  readonly id: string;
  readonly date: string;
  readonly payee: string;
  readonly memo: string;
  readonly isCleared: boolean;
  readonly postings: readonly Posting[];
}

/** An account's final balance. */
export interface ClosingBalance {
  readonly account: BookAccount;
  /** Milliunits. */
  readonly balance: number;
}

export interface Books {
  /** Oldest first. */
  readonly bookings: readonly Booking[];
  readonly closing: readonly ClosingBalance[];
  /** Date of the closing balances; no entry is later. */
  readonly closingDay: string;
  /** Names of accounts whose balance differs from the total of their transactions. */
  readonly differing: readonly string[];
}

interface Lookup {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly categories: ReadonlyMap<string, CategoryRecord>;
}

/** Records each transaction once, and both sides of a transfer as one entry. */
export function booksOf(plan: ExportedPlan): Books {
  const lookup: Lookup = {
    accounts: new Map(plan.accounts.map((account) => [account.id, account])),
    categories: new Map(plan.categories.map((category) => [category.id, category])),
  };
  // The paying side of a transfer comes first.
  const rows = countedTransactions(plan.transactions).toSorted((a, b) =>
    compareTexts(a.date, b.date) || a.amount - b.amount || compareTexts(a.id, b.id)
  );
  const mirrors = pairTransfers(rows);
  const mirrored = new Set([...mirrors.values()].map(({ id }) => id));
  const booked = rows.filter(({ id }) => !mirrored.has(id))
    .map((row) => bookingOf(row, mirrors, lookup));
  const closingDay = [plan.today, ...booked.map(({ date }) => date)].reduce((a, b) =>
    a > b ? a : b
  );
  const sums = new Map<string, number>();
  for (const { account, amount } of booked.flatMap(({ postings }) => postings)) {
    sums.set(account.key, (sums.get(account.key) ?? 0) + amount);
  }
  const missing = plan.accounts.map((account) => ({
    account,
    amount: account.balance - (sums.get(account.id) ?? 0),
  })).filter(({ amount }) => amount !== 0);
  const differences = missing.map(({ account, amount }): Booking => ({
    id: account.id,
    date: closingDay,
    payee: "Difference from YNAB's balance",
    memo: "",
    isCleared: false,
    postings: [
      { account: accountOf(account), amount },
      { account: fixed("Equity", "Differences"), amount: 0 - amount },
    ],
  }));
  return {
    bookings: [...booked, ...differences],
    closing: plan.accounts.map((account) => ({
      account: accountOf(account),
      balance: account.balance,
    })),
    closingDay,
    differing: missing.map(({ account }) => account.name),
  };
}

function bookingOf(
  row: Transaction,
  mirrors: ReadonlyMap<string, Transaction>,
  lookup: Lookup,
): Booking {
  const isCleared = row.cleared !== "uncleared";
  const own = lookup.accounts.get(row.account_id);
  // If a transfer is split, its lines only divide the amount among categories.
  const parts: readonly Part[] = row.transfer_account_id ? [row] : partsOf(row);
  return {
    id: row.id,
    date: row.date,
    payee: row.payee_name ?? "",
    memo: row.memo ?? "",
    isCleared,
    postings: [
      { account: own === undefined ? unknownAccount(row) : accountOf(own), amount: row.amount },
      ...parts.map((part): Posting => {
        const amount = 0 - part.amount;
        const line = part === row ? {} : { memo: part.memo, payee: part.payee_name };
        const mirror = mirrors.get(part.id ?? "");
        if (mirror === undefined) {
          return { account: otherAccount(part, { row, own, lookup }), amount, ...line };
        }
        const account = lookup.accounts.get(mirror.account_id);
        return {
          account: account === undefined ? unknownAccount(mirror) : accountOf(account),
          amount,
          ...line,
          memo: line.memo || (mirror.memo === row.memo ? null : mirror.memo),
          id: mirror.id,
          isCleared: mirror.cleared !== "uncleared",
        };
      }),
    ],
  };
}

function accountOf(account: Account): BookAccount {
  const kind = accountKindOf(account);
  const root = kind === "cards" || kind === "loans" ? "Liabilities" : "Assets";
  return { key: account.id, path: [root, account.name] };
}

/** Returns a substitute for a transaction's deleted account. */
function unknownAccount({ account_id: key, account_name: name }: Transaction): BookAccount {
  return { key, path: ["Assets", name] };
}

function fixed(...path: BookAccount["path"]): BookAccount {
  return { key: path.join("\n"), path };
}

/** Returns the account on the other side of a posting. */
function otherAccount(part: Part, { row, own, lookup }: {
  readonly row: Transaction;
  readonly own: Account | undefined;
  readonly lookup: Lookup;
}): BookAccount {
  const category = lookup.categories.get(part.category_id ?? "");
  const name = own?.name ?? row.account_name;
  const kind = lineKindOf(part, {
    transaction: row,
    accountKind: own === undefined ? "cash" : accountKindOf(own),
    isIncome: category !== undefined && isInflowCategory(category),
  });
  switch (kind) {
    case "opened":
      return fixed("Equity", "Opening balances");
    case "correction":
      return fixed("Equity", "Balance adjustments");
    case "transfer":
      return fixed("Equity", "Unpaired transfers");
    case "gain":
      return { key: `gain ${row.account_id}`, path: ["Income", "Tracking accounts", name] };
    case "loan_cost":
      return { key: `loan ${row.account_id}`, path: ["Expenses", "Loan costs", name] };
    case "income":
      return fixed("Income", part.payee_name || row.payee_name || "Unknown");
    case "spending":
      return categoryAccount(part, category);
  }
}

function categoryAccount(part: Part, category: CategoryRecord | undefined): BookAccount {
  if (category !== undefined && !isUncategorizedCategory(category)) {
    const group = category.category_group_name ?? "";
    return { key: category.id, path: ["Expenses", group, category.name] };
  }
  const { category_id: id, category_name: name } = part;
  // For a deleted category, YNAB returns only the name.
  return category === undefined && id && name
    ? { key: id, path: ["Expenses", "Deleted categories", name] }
    : fixed("Expenses", "Uncategorized");
}

/**
 * Pairs the two sides of each transfer. Only one side is exported: the split line, if there is one;
 * otherwise, the side that comes first. Returns a map from the id of each transfer's exported
 * side to the transfer's other side.
 */
function pairTransfers(rows: readonly Transaction[]): ReadonlyMap<string, Transaction> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const mirrors = new Map<string, Transaction>();
  const mirrored = new Set<string>();
  const pair = (side: Transaction | SplitLine, row: Transaction): void => {
    const other = byId.get(side.transfer_transaction_id ?? "");
    const isPair = other !== undefined && other !== row && !mirrored.has(other.id) &&
      !mirrors.has(other.id) && other.account_id === side.transfer_account_id &&
      other.transfer_account_id === row.account_id &&
      other.amount === 0 - side.amount && other.date === row.date;
    if (!isPair) return;
    mirrors.set(side.id, other);
    mirrored.add(other.id);
  };
  // Pair split lines first: a transaction's other side may be a split line, which isn't in `byId`.
  for (const row of rows) {
    if (row.transfer_account_id) continue;
    for (const line of liveLines(row)) pair(line, row);
  }
  for (const row of rows) {
    if (row.transfer_account_id && !mirrored.has(row.id)) pair(row, row);
  }
  return mirrors;
}
