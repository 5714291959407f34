import { liveLines } from "../../domain/base/plan_records.ts";
import { countedTransactions } from "../../domain/transactions/matched_pairs.ts";
import type { ExportedFile, ExportedPlan } from "./plan.ts";
import { jsonText } from "../_text.ts";

/**
 * Fields that YNAB's lists have, but its plan export doesn't: display amounts, and names and lines
 * of transactions.
 */
const DISPLAYED = /_(?:formatted|currency)$/u;
const OF_LISTS = /^(?:account_name|payee_name|category_name|subtransactions)$/u;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Writes the plan in YNAB's export format; importers recognize it by the key `budget`. Of a matched
 * pair only the transaction that counts is written, because importers would add up both.
 */
export function jsonFile(
  { plan, accounts, groups, categories, payees, months, scheduled, ...exported }: ExportedPlan,
): ExportedFile {
  const { accounts: _, ...summary } = plan;
  const transactions = countedTransactions(exported.transactions);
  const budget = {
    ...summary,
    accounts: accounts.map(recordOf),
    payees,
    // This server doesn't read locations.
    payee_locations: [],
    category_groups: groups,
    categories: categories.map(recordOf),
    months: months.map((month) => ({
      ...recordOf(month),
      categories: month.categories.map(recordOf),
    })),
    transactions: transactions.map(rowOf),
    subtransactions: transactions.flatMap((one) =>
      liveLines(one).map((line) => ({ ...recordOf(line), transaction_id: one.id }))
    ),
    scheduled_transactions: scheduled.map(rowOf),
    scheduled_subtransactions: scheduled.flatMap((one) =>
      liveLines(one).map((line) => ({ ...recordOf(line), scheduled_transaction_id: one.id }))
    ),
  };
  return { name: "plan.json", text: `${jsonText({ data: { budget } })}\n` };
}

function recordOf(record: object): Fields {
  return without(record, DISPLAYED);
}

function rowOf(row: object): Fields {
  return without(recordOf(row), OF_LISTS);
}

function without(record: object, names: RegExp): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.test(name)));
}
