import fc from "fast-check";
import type { Transaction } from "../../../client/wire/transaction.ts";
import type { SplitLineRecord, TransactionRecord } from "../../../domain/base/plan_records.ts";
import type { PendingRule } from "../../../domain/base/special_categories.ts";
import { findMatches } from "../../../domain/search/transaction_search.ts";
import type { TransactionQuery } from "../../../domain/search/transaction_query.ts";
import type { Transactions } from "../../../domain/transactions/transaction_chunks.ts";
import { anId, aSplitLine, aTransaction } from "../../_builders.ts";

/** Two budget accounts; all others are tracking accounts. */
export const rule: PendingRule = {
  onBudgetAccountIds: new Set(["checking", "visa"]),
  uncategorizedIds: new Set(["none"]),
};

const ids = ["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"];
const days = fc.constantFrom("2024-01-31", "2024-02-28", "2024-02-29", "2024-03-01");
const amounts = fc.constantFrom(-20_000, -10_000, -1, 0, 1, 10_000);
const accounts = fc.constantFrom("checking", "visa", "house");
const categories = fc.constantFrom(null, "none", "food", "rent", "split");
const texts = fc.constantFrom(null, "Caf\u00e9", "CAFE &amp; BAR", "Shop", "", "a\nb");
const flags = fc.constantFrom(null, "", "red", "blue");
const clearedStates = fc.constantFrom("cleared", "uncleared", "reconciled");

const someLine = fc.record({
  amount: amounts,
  category_id: categories,
  payee_name: texts,
  memo: texts,
  deleted: fc.boolean(),
});

const someRow = fc.record({
  id: fc.constantFrom(...ids),
  date: days,
  amount: amounts,
  account_id: accounts,
  category_id: categories,
  payee_name: texts,
  memo: texts,
  import_payee_name: texts,
  import_payee_name_original: texts,
  flag_color: flags,
  cleared: clearedStates,
  approved: fc.boolean(),
  transfer_account_id: fc.constantFrom(null, null, "savings"),
  matched_transaction_id: fc.option(fc.constantFrom(...ids), { nil: null, freq: 4 }),
  import_id: fc.constantFrom(null, "YNAB:1"),
  subtransactions: fc.array(someLine, { maxLength: 3 })
    .map((lines) => lines.map((line) => aSplitLine(line))),
});

/** Up to eight live transactions in any order. Either all of their ids are UUIDs, or none are. */
export const someRows: fc.Arbitrary<readonly TransactionRecord[]> = fc
  .tuple(fc.uniqueArray(someRow, { selector: ({ id }) => id }), fc.boolean())
  .map(([rows, areUuids]) => rows.map((row) => aTransaction(areUuids ? withUuids(row) : row)));

function withUuids<Row extends Pick<Transaction, "id" | "matched_transaction_id">>(row: Row): Row {
  const other = row.matched_transaction_id ?? null;
  return {
    ...row,
    id: uuidOf(row.id),
    matched_transaction_id: other === null ? null : uuidOf(other),
  };
}

function uuidOf(id: string): string {
  return anId(ids.indexOf(id) + 1);
}

const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });
const someSet = (value: fc.Arbitrary<string | null>): fc.Arbitrary<ReadonlySet<string>> =>
  fc.array(value.map((text) => text ?? "unknown"), { maxLength: 3 }).map((all) => new Set(all));
const words = fc.constantFrom("cafe", "CAF\u00c9", "& bar", "shop", "o", "b a", "a b", "xyz");

const someConditions: { [Key in keyof Required<TransactionQuery>]: fc.Arbitrary<unknown> } = {
  since: days,
  until: days,
  amount: amounts,
  minAmount: amounts,
  maxAmount: amounts,
  accountIds: someSet(accounts),
  categoryIds: someSet(categories),
  payee: words,
  text: words,
  isUncategorized: fc.boolean(),
  isUnapproved: fc.boolean(),
  cleared: clearedStates,
  flag: fc.constantFrom("red", "blue", "green"),
  direction: fc.constantFrom("in", "out"),
};

export const conditionNames = Object.keys(someConditions) as readonly (keyof TransactionQuery)[];

export function someQueryOf(name: keyof TransactionQuery): fc.Arbitrary<TransactionQuery> {
  return someConditions[name].map((value) => ({ [name]: value }));
}

/** A query with two conditions that many transactions meet. */
export const someQueryOfTwo: fc.Arbitrary<TransactionQuery> = fc
  .uniqueArray(fc.constantFrom(...conditionNames), { minLength: 2, maxLength: 2 })
  .chain((names) => fc.tuple(...names.map(someQueryOf)))
  .map((queries) => Object.assign({}, ...queries) as TransactionQuery);

export const someQuery: fc.Arbitrary<TransactionQuery> = fc.record(
  Object.fromEntries(
    Object.entries(someConditions).map(([name, value]) => [name, maybe(value)]),
  ),
) as fc.Arbitrary<TransactionQuery>;

export interface FoundMatch {
  readonly transaction: TransactionRecord;
  readonly lines: readonly SplitLineRecord[] | null;
}

export function foundMatches(
  live: Transactions<TransactionRecord>,
  query: TransactionQuery,
): readonly FoundMatch[] {
  return findMatches(live, { query, rule })
    .map(({ chunk, place, lines }) => ({ transaction: chunk.at(place), lines }));
}
