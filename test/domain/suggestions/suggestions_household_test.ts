import { assert, assertEquals } from "@std/assert";
import { householdPlan } from "../../../demo/household.ts";
import { choosableCategories } from "../../../domain/suggestions/choosable_categories.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { type PendingLine, suggestCategories } from "../../../domain/suggestions/suggestions.ts";
import { livePlan } from "./_measured_plans.ts";

const plan = livePlan(householdPlan({ today: "2026-11-20" }));
const { pending, categories } = suggestCategories(plan, { minConfidence: 0.8 });

Deno.test("suggestCategories() knows the household's usual payees", () => {
  const known = { "Blue Door Coffee": "Coffee", "Fairview Market": "Groceries" };
  for (const [payee, category] of Object.entries(known)) {
    assertEquals(lineOf(payee).suggestion?.category, category);
  }
});

Deno.test("suggestCategories() does not guess where the household buys all sorts of things", () => {
  for (const payee of ["Amazon", "Harlow's", "Check 1042", "Starting Balance"]) {
    assertEquals(lineOf(payee).suggestion, null);
  }
});

Deno.test("suggestCategories() finds the household's transfer that arrived as two rows", () => {
  const pairs = pending.filter(({ transfer_with }) => transfer_with !== null);
  assertEquals(pairs.map(({ payee }) => payee), ["Transfer From Checking", "Online Transfer"]);
  assertEquals(pairs.map((one) => one.transfer_with), [
    pairs[1]?.transaction_id ?? "",
    pairs[0]?.transaction_id ?? "",
  ]);
});

Deno.test("suggestCategories() suggests only what may be chosen", () => {
  const choosable = new Set(categories.map(({ category_id }) => category_id));
  for (const { suggestion } of suggestCategories(plan, { minConfidence: 0 }).pending) {
    assert(suggestion === null || choosable.has(suggestion.category_id));
  }
});

Deno.test("suggestCategories() is right for rows that are made to wait", () => {
  const { suggested, right, waiting } = madeToWait((row) => row);
  assert(suggested / waiting >= 0.7, `suggested ${suggested} of ${waiting}`);
  assert(right / suggested >= 0.95, `right ${right} of ${suggested}`);
});

Deno.test("suggestCategories() is as right where the payee is the bank's raw label", () => {
  const { suggested, right, waiting } = madeToWait((row) => ({
    ...row,
    payee_id: null,
    payee_name: row.import_payee_name_original ?? null,
  }));
  assert(suggested / waiting >= 0.7, `suggested ${suggested} of ${waiting}`);
  assert(right / suggested >= 0.95, `right ${right} of ${suggested}`);
});

interface Outcome {
  readonly waiting: number;
  readonly suggested: number;
  readonly right: number;
}

/** Takes the category from every 17th imported row, and counts what is suggested there. */
function madeToWait(change: (row: TransactionRecord) => TransactionRecord): Outcome {
  const choosable = new Set(choosableCategories(plan.groups).map((one) => one.category_id));
  const booked = new Map(
    plan.transactions.filter((row) =>
      (row.import_payee_name_original ?? "") !== "" && choosable.has(row.category_id ?? "")
    ).filter((_, at) => at % 17 === 0).map((row) => [row.id, row.category_id]),
  );
  const rows = plan.transactions.map((row) =>
    booked.has(row.id) ? change({ ...row, category_id: null, category_name: null }) : row
  );
  const found = suggestCategories({ ...plan, transactions: rows }, { minConfidence: 0.8 }).pending
    .filter((line) => booked.has(line.transaction_id) && line.suggestion !== null);
  const right = found.filter((line) =>
    line.suggestion?.category_id === booked.get(line.transaction_id)
  );
  return { waiting: booked.size, suggested: found.length, right: right.length };
}

function lineOf(payee: string): PendingLine {
  const line = pending.find((one) => one.payee === payee);
  if (line === undefined) throw new Error(`No row of ${payee} waits`);
  return line;
}
