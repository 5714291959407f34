// deno-lint-ignore-file no-console
/**
 * How fast the reading tools' logic is on a heavy plan that is already synced, as
 * ratios to one plain pass over the rows in the same run: a loop that compares date
 * and account of every row and counts by payee in a Map. Text searches are held against
 * a plain substring pass, too: a loop that looks for the text as it stands in payees and
 * memo of every row. Making the indexes is timed apart, as it happens while syncing.
 *
 * Usage: deno run -A --v8-flags=--expose-gc bench/reading.ts [TRANSACTIONS]
 *
 * @module
 */

import type { Account } from "../client/wire/account.ts";
import type { CategoryGroupWithCategories } from "../client/wire/category.ts";
import type { ScheduledTransaction } from "../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../client/wire/transaction.ts";
import { heavyPlan } from "../demo/heavy.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { forecastBalance } from "../domain/forecast/forecast.ts";
import { payeeIndexOf } from "../domain/payees/payee_index.ts";
import { recurringCharges } from "../domain/recurrence/recurring_charges.ts";
import { suggestCategories } from "../domain/suggestions/suggestions.ts";
import { GROUPINGS, groupTransactions } from "../domain/search/transaction_groups.ts";
import { SORTS, transactionIndex } from "../domain/search/transaction_index.ts";
import { pageOfTransactions } from "../domain/search/transaction_page.ts";
import type { TransactionQuery } from "../domain/search/transaction_search.ts";
import { TEXT_FIELDS } from "../domain/search/transaction_words.ts";

const TODAY = "2026-11-20";
const RUNS = 9;
/** One in seventeen transactions has it, as banks write it. */
const TEXT = "AMZN";
const PLAIN = { pass: plainPass, passes: "plain passes" };
const SUBSTRING = { pass: substringPass, passes: "substring passes" };

const plan = heavyPlan({ today: TODAY, transactions: Number(Deno.args[0] ?? 100_000) });
const upstream = new DemoUpstream({ plans: [plan], now: () => new Date(`${TODAY}T12:00:00Z`) });
const rows = (await read<{ transactions: Transaction[] }>("transactions?since_date=1990-01-01"))
  .transactions;
const { accounts } = await read<{ accounts: Account[] }>("accounts");
const { category_groups: groups } = await read<{
  category_groups: CategoryGroupWithCategories[];
}>("categories");
const schedules = (await read<{ scheduled_transactions: ScheduledTransaction[] }>(
  "scheduled_transactions",
)).scheduled_transactions;
const categories = groups.flatMap((group) =>
  group.categories.map((one) => ({ ...one, category_group_name: group.name }))
);
const account = rows[0]?.account_id ?? "";

const rule = {
  onBudgetAccountIds: new Set(accounts.filter((one) => one.on_budget).map(({ id }) => id)),
  uncategorizedIds: new Set<string>(),
};

const memoryBefore = memory();
const index = timed("search index", () => transactionIndex(rows));
for (const sort of SORTS) index.orderBy(sort);
timed("words to search in", () => search({ text: TEXT }));
timed("payee index", () => payeeIndexOf(rows));
const added = (memory() - memoryBefore) / 1e6;
console.log(`indexes of ${rows.length} rows take ${added.toFixed(0)} MB\n`);

const names = { accounts: new Map(), categories: new Map(), uncategorizedIds: new Set<string>() };
const searches: Readonly<Record<string, TransactionQuery>> = {
  everything: {},
  "by text": { text: TEXT },
  "by payee": { payee: "market" },
  "by account and date": { accountIds: new Set([account]), since: "2020-01-01" },
  "by category": { categoryIds: new Set([rows[0]?.category_id ?? ""]) },
  uncategorized: { isUncategorized: true },
};
for (const [name, query] of Object.entries(searches)) {
  compare(`search ${name}`, 2, () => search(query));
}
const month = { since: "2024-03-01", until: "2024-03-31" };
compare("search by text", 1, () => search({ text: TEXT }), SUBSTRING);
compare("search by text, a month", 0.1, () => search({ text: TEXT, ...month }), SUBSTRING);
for (const sort of SORTS) {
  const page = { limit: 25, query: sort };
  compare(
    `search ${sort} first`,
    2,
    () => pageOfTransactions(index, { query: {}, rule, sort }, page),
  );
}
for (const by of GROUPINGS) {
  compare(`totals by ${by}`, 2, () => groupTransactions(index, { query: {}, rule }, { by, names }));
}
compare("recurring charges", 5, () =>
  recurringCharges(rows, {
    today: TODAY,
    lookbackMonths: 36,
    includeIncome: true,
    schedules,
    categoryNames: new Map(),
  }));
compare(
  "a page of suggestions",
  5,
  () =>
    suggestCategories({ transactions: rows, accounts, groups }, {
      minConfidence: 0.8,
    }),
);
compare(
  "forecast of 3 months",
  10,
  () =>
    forecastBalance({ accounts, categories, schedules, transactions: rows }, {
      accountIds: new Set(
        accounts.filter((one) => one.on_budget && !one.closed).map(({ id }) => id),
      ),
      today: TODAY,
      until: "2027-02-01",
    }),
);

function search(query: TransactionQuery): unknown {
  return pageOfTransactions(index, { query, rule }, { limit: 25, query });
}

/** What a search would take that has no index and folds nothing. */
function substringPass(): number {
  let count = 0;
  for (const row of rows) {
    if (TEXT_FIELDS.some((field) => row[field]?.includes(TEXT))) count += 1;
  }
  return count;
}

function plainPass(): number {
  let count = 0;
  const byPayee = new Map<string, number>();
  for (const row of rows) {
    if (row.date >= "2020-01-01" && row.account_id === account) count += 1;
    const payee = row.payee_name ?? "";
    byPayee.set(payee, (byPayee.get(payee) ?? 0) + 1);
  }
  return count + byPayee.size;
}

function compare(what: string, most: number, run: () => unknown, against = PLAIN): void {
  const ours: number[] = [];
  const plain: number[] = [];
  for (let turn = 0; turn < RUNS + 2; turn++) {
    const one = milliseconds(against.pass);
    const other = milliseconds(run);
    if (turn >= 2) {
      plain.push(one);
      ours.push(other);
    }
  }
  const ratio = median(ours) / median(plain);
  const verdict = ratio <= most ? "" : "  ABOVE";
  console.log(
    `${what.padEnd(28)} ${median(ours).toFixed(1).padStart(7)} ms  ` +
      `${ratio.toFixed(2).padStart(5)} ${against.passes} (at most ${most})${verdict}`,
  );
}

function timed<Result>(what: string, run: () => Result): Result {
  const start = performance.now();
  const result = run();
  console.log(`${what}: ${(performance.now() - start).toFixed(0)} ms`);
  return result;
}

function milliseconds(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function memory(): number {
  (globalThis as { readonly gc?: () => void }).gc?.();
  return Deno.memoryUsage().heapUsed;
}

async function read<Data>(path: string): Promise<Data> {
  const answer = await upstream.fetch(`https://demo/v1/plans/${plan.id}/${path}`, {
    headers: { authorization: "Bearer demo-token" },
  });
  return (await answer.json()).data;
}
