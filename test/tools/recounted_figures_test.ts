// Uses YNAB's stored rows, but none of this project's code, to recompute the figures that read-only
// tools report.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { PlanRecords } from "../../demo/model/records.ts";
import { steps } from "../demo/_random_life.ts";
import { openApi } from "../demo/_api.ts";
import { ids } from "../demo/_tiny_plan.ts";
import type { MonthCategoryRecord } from "../../domain/base/plan_records.ts";
import { dueDays } from "../domain/schedules/_due_days.ts";
import { TODAY } from "./_plan.ts";
import {
  anySchedule,
  aRandomPlan,
  cashFlowOf,
  dayAt,
  duesOf,
  isOnBudget,
  isStart,
  milliunits,
  type Part,
  rowsIn,
  sum,
} from "./_recounted_plan.ts";
import { ask, list, type Row } from "./_read_answers.ts";
import { aWorld, type World } from "./_world.ts";
import { seedOr, times } from "../_runs.ts";

const RUNS = times(6);

Deno.test("the figures that read-only tools report agree with figures recomputed from YNAB's stored rows", async () => {
  const anyPlan = fc.tuple(steps(100), fc.array(anySchedule, { maxLength: 5 }), fc.nat(400));
  await fc.assert(
    fc.asyncProperty(anyPlan, async ([life, scheduled, ahead]) => {
      const plan = await aRandomPlan(life, scheduled);
      await using world = await aWorld({
        ...{ plans: [plan], profile: "complete", fullIds: true },
      });
      await checkAccounts(world, plan);
      await checkHistory(world, plan);
      await checkTrends(world, plan);
      await checkSchedules(world, plan, dayAt(ahead));
      await checkNeeds(world, plan);
      await checkWaiting(world, plan);
    }),
    { numRuns: RUNS, seed: seedOr(5), endOnFailure: true },
  );
  assert(identities > 2 * RUNS, `${identities}`);
});

const anyOneOff = fc.record({
  date: fc.nat(350).map(dayAt),
  amount: fc.integer({ min: -9_000, max: 5_000 }).map((cents) => cents / 100),
  label: fc.constantFrom("Boiler", "\u{1f381}"),
});

