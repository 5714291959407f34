import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { addDays } from "../../demo/model/calendar.ts";
import type { PlanRecords, StoredSplitLine, StoredTransaction } from "../../demo/model/records.ts";
import { householdPlan } from "../../demo/household.ts";
import { figuresOn, opened } from "./_figures.ts";
import {
  badImportIds,
  brokenReferences,
  misdatedRows,
  misplacedCategories,
  oddAmounts,
  repeatedIds,
  unevenSplits,
  unpairedTransfers,
} from "./_plan_integrity.ts";

const TODAY = "2026-11-20";
const AWKWARD_DAYS = [
  "2024-02-29",
  "2025-12-31",
  "2026-01-01",
  "2026-02-28",
  "2026-03-01",
  "2026-03-31",
  "2026-05-02",
  "2026-08-03",
];

const plan = householdPlan({ today: TODAY });
const plans = new Map([[TODAY, plan]]);
const live = plan.transactions.filter(({ deleted }) => !deleted);
const thisMonth = "2026-11-01";

Deno.test("householdPlan() gives the same plan for the same day and seed", () => {
  assertEquals(householdPlan({ today: TODAY }), plan);
});

Deno.test("householdPlan() gives other ids for another seed", () => {
  const other = householdPlan({ today: TODAY, seed: 2 });
  assertNotEquals(other.id, plan.id);
  const ids = new Set(plan.transactions.map(({ id }) => id));
  assertEquals(other.transactions.filter(({ id }) => ids.has(id)), []);
});

Deno.test("householdPlan() keeps the ids of what the plan is made of on every day", () => {
  const later = householdPlan({ today: "2027-02-28" });
  assertEquals(later.id, plan.id);
  for (const kind of ["accounts", "groups", "categories", "payees", "scheduled"] as const) {
    const named = (records: PlanRecords): string[] => records[kind].map(({ id }) => id).sort();
    assertEquals(named(later), named(plan), kind);
  }
});

Deno.test("householdPlan() keeps everyday rows when a day goes by", () => {
  const tomorrow = householdPlan({ today: addDays(TODAY, 1) });
  const ids = new Set(tomorrow.transactions.map(({ id }) => id));
  const kept = plan.transactions.filter(({ id }) => ids.has(id)).length;
  assert(kept / plan.transactions.length > 0.95);
});

Deno.test("householdPlan() makes a plan of believable size", () => {
  assert(live.length >= 3_000 && live.length <= 5_000, String(live.length));
  assertEquals(plan.first_month, "2023-12-01");
  assertEquals(plan.currency_format?.iso_code, "USD");
});

for (const today of [TODAY, ...AWKWARD_DAYS]) {
  Deno.test(`householdPlan() holds together on ${today}`, () => {
    assertHoldsTogether(planOn(today), today);
  });

  Deno.test(`householdPlan() leaves a little to assign on ${today}`, () => {
    const figures = figuresOn(planOn(today), today);
    const index = figures.months.findIndex(({ month }) => month === figures.currentMonth);
    const ready = figures.toBeBudgeted[index] ?? NaN;
    assert(ready > 0 && ready < 500_000, String(ready));
    for (const earlier of figures.toBeBudgeted.slice(0, index)) assert(earlier >= 0);
  });

  Deno.test(`householdPlan() is overspent in cash and on credit on ${today}`, () => {
    const records = planOn(today);
    const demo = opened(records);
    const { months, currentMonth } = demo.figures(today);
    const now = months.find(({ month }) => month === currentMonth)?.categories;
    const figuresOf = (name: string) => now?.get(categoryNamed(records, name));
    assert((figuresOf("Dining Out")?.creditOverspent ?? 0) > 0);
    assert((figuresOf("Pharmacy & Health")?.cashOverspent ?? 0) > 0);
  });
}

Deno.test("householdPlan() holds together on any day", () => {
  const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays("2020-01-01", days));
  fc.assert(
    fc.property(day, (today) => assertHoldsTogether(householdPlan({ today }), today)),
    { numRuns: 12 },
  );
});

Deno.test("householdPlan() never lets a cash account run dry", () => {
  for (const today of [TODAY, ...AWKWARD_DAYS]) {
    const records = planOn(today);
    for (const account of records.accounts) {
      if (!["checking", "savings", "cash"].includes(account.type)) continue;
      let balance = 0;
      const rows = records.transactions
        .filter(({ account_id, deleted }) => !deleted && account_id === account.id)
        .toSorted((one, other) => one.date.localeCompare(other.date) || other.amount - one.amount);
      for (const { amount, date } of rows) {
        balance += amount;
        assert(balance >= 0, `${account.name} on ${date}, seen from ${today}`);
      }
    }
  }
});

