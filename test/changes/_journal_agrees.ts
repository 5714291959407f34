/**
 * Holds a journal's entry against what is stored upstream.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { Fields } from "../../changes/change.ts";
import type { JournalEntry, JournalStep } from "../../changes/journal.ts";
import type { PlanRecords } from "../../demo/_records.ts";

/** Checks that everything that an entry says was done is so, field by field. */
export function assertJournalAgrees(entry: JournalEntry, records: PlanRecords): void {
  for (const step of entry.steps) {
    for (const { id, after, outcome, label } of step.targets) {
      assertEquals(outcome, "done", `${entry.summary}: ${label}`);
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

function storedFields(id: string, { operation, month }: JournalStep, records: PlanRecords): Stored {
  switch (operation) {
    case "updateMonthCategory":
      return { budgeted: records.assignments.get(month ?? "")?.get(id) ?? 0 };
    case "updateCategory":
    case "createCategory": {
      const category = records.categories.find((one) => one.id === id);
      return { ...category, ...(category?.target ?? { goal_type: null }) };
    }
    default: {
      const row = records.transactions.find((one) => one.id === id);
      const payee = records.payees.find((one) => one.id === row?.payee_id);
      return { ...row, payee_name: payee?.name };
    }
  }
}
