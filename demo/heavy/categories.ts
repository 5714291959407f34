/**
 * Categories of a heavy plan: over a hundred in eighteen groups, a good part of
 * them hidden.
 *
 * @module
 */

import { randomFrom } from "../_random.ts";
import type { StoredCategory, StoredGroup, StoredTarget } from "../_records.ts";
import type { HeavyAccount } from "./accounts.ts";

/** Groups and categories, and those that the rows need to know. */
export interface HeavyCategories {
  readonly groups: StoredGroup[];
  readonly categories: StoredCategory[];
  readonly inflow: string;
  readonly uncategorized: string;
  readonly savings: string;
  readonly loans: string;
  readonly investing: string;
  /** What payees are paid for. */
  readonly spending: readonly string[];
  /** What was paid for in the first years and has been hidden since. */
  readonly retired: readonly string[];
}

const GROUPS: readonly (readonly [name: string, categories: readonly string[]])[] = [
  ["Housing", ["Rent", "Repairs", "Furniture", "Garden", "Insurance", "Property Tax", "Tools"]],
  ["Utilities", ["Electricity", "Gas", "Water", "Internet", "Phones", "Trash"]],
  ["Food", ["Groceries", "Bakery", "Lunch", "Dining Out", "Coffee", "Delivery", "Wine"]],
  ["Transport", ["Fuel", "Car Repairs", "Insurance", "Parking", "Train", "Taxi", "Bicycle"]],
  ["Health", ["Doctor", "Dentist", "Pharmacy", "Glasses", "Therapy", "Sports", "Insurance"]],
  ["Children", ["Childcare", "School", "Clubs", "Toys", "Clothes", "Pocket Money", "Camps"]],
  ["Clothing", ["Everyday Clothes", "Shoes", "Work Clothes", "Alterations"]],
  ["Pets", ["Food", "Vet", "Boarding", "Supplies"]],
  ["Subscriptions", ["Streaming", "Music", "News", "Software", "Games", "Cloud"]],
  ["Leisure", ["Books", "Cinema", "Concerts", "Hobbies", "Museum", "Photography", "Gardening"]],
  ["Travel", ["Flights", "Hotels", "Trains", "Meals", "Souvenirs", "Day Trips"]],
  ["Giving", ["Gifts", "Charity", "Birthdays", "Weddings"]],
  ["Holidays", ["Gifts", "Decoration", "Hosting", "Baking"]],
  ["Work", ["Office Supplies", "Courses", "Conferences", "Postage", "Reimbursable"]],
  ["Fees", ["Bank Fees", "Taxes", "Fines", "Legal"]],
  ["Goals", ["Savings", "Loan Payments", "Investing", "New Car", "Kitchen", "Sabbatical"]],
];

const HIDDEN: readonly string[] = [
  ...["Wedding 2012", "Old Flat", "Evening School", "Baby Things", "Motorbike", "Dance Class"],
  ...["Cable TV", "Landline", "Piano Loan", "Moving", "Aquarium", "DVD Rental", "Fax", "Cello"],
];

/**
 * Lists the groups and categories of a heavy plan.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 *
 * assert(heavyCategories(1, "2018-12-01", []).categories.length >= 100);
 * ```
 */
export function heavyCategories(
  seed: number,
  firstMonth: string,
  accounts: readonly HeavyAccount[],
): HeavyCategories {
  const id = (key: string): string => randomFrom(`heavy/${seed}/${key}`).uuid();
  const groups: StoredGroup[] = [];
  const categories: StoredCategory[] = [];
  const addGroup = (name: string, internal: boolean): string => {
    const groupId = id(`group/${name}`);
    groups.push({ id: groupId, name, hidden: false, internal, deleted: false, knowledge: 1 });
    return groupId;
  };
  const add = (groupId: string, name: string, more: Partial<StoredCategory> = {}): string => {
    const category = plainCategory(groupId, name, id(`category/${groupId}/${name}`));
    categories.push({ ...category, ...more });
    return more.id ?? category.id;
  };

  const internal = addGroup("Internal Master Category", true);
  const inflow = add(internal, "Inflow: Ready to Assign", { internal: true });
  const uncategorized = add(internal, "Uncategorized", { internal: true });
  const cards = addGroup("Credit Card Payments", true);
  for (const { stored } of accounts) {
    if (stored.payment_category_id === null) continue;
    add(cards, stored.name, { id: stored.payment_category_id, hidden: stored.closed });
  }
  const spending: string[] = [];
  const goals = new Map<string, string>();
  for (const [name, members] of GROUPS) {
    const groupId = addGroup(name, false);
    for (const [index, member] of members.entries()) {
      const target = index % 3 === 0 ? monthlyTarget(firstMonth, 50_000 + index * 25_000) : null;
      const category = add(groupId, member, { target });
      if (name === "Goals") goals.set(member, category);
      else spending.push(category);
    }
  }
  const hidden = addGroup("Hidden Categories", false);
  const retired = HIDDEN.map((name) => add(hidden, name, { hidden: true }));
  return {
    groups,
    categories,
    inflow,
    uncategorized,
    savings: goals.get("Savings") ?? "",
    loans: goals.get("Loan Payments") ?? "",
    investing: goals.get("Investing") ?? "",
    spending,
    retired,
  };
}

function plainCategory(groupId: string, name: string, id: string): StoredCategory {
  return {
    id,
    category_group_id: groupId,
    name,
    hidden: false,
    internal: false,
    note: null,
    target: null,
    loan_paired: false,
    deleted: false,
    knowledge: 1,
  };
}

function monthlyTarget(firstMonth: string, amount: number): StoredTarget {
  return {
    goal_type: "NEED",
    goal_target: amount,
    goal_needs_whole_amount: false,
    goal_day: null,
    goal_cadence: 1,
    goal_cadence_frequency: 1,
    goal_target_date: null,
    goal_snoozed_at: null,
    goal_creation_month: firstMonth,
  };
}