Deno.test("householdPlan() has every kind of account", () => {
  const types = new Set(plan.accounts.map(({ type }) => type));
  for (
    const type of [
      "checking",
      "savings",
      "cash",
      "creditCard",
      "otherAsset",
      "mortgage",
      "autoLoan",
    ]
  ) assert(types.has(type), type);
  assert(plan.accounts.filter(({ type }) => type === "creditCard").length >= 2);
});

Deno.test("householdPlan() has a closed account whose balance is zero", () => {
  const closed = plan.accounts.filter((account) => account.closed && !account.deleted);
  assertEquals(closed.length, 1);
  assertEquals(balanceOf(closed[0]?.id), 0);
});

Deno.test("householdPlan() has loans with debt figures and paired categories", () => {
  const loans = plan.accounts.filter(({ debt_interest_rates }) => debt_interest_rates !== null);
  assertEquals(loans.map(({ type }) => type), ["mortgage", "autoLoan"]);
  assert(Object.keys(loans[0]?.debt_escrow_amounts ?? {}).length > 0);
  assert(Object.keys(loans[0]?.debt_minimum_payments ?? {}).length > 1);
  const paired = plan.categories.filter(({ loan_paired }) => loan_paired);
  assertEquals(paired.map(({ target }) => target?.goal_type), ["DEBT", "DEBT"]);
  assert(live.some((row) => row.debt_transaction_type === "interest"));
  assert(live.some((row) => row.debt_transaction_type === "payment"));
});

Deno.test("householdPlan() has transfers of each kind", () => {
  const kinds = new Set(
    live.filter(isTransfer).map((row) => {
      const [from, to] = [accountOf(row.account_id), accountOf(row.transfer_account_id)];
      return `${from?.type} to ${to?.type}${row.category_id === null ? "" : " with category"}`;
    }),
  );
  for (
    const kind of [
      "checking to savings",
      "checking to creditCard",
      "checking to checking",
      "checking to otherAsset with category",
      "checking to mortgage with category",
      "mortgage to checking",
    ]
  ) assert(kinds.has(kind), kind);
});

Deno.test("householdPlan() has a split line that moves money, mirrored by a row", () => {
  const rows = new Map(live.map((row) => [row.id, row]));
  const line = live.flatMap(liveLines).find((one) => one.transfer_account_id !== null);
  assertEquals(rows.get(line?.transfer_transaction_id ?? "")?.transfer_transaction_id, line?.id);
});

Deno.test("householdPlan() has splits with deleted lines, live and dead", () => {
  assert(live.some((row) => liveLines(row).length > 1 && row.lines.some(({ deleted }) => deleted)));
  assert(live.some((row) => row.lines.length > 0 && liveLines(row).length === 0));
  assert(plan.transactions.some((row) => row.deleted && row.lines.length > 0));
  assert(live.some((row) => liveLines(row).length === 4));
});

Deno.test("householdPlan() has the system groups", () => {
  const internal = plan.groups.filter((group) => group.internal).map(({ name }) => name);
  assertEquals(internal, ["Internal Master Category", "Credit Card Payments"]);
  const named = plan.categories.filter((category) => category.internal).map(({ name }) => name);
  assertEquals(named.toSorted(), ["Inflow: Ready to Assign", "Uncategorized"]);
});

Deno.test("householdPlan() has a payment category per card, of the card's name", () => {
  const categories = new Map(plan.categories.map((category) => [category.id, category]));
  for (const card of plan.accounts.filter(({ type }) => type === "creditCard")) {
    assertEquals(categories.get(card.payment_category_id ?? "")?.name, card.name);
  }
});

Deno.test("householdPlan() has hidden and deleted categories", () => {
  const groupNamed = (name: string) => plan.groups.find((group) => group.name === name);
  const legacy = groupNamed("Hidden Categories")?.id;
  assert(plan.categories.some((one) => one.hidden && one.category_group_id === legacy));
  assert(plan.categories.some((one) => one.hidden && one.category_group_id !== legacy));
  assert(plan.groups.some(({ hidden, name }) => hidden && name !== "Hidden Categories"));
  assert(plan.groups.some(({ deleted }) => deleted));
  const landline = plan.categories.find(({ name }) => name === "Landline");
  assertEquals(landline?.deleted, true);
  const tombstones = plan.transactions.filter((row) => row.category_id === landline?.id);
  assert(tombstones.length > 0 && tombstones.every(({ deleted }) => deleted));
});

