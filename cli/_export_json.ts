import { liveLines } from "../domain/base/plan_records.ts";
import type { ExportedFile, ExportedPlan } from "./_export_plan.ts";

/**
 * Writes the shape of YNAB's plan export. The key is `budget`, the name that importers know.
 */
export function jsonFile(plan: ExportedPlan): ExportedFile {
  const {
    plan: { accounts: _, ...summary },
    accounts,
    groups,
    categories,
    payees,
    months,
    transactions,
    scheduled,
  } = plan;
  const budget = {
    ...summary,
    accounts: accounts.map(plain),
    payees,
    payee_locations: [],
    category_groups: groups.map(plain),
    categories: categories.map(plain),
    months: months.map((month) => ({
      ...plain(month),
      categories: month.categories.map(plain),
    })),
    transactions: transactions.map(({ subtransactions: __, ...one }) => plain(one)),
    subtransactions: transactions.flatMap((one) => liveLines(one).map(plain)),
    scheduled_transactions: scheduled.map(({ subtransactions: __, ...one }) => plain(one)),
    scheduled_subtransactions: scheduled.flatMap((one) => liveLines(one).map(plain)),
  };
  return { name: "plan.json", text: `${JSON.stringify({ data: { budget } }, null, 1)}\n` };
}

/** Leaves out fields that only display amounts: the export has none. */
function plain(record: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => !/_(?:formatted|currency)$/u.test(name)),
  );
}