Deno.test("forecast_balance agrees with a calculation based only on schedules and one-off payments", async () => {
  const anyCase = fc.tuple(
    fc.array(anySchedule, { maxLength: 5 }),
    fc.array(anyOneOff, { maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(anyCase, async ([scheduled, oneOffs]) => {
      const plan = await aRandomPlan([], scheduled);
      await using world = await aWorld({ plans: [plan] });
      const answer = await ask(world, "forecast_balance", { until: "2028-02", one_offs: oneOffs });
      const flows = Map.groupBy([
        ...plan.scheduled.flatMap((one) =>
          dueDays(one, TODAY, "2028-02-29").map((date) => ({ date, amount: cashFlowOf(one) }))
        ),
        ...oneOffs.map(({ date, amount }) => ({ date, amount: milliunits(amount) })),
      ], ({ date }) => date);
      let [balance, ahead] = [0, 0];
      let shortfall: Row | undefined;
      for (const month of list(answer, "months")) {
        const walked = { in: 0, out: 0, end: 0, lowest: Infinity, lowest_date: "" };
        const start = balance;
        for (let day = dayAt(ahead); day.startsWith(String(month["month"])); day = dayAt(++ahead)) {
          const amounts = (flows.get(day) ?? []).map(({ amount }) => amount);
          walked.in += sum(amounts.filter((one) => one > 0));
          walked.out += sum(amounts.filter((one) => one < 0));
          balance += sum(amounts);
          if (balance < 0) shortfall ??= { date: day, balance: balance / 1000 };
          if (balance < walked.lowest) [walked.lowest, walked.lowest_date] = [balance, day];
        }
        const { lowest_date, ...amounts } = { ...walked, start, end: balance };
        const found = Object.keys(amounts).map((field) => [field, milliunits(month[field])]);
        assertEquals(Object.fromEntries(found), amounts);
        assertEquals(month["lowest_date"], lowest_date);
      }
      assertEquals(answer["first_shortfall"], shortfall);
    }),
    { numRuns: RUNS, seed: seedOr(5), endOnFailure: true },
  );
});

async function checkAccounts(world: World, plan: PlanRecords): Promise<void> {
  const answer = await ask(world, "list_accounts", { include_closed: true });
  const rows = rowsIn(plan).map(({ row }) => row);
  const balanceOf = (id: string): number =>
    sum(rows.filter((row) => row.account_id === id).map(({ amount }) => amount));
  const listed = list(answer, "accounts");
  assertEquals(
    new Map(listed.map((one) => [one["account_id"], milliunits(one["balance"])])),
    new Map(plan.accounts.map(({ id }) => [id, balanceOf(id)])),
  );
  const { accounts } = plan;
  const total = (isOnBudget: boolean): number =>
    sum(accounts.filter((one) => one.on_budget === isOnBudget).map(({ id }) => balanceOf(id)));
  assertEquals(milliunits(answer["on_budget_total"]), total(true));
  assertEquals(milliunits(answer["off_budget_total"]), total(false));
}

async function checkHistory(world: World, plan: PlanRecords): Promise<void> {
  if (rowsIn(plan).length === 0) return;
  const answer = await ask(world, "get_money_history");
  for (const one of list(answer, "months")) {
    const until = `${one["month"]}-31`;
    const balances = plan.accounts.map(({ id }) =>
      sum(
        rowsIn(plan).filter(({ row }) => row.account_id === id && row.date <= until)
          .map(({ row }) => row.amount),
      )
    );
    assertEquals(milliunits(one["net_worth"]), sum(balances));
    assertEquals(milliunits(one["assets"]), sum(balances.filter((balance) => balance > 0)));
    const income = rowsIn(plan).filter(({ row }) =>
      row.date.startsWith(String(one["month"])) && isOnBudget(plan, row.account_id) &&
      !isStart(plan, row)
    ).flatMap(({ parts }) => parts).filter((part) =>
      part.category_id === ids.inflow && part.transfer_account_id === null
    );
    assertEquals(milliunits(one["income"]), sum(income.map(({ amount }) => amount)));
    await checkIdentity(world, plan, String(one["month"]));
  }
}

/** Compares a month's spending, investments and debt payments with YNAB's category activity. */
async function checkIdentity(world: World, plan: PlanRecords, month: string): Promise<void> {
  const of = await ask(world, "get_money_history", { since: month, until: month });
  // Skip a month that contains only one side of a transfer, because that side isn't part of any
  // category's activity.
  if ("unpaired" in (of["change"] as Row)) return;
  const { spending, invested, debt_paid: paid } = of["totals"] as Row;
  const api = openApi({}, { plans: [plan] });
  const { month: detail } = await api.get(`/months/${month}-01`);
  const { categories } = detail as { readonly categories: readonly MonthCategoryRecord[] };
  const activity = categories.filter(({ name, category_group_name: group }) =>
    group !== "Credit Card Payments" && !name.startsWith("Inflow")
  ).map((one) => one.activity);
  // Unlike YNAB's activity, spending excludes starting balances, even those assigned to a category
  // other than Ready to Assign.
  const opened = rowsIn(plan).filter(({ row }) =>
    isStart(plan, row) && isOnBudget(plan, row.account_id) && row.date.startsWith(month) &&
    row.category_id !== ids.inflow
  ).map(({ row }) => row.amount);
  assertEquals(
    milliunits(spending) + milliunits(invested) + milliunits(paid),
    sum(opened) - sum(activity),
  );
  identities += 1;
}

let identities = 0;

/** Ids of all categories except internal ones and card payment categories. */
function ordinaryIds({ categories }: PlanRecords): ReadonlySet<string | null> {
  return new Set(
    categories.filter((one) => !one.internal && one.category_group_id !== ids.cardGroup)
      .map(({ id }) => id),
  );
}

async function checkTrends(world: World, plan: PlanRecords): Promise<void> {
  const args = { months: 3, include_current: true };
  const answer = await ask(world, "get_spending_trends", args);
  const byGroup = await ask(world, "get_spending_trends", { ...args, group_by: "group" });
  for (const trends of [answer, byGroup]) {
    const series = list(trends, "series")
      .map(({ spending }) => spending as readonly number[]);
    assertEquals(
      trends["totals"] ?? [],
      (trends["months"] as readonly unknown[] ?? []).map((_, at) =>
        sum(series.map((spending) => milliunits(spending[at]))) / 1000
      ),
    );
  }
  const ordinary = ordinaryIds(plan);
  const months = (answer["months"] ?? []) as readonly string[];
  const totals = (answer["totals"] ?? []) as readonly number[];
  for (const [at, month] of months.entries()) {
    const spent = rowsIn(plan)
      .filter(({ row }) => row.date.startsWith(month) && isOnBudget(plan, row.account_id))
      .flatMap(({ parts }) => parts)
      .filter((part) =>
        ordinary.has(part.category_id) && !isOnBudget(plan, part.transfer_account_id)
      );
    assertEquals(milliunits(totals[at]), 0 - sum(spent.map(({ amount }) => amount)), month);
    const byCategory = Map.groupBy(spent, (part) => part.category_id);
    await checkMonth(
      [world, plan],
      month,
      new Map(
        byCategory.entries().map(([id, parts]) => [id, 0 - sum(parts.map((one) => one.amount))]),
      ),
    );
  }
}

/**
 * Checks that `get_budget_vs_actual` and `find_transactions` return the correct spending by
 * category for a month. Also checks the totals that `find_transactions` reports for excluded
 * transfers and for excluded transactions in off-budget accounts.
 */
async function checkMonth(
  [world, plan]: readonly [World, PlanRecords],
  month: string,
  spent: ReadonlyMap<string | null, number>,
): Promise<void> {
  const nonzero = (sums: Iterable<readonly [unknown, number]>): ReadonlyMap<unknown, number> =>
    new Map([...sums].filter(([, amount]) => amount !== 0));
  const budget = await ask(world, "get_budget_vs_actual", { month });
  const budgeted = list(budget, "categories");
  assertEquals(
    nonzero(budgeted.map((one) => [one["category_id"], milliunits(one["spent"])])),
    nonzero(spent),
  );
  const span = { since: `${month}-01`, until: `${month}-31`.replace("02-31", "02-28"), limit: 200 };
  const byCategory = await ask(world, "find_transactions", { ...span, group_by: "category" });
  assertEquals(
    nonzero(
      list(byCategory, "groups")
        .filter((one) => ordinaryIds(plan).has(String(one["key"])))
        .map((one) => [one["key"], 0 - netOf(one)]),
    ),
    nonzero(spent),
  );
  const rows = rowsIn(plan).filter(({ row }) => row.date.startsWith(month));
  const isMoved = (part: Part): boolean =>
    part.transfer_account_id !== null &&
    (isOnBudget(plan, part.transfer_account_id) || part.category_id === null ||
      part.category_id === ids.uncategorized);
  const transfers = rows.filter(({ row }) => isOnBudget(plan, row.account_id))
    .map(({ parts }) => parts.filter(isMoved));
  const tracked = rows.filter(({ row }) => !isOnBudget(plan, row.account_id))
    .map(({ parts }) => parts);
  const leftOut = (byCategory["left_out"] ?? {}) as Readonly<Record<string, Row>>;
  assertEquals(figuresOf(leftOut["transfers"] ?? {}), recounted(transfers));
  assertEquals(figuresOf(leftOut["off_budget"] ?? {}), recounted(tracked));
}

function figuresOf(group: Row): readonly number[] {
  return [Number(group["count"] ?? 0), milliunits(group["sum_in"]), milliunits(group["sum_out"])];
}

function netOf(group: Row): number {
  return milliunits(group["sum_in"]) + milliunits(group["sum_out"]);
}

function recounted(groups: readonly (readonly Part[])[]): readonly number[] {
  const amounts = groups.flat().map(({ amount }) => amount);
  return [
    groups.filter(({ length }) => length > 0).length,
    sum(amounts.filter((amount) => amount > 0)),
    sum(amounts.filter((amount) => amount < 0)),
  ];
}

async function checkSchedules(world: World, plan: PlanRecords, since: string): Promise<void> {
  const until = "2027-05-31";
  const answer = await ask(world, "list_scheduled_transactions", { since, until });
  const listed = list(answer, "occurrences");
  let [into, out] = [0, 0];
  for (const one of plan.scheduled) {
    const days = dueDays(one, since, until);
    const own = listed.find(({ scheduled_id: id }) => id === one.id);
    assertEquals(own?.["dates"] ?? [], days, `${one.frequency} ${one.date_next}`);
    const lines = one.lines.filter(({ deleted }) => !deleted);
    const kept = (lines.length > 0 ? lines : [one])
      .filter(({ transfer_account_id: other }) => other === null);
    const total = sum(kept.map(({ amount }) => amount)) * days.length;
    if (total > 0) into += total;
    else out += total;
  }
  assertEquals([milliunits(answer["total_in"]), milliunits(answer["total_out"])], [into, out]);
}

async function checkNeeds(world: World, plan: PlanRecords): Promise<void> {
  const charges = await ask(world, "find_recurring_charges", { include_income: true });
  if (["charges", "income"].some((name) => list(charges, name).length > 0)) {
    return;
  }
  const dues = duesOf(plan);
  const current = await ask(world, "get_category_balances", { include_empty: true });
  const balances = new Map(
    list(current, "categories").map((
      one,
    ) => [String(one["category_id"]), milliunits(one["available"])]),
  );
  const outIn = (month: string, id: string | null): number =>
    0 - sum(
      dues.filter((one) =>
        one.date.startsWith(month) && one.category === id && one.amount < 0 &&
        one.category !== ids.inflow
      ).map(({ amount }) => amount),
    );
  const needs = await ask(world, "get_upcoming_needs");
  const bills = list(needs, "bills");
  const april = dues.filter((one) =>
    one.date.startsWith("2026-04") && one.amount < 0 && one.category !== ids.inflow
  );
  assertEquals(
    bills.map((one) => `${one["date"]} ${milliunits(one["amount"])}`).toSorted(),
    april.map(({ date, amount }) => `${date} ${-amount}`).toSorted(),
  );
  for (const one of list(needs, "categories")) {
    const id = String(one["category_id"]);
    assertEquals(milliunits(one["coming"]), outIn("2026-04", id));
    const left = Math.max(0, (balances.get(id) ?? 0) - outIn("2026-03", id));
    if (balances.has(id)) assertEquals(milliunits(one["available"]), left);
    const rest = left + milliunits(one["assigned"]) - milliunits(one["coming"]);
    assertEquals(milliunits(one["free"]), Math.max(0, rest));
    assertEquals(milliunits(one["short"]), Math.max(0, milliunits(one["target"]), -rest));
  }
  const known = new Set(
    plan.categories.filter((one) => !one.internal && !one.deleted).map(({ id }) => id),
  );
  const { coming } = needs["totals"] as Row;
  assertEquals(
    milliunits(coming),
    0 - sum(april.filter(({ category }) => known.has(category ?? "")).map((one) => one.amount)),
  );
  const incomeIn = (month: string): number =>
    sum(
      dues.filter((one) => one.date.startsWith(month) && one.category === ids.inflow)
        .map(({ amount }) => amount),
    );
  const now = await ask(world, "get_upcoming_needs", { month: "current" });
  for (const one of list(now, "categories")) {
    const id = String(one["category_id"]);
    const [available, coming] = [milliunits(one["available"]), milliunits(one["coming"])];
    assertEquals(coming, outIn("2026-03", id));
    if (balances.has(id)) assertEquals(available, balances.get(id));
    assertEquals(
      milliunits(one["short"]),
      Math.max(0, milliunits(one["target"]), coming - available),
    );
    assertEquals(milliunits(one["free"]), Math.max(0, available - coming));
  }
  const totals = now["totals"] as Row;
  assertEquals(
    milliunits(now["left"]),
    milliunits(now["ready_to_assign"]) - milliunits(totals["short"]),
  );
  const income = needs["expected_income"] as Row;
  assertEquals(
    [milliunits(income["before"]), milliunits(income["in_month"])],
    [incomeIn("2026-03"), incomeIn("2026-04")],
  );
}

async function checkWaiting(world: World, plan: PlanRecords): Promise<void> {
  const { waiting } = await ask(world, "get_digest");
  const { pending_count: pending } = await ask(world, "suggest_categories");
  const rows = rowsIn(plan);
  const isPending = (part: Part): boolean =>
    (part.category_id === null || part.category_id === ids.uncategorized) &&
    part.transfer_account_id === null;
  const uncategorized =
    rows.filter(({ row, parts }) =>
      isOnBudget(plan, row.account_id) && parts[0] === row && isPending(row)
    ).length;
  const unapproved = rows.filter(({ row }) => !row.approved).length;
  assertEquals(waiting, { unapproved, uncategorized });
  assertEquals(pending, uncategorized);
}