Deno.test("householdPlan() has a hidden category with money on it", () => {
  const figures = figuresOn(planOn(TODAY), TODAY);
  const now = figures.months.find(({ month }) => month === thisMonth);
  assert(
    plan.categories.some(({ id, hidden }) => hidden && (now?.categories.get(id)?.balance ?? 0) > 0),
  );
});

Deno.test("householdPlan() has categories of the same name in two groups", () => {
  for (const name of ["Gifts", "Insurance"]) {
    const groups = plan.categories.filter((category) => category.name === name)
      .map(({ category_group_id }) => category_group_id);
    assertEquals(new Set(groups).size, 2, name);
  }
});

Deno.test("householdPlan() has a month in which a refund outweighs spending", () => {
  const vacation = categoryNamed(plan, "Vacation");
  const sums = new Map<string, number>();
  for (const row of live) {
    if (row.category_id !== vacation) continue;
    const month = row.date.slice(0, 7);
    sums.set(month, (sums.get(month) ?? 0) + row.amount);
  }
  assert([...sums.values()].some((sum) => sum > 0));
});

Deno.test("householdPlan() has bills in every rhythm", () => {
  const rhythms: readonly (readonly [payee: string, days: number])[] = [
    ["Riverbend Farm Box", 7],
    ["Bright Broom Cleaning", 14],
    ["Kibble Club", 28],
    ["Moonreel", 30.4],
    ["City Water Bureau", 91],
    ["Oregon DMV", 365],
  ];
  for (const [payee, days] of rhythms) {
    const gaps = gapsOf(datesOf(payee));
    assert(gaps.length >= 2, payee);
    for (const gap of gaps) assert(Math.abs(gap - days) <= 5, `${payee}: ${gap} days`);
  }
  const halfYearly = live.filter((row) => row.amount === -642_000).map(({ date }) => date);
  for (const gap of gapsOf(halfYearly)) assert(Math.abs(gap - 182) <= 5);
});

Deno.test("householdPlan() has a subscription whose price rose once", () => {
  const prices = rowsOfPayee("Moonreel").map(({ amount }) => amount);
  assertEquals([...new Set(prices)], [-15_490, -17_990]);
});

Deno.test("householdPlan() has a bill that varies with the season", () => {
  const amounts = rowsOfPayee("Northwest Gas").map(({ amount }) => -amount);
  assert(Math.max(...amounts) > 2 * Math.min(...amounts));
});

Deno.test("householdPlan() never books bills on a weekend", () => {
  for (const { date, memo } of rowsOfPayee("Evergreen Fiber")) {
    if (memo !== "Landline") assertNotEquals(new Date(date).getUTCDay() % 6, 0, date);
  }
});

Deno.test("householdPlan() has two salaries in the inflow category", () => {
  const inflow = categoryNamed(plan, "Inflow: Ready to Assign");
  for (const payee of ["Northline Engineering", "Studio Marlow"]) {
    const rows = rowsOfPayee(payee);
    assert(rows.length >= 35 && rows.every((row) => row.category_id === inflow), payee);
  }
});

Deno.test("householdPlan() has starting balances, as income for cash accounts only", () => {
  const inflow = categoryNamed(plan, "Inflow: Ready to Assign");
  for (const row of rowsOfPayee("Starting Balance")) {
    const account = accountOf(row.account_id);
    const isCash = account?.on_budget === true && account.type !== "creditCard";
    assertEquals(row.category_id, isCash ? inflow : null, account?.name);
    assertEquals(row.date, plan.first_month);
  }
});

Deno.test("householdPlan() has a schedule of every frequency", () => {
  assertEquals(
    [...new Set(plan.scheduled.filter((one) => !one.deleted).map((one) => one.frequency))].sort(),
    [
      "daily",
      "every3Months",
      "every4Months",
      "every4Weeks",
      "everyOtherMonth",
      "everyOtherWeek",
      "everyOtherYear",
      "monthly",
      "never",
      "twiceAMonth",
      "twiceAYear",
      "weekly",
      "yearly",
    ],
  );
});

