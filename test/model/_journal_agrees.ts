import { assertEquals } from "@std/assert";
import type { Fields } from "../../changes/change.ts";
import type { JournalEntry, JournalStep } from "../../changes/journal.ts";
import type { PlanRecords } from "../../demo/model/records.ts";

/** Checks that the records contain the values that the journal entry says were written. */
export function assertJournalAgrees(entry: JournalEntry, records: PlanRecords): void {
  const all = entry.steps.flatMap((step) => step.targets);
  for (const step of entry.steps) {
    for (const target of step.targets) {
      const { id, outcome, label } = target;
      assertEquals(outcome, "done", `${entry.summary}: ${label}`);
      // If a later step sets a field again, compare with that step's value.
      const later = all.slice(all.indexOf(target) + 1).filter((one) => one.id === id);
      const after = target.after === null
        ? null
        : Object.assign({}, target.after, ...later.map((one) => one.after)) as Fields;
      const now = storedFields(id, step, records);
      if (after === null) {
        assertEquals(now["deleted"], true, `${label} is deleted`);
        continue;
      }
      const found = Object.fromEntries(Object.keys(after).map((name) => [name, now[name] || null]));
      assertEquals(found, withoutEmpty(after), `${entry.summary}: ${label}`);
    }
  }
}

function withoutEmpty(fields: Fields): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value || null]));
}

type Stored = Readonly<Record<string, unknown>>;

function withNames(
  record: { readonly payee_id: string | null; readonly account_id: string } | undefined,
  { payees, accounts }: PlanRecords,
): Stored {
  return {
    ...record,
    payee_name: payees.find(({ id }) => id === record?.payee_id)?.name,
    account_name: accounts.find(({ id }) => id === record?.account_id)?.name,
  };
}

function storedFields(id: string, { operation, month }: JournalStep, records: PlanRecords): Stored {
  switch (operation) {
    case "updateMonthCategory":
      return { budgeted: records.assignments.get(month ?? "")?.get(id) ?? 0 };
    case "updateCategory":
    case "createCategory": {
      const category = records.categories.find((one) => one.id === id);
      return { ...category, ...(category?.target ?? { goal_type: null }) };
    }
    case "createCategoryGroup":
    case "updateCategoryGroup":
      return { ...records.groups.find((one) => one.id === id) };
    case "updatePayee":
      return { ...records.payees.find((one) => one.id === id) };
    case "createScheduledTransaction":
    case "updateScheduledTransaction":
    case "deleteScheduledTransaction":
      return withNames(records.scheduled.find((one) => one.id === id), records);
    default:
      return withNames(records.transactions.find((one) => one.id === id), records);
  }
}