Deno.test("householdPlan() has schedules due today, overdue, split, moving money, deleted", () => {
  assert(plan.scheduled.some(({ date_next }) => date_next === TODAY));
  assert(plan.scheduled.some(({ date_next, deleted }) => date_next < TODAY && !deleted));
  assert(plan.scheduled.some(({ lines }) => lines.length > 1));
  assert(plan.scheduled.some((one) => one.transfer_account_id !== null));
  assert(plan.scheduled.some(({ deleted }) => deleted));
  assert(plan.scheduled.some(({ date_first }) => date_first.endsWith("-31")));
  for (const { date_first, date_next } of plan.scheduled) assert(date_first <= date_next);
});

Deno.test("householdPlan() has schedules for bills that exist in the history", () => {
  const paid = new Set(live.map(({ payee_id }) => payee_id));
  assert(plan.scheduled.filter(({ payee_id }) => paid.has(payee_id)).length >= 8);
});

Deno.test("householdPlan() has rows that a schedule entered", () => {
  const schedules = new Set(plan.scheduled.map(({ id }) => id));
  const entered = live.filter(({ id }) => id.includes("_"));
  assert(entered.length > 0);
  for (const { id, date } of entered) {
    assertEquals(id.slice(37), date);
    assert(schedules.has(id.slice(0, 36)));
  }
});

Deno.test("householdPlan() has bank labels of several countries", () => {
  const labels = live.map((row) => row.import_payee_name_original ?? "");
  for (
    const pattern of [
      /^SQ \*BLUE DOOR COFFEE/,
      /^TST\* /,
      /^PAYPAL \*SPOTIFY/,
      /XXXXXXXXXXXX4417/,
      / PORTLAND OR$/,
      /^SEPA-BASISLASTSCHRIFT .*EREF\+.*SVWZ\+/,
      /^CB CARREFOUR \d\d\/\d\d /,
      /^PRLV SEPA EDF /,
      /^VIR SEPA /,
      /^CARD PAYMENT TO TESCO STORES \d{4} ON \d\d-\d\d$/,
    ]
  ) assert(labels.some((label) => pattern.test(label)), String(pattern));
});

Deno.test("householdPlan() has at least 30 rows whose bank label says AMZN", () => {
  const rows = live.filter(({ import_payee_name }) => import_payee_name?.includes("AMZN"));
  assert(rows.length >= 30, String(rows.length));
  assert(live.some((row) => row.import_payee_name === "AMZN Mktp US*2K4LM8QX3"));
});

Deno.test("householdPlan() gives imported rows an import id and clears them", () => {
  const imported = live.filter(({ import_id }) => import_id !== null);
  assert(imported.length > 1_500);
  for (const row of imported) {
    assert(row.import_id?.startsWith(`YNAB:${row.amount}:${row.date}:`));
    assertNotEquals(row.cleared, "uncleared");
    assertNotEquals(row.import_payee_name, null);
  }
});

Deno.test("householdPlan() has a dozen recent rows without a category", () => {
  const since = addDays(TODAY, -21);
  assert(live.filter((row) => row.date >= since && isPending(row)).length >= 12);
});

Deno.test("householdPlan() has forgotten rows older than a year", () => {
  const until = addDays(TODAY, -366);
  assert(live.some((row) => row.date < until && isPending(row)));
  assert(live.some((row) => row.date < until && !row.approved));
  assert(live.some((row) => row.date < until && !row.approved && row.category_id !== null));
});

Deno.test("householdPlan() has a row in the internal Uncategorized category", () => {
  assert(live.some((row) => row.category_id === categoryNamed(plan, "Uncategorized")));
});

Deno.test("householdPlan() has a transfer that arrived as two ordinary rows", () => {
  const rows = live.filter((row) => Math.abs(row.amount) === 650_000 && !isTransfer(row));
  assertEquals(rows.map(({ amount }) => amount).sort(), [-650_000, 650_000]);
  assertEquals(new Set(rows.map(({ account_id }) => account_id)).size, 2);
  assert(rows.every((row) => row.category_id === null));
});

Deno.test("householdPlan() has a matched pair that counts once", () => {
  const rows = new Map(live.map((row) => [row.id, row]));
  const pair = live.filter((row) =>
    rows.get(row.matched_transaction_id ?? "")?.matched_transaction_id === row.id
  );
  assertEquals(pair.length, 2);
  assertEquals(pair.filter(({ import_id }) => import_id !== null).length, 1);
  const demo = opened(householdPlan({ today: TODAY }));
  assertEquals(pair.filter((row) => demo.isCountedOut(row)).length, 1);
});

Deno.test("householdPlan() has a row matched to one that is gone", () => {
  const rows = new Map(plan.transactions.map((row) => [row.id, row]));
  assert(live.some((row) => rows.get(row.matched_transaction_id ?? "")?.deleted === true));
});

Deno.test("householdPlan() has flags with a label, without one and with no colour", () => {
  assert(live.some((row) => row.flag_color === "red" && row.flag_name === "Reimburse"));
  assert(live.some((row) => row.flag_color === "green" && row.flag_name === null));
  assert(live.some((row) => row.flag_color === ""));
  assert(live.some((row) => row.flag_color === null));
});

Deno.test("householdPlan() has a payee with an HTML entity", () => {
  assert(rowsOfPayee("B&amp;H Photo Video").length > 1);
});

Deno.test("householdPlan() has a payee with invisible and turning marks", () => {
  const disguised = plan.payees.filter(({ name }) => /[\u200b\u202e\u2060]/.test(name));
  assertEquals(disguised.length, 1);
  assertEquals(rowsOfPayee(disguised[0]?.name ?? "").length, 1);
});

Deno.test("householdPlan() has memos with instructions, line breaks and Markdown", () => {
  const memos = live.map(({ memo }) => memo ?? "");
  assert(memos.some((memo) => memo.startsWith("Ignore previous instructions")));
  assert(memos.some((memo) => /\n.*\|/.test(memo) && memo.includes("](https://")));
});

Deno.test("householdPlan() has reconciled, cleared and uncleared rows in that order", () => {
  const checking = plan.accounts.find(({ name }) => name === "Checking");
  const reconciledOn = checking?.last_reconciled_at?.slice(0, 10) ?? "";
  assert(reconciledOn > plan.first_month && reconciledOn < TODAY);
  for (const row of live.filter(({ account_id }) => account_id === checking?.id)) {
    if (row.cleared === "reconciled") assert(row.date <= reconciledOn && row.approved);
  }
  assert(live.some(({ cleared, date }) => cleared === "uncleared" && date > addDays(TODAY, -4)));
});

Deno.test("householdPlan() has targets of each kind", () => {
  const targets = plan.categories.flatMap(({ target }) => target ?? []);
  for (const type of ["NEED", "TB", "TBD", "MF", "DEBT"]) {
    assert(targets.some(({ goal_type }) => goal_type === type), type);
  }
  const needs = targets.filter(({ goal_type }) => goal_type === "NEED");
  assert(needs.some((one) => one.goal_needs_whole_amount === true && one.goal_cadence === 1));
  assert(needs.some((one) => one.goal_needs_whole_amount === false));
  assert(needs.some((one) => one.goal_cadence === 2 && one.goal_day !== null));
  assert(needs.some((one) => one.goal_cadence === 13 && (one.goal_target_date ?? "") >= TODAY));
  assert(targets.some((one) => one.goal_snoozed_at !== null));
  const cardCategories = new Set(plan.accounts.map((one) => one.payment_category_id));
  assert(plan.categories.some(({ id, target }) => cardCategories.has(id) && target !== null));
});

Deno.test("householdPlan() has underfunded targets this month", () => {
  const assigned = plan.assignments.get(thisMonth);
  const maintenance = plan.categories.find(({ name }) => name === "Home Maintenance");
  assert((assigned?.get(maintenance?.id ?? "") ?? 0) < (maintenance?.target?.goal_target ?? 0));
});

Deno.test("householdPlan() records moves that add up to the assignments", () => {
  const sums = new Map<string, number>();
  for (const { from_category_id, to_category_id, amount, month } of plan.money_movements) {
    assert(amount > 0);
    if (month !== thisMonth) continue;
    if (from_category_id) sums.set(from_category_id, (sums.get(from_category_id) ?? 0) - amount);
    if (to_category_id) sums.set(to_category_id, (sums.get(to_category_id) ?? 0) + amount);
  }
  const assigned = plan.assignments.get(thisMonth) ?? new Map<string, number>();
  for (const id of new Set([...assigned.keys(), ...sums.keys()])) {
    assertEquals(sums.get(id) ?? 0, assigned.get(id) ?? 0, id);
  }
});

Deno.test("householdPlan() has bank links, a broken one and rows waiting", () => {
  const linked = plan.accounts.filter((account) => account.direct_import_linked);
  assertEquals(linked.filter((account) => account.direct_import_in_error).length, 1);
  assert(linked.length > 1);
  assert(plan.waiting_imports.length >= 3);
  for (const { account_id, date } of plan.waiting_imports) {
    assertEquals(accountOf(account_id)?.direct_import_in_error, false);
    assert(date <= TODAY);
  }
});

Deno.test("householdPlan() has month notes", () => {
  assert(plan.month_notes.size >= 3);
  for (const month of plan.month_notes.keys()) assert(month >= plan.first_month && month <= TODAY);
});

Deno.test("householdPlan() has payees with rename rules, unused and deleted payees", () => {
  assert(plan.payees.some(({ rename_rules }) => rename_rules.length > 0));
  assert(plan.payees.some(({ deleted }) => deleted));
  assert(plan.payees.some(({ name }) => name === "Evergreen Plumbing"));
});

Deno.test("householdPlan() has the payees of every plan", () => {
  const names = new Set(plan.payees.map(({ name }) => name));
  for (const kind of ["Starting Balance", "Manual Balance Adjustment"]) assert(names.has(kind));
  assert(names.has("Reconciliation Balance Adjustment"));
  for (const { name } of plan.accounts) assert(names.has(`Transfer : ${name}`), name);
});

Deno.test("householdPlan() stamps everything up to the plan's knowledge", () => {
  const stamped = [...plan.accounts, ...plan.categories, ...plan.payees, ...plan.transactions];
  assert(stamped.every(({ knowledge }) => knowledge > 0 && knowledge <= plan.knowledge));
});

/** The plan of a day, made once: nothing here changes it. */
function planOn(today: string): PlanRecords {
  const made = plans.get(today) ?? householdPlan({ today });
  plans.set(today, made);
  return made;
}

function assertHoldsTogether(records: PlanRecords, today: string): void {
  assertEquals(brokenReferences(records), []);
  assertEquals(unpairedTransfers(records), []);
  assertEquals(unevenSplits(records), []);
  assertEquals(misdatedRows(records, today), []);
  assertEquals(repeatedIds(records), []);
  assertEquals(badImportIds(records), []);
  assertEquals(oddAmounts(records), []);
  assertEquals(misplacedCategories(records), []);
}

function accountOf(id: string | null): PlanRecords["accounts"][number] | undefined {
  return plan.accounts.find((account) => account.id === id);
}

function balanceOf(accountId: string | undefined): number {
  return live.filter(({ account_id }) => account_id === accountId)
    .reduce((sum, { amount }) => sum + amount, 0);
}

function categoryNamed({ categories }: PlanRecords, name: string): string {
  const found = categories.find((category) => category.name === name);
  if (found === undefined) throw new Error(`There is no category ${name}`);
  return found.id;
}

function datesOf(payee: string): string[] {
  return rowsOfPayee(payee).map(({ date }) => date);
}

function gapsOf(dates: readonly string[]): number[] {
  return dates.slice(1).map((date, index) =>
    (Date.parse(date) - Date.parse(dates[index] ?? date)) / 86_400_000
  );
}

function isPending(row: StoredTransaction): boolean {
  const isUncategorized = row.category_id === null ||
    row.category_id === categoryNamed(plan, "Uncategorized");
  return isUncategorized && !isTransfer(row) && liveLines(row).length === 0 &&
    accountOf(row.account_id)?.on_budget === true;
}

function isTransfer(row: StoredTransaction): boolean {
  return row.transfer_account_id !== null;
}

function liveLines(row: StoredTransaction): StoredSplitLine[] {
  return row.lines.filter(({ deleted }) => !deleted);
}

function rowsOfPayee(name: string): StoredTransaction[] {
  const payee = plan.payees.find((one) => one.name === name)?.id;
  return live.filter(({ payee_id }) => payee_id === payee);
}

for (const today of ["2026-11-20", "2026-02-03", "2027-06-30"]) {
  Deno.test(`the household of ${today} has a shop under two names, and a purchase twice`, () => {
    const { payees, transactions } = householdPlan({ today });
    const idOf = (name: string): string | undefined =>
      payees.find((one) => one.name === name && !one.deleted)?.id;
    const rowsOf = (id: string | undefined): typeof transactions =>
      transactions.filter((row) => row.payee_id === id && !row.deleted);
    assert(rowsOf(idOf("AMZN Mktp US*K71LD1NUV")).length > 1);
    assert(rowsOf(idOf("Amazon")).length > 50);
    const twice = transactions.filter((one) =>
      one.date > addDays(today, -90) &&
      transactions.some((other) =>
        other !== one && other.payee_id === one.payee_id && other.amount === one.amount &&
        other.account_id === one.account_id && other.date >= one.date &&
        other.date <= addDays(one.date, 3) && one.payee_id !== null
      )
    );
    assert(twice.length > 0);
  });
}
