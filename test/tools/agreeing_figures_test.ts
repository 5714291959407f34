// A figure must be the same in all read-only tools that return it, and on every page.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { PlanRecords } from "../../demo/model/records.ts";
import { steps } from "../demo/_random_life.ts";
import { ids } from "../demo/_tiny_plan.ts";
import { anySchedule, aRandomPlan, milliunits, rowsIn, sum } from "./_recounted_plan.ts";
import { ask, list, type Row } from "./_read_answers.ts";
import { aWorld, type World } from "./_world.ts";
import { seedOr, times } from "../_runs.ts";

const RUNS = times(4);

const idOf = (row: Row): string => String(row["category_id"]);
const net = (row: Row): number => milliunits(row["sum_in"]) + milliunits(row["sum_out"]);
const total = (rows: readonly Row[], field: string): number =>
  sum(rows.map((row) => milliunits(row[field])));

/** Tools that return paginated lists, with their arguments and the field that contains the list. */
const PAGED: readonly (readonly [tool: string, args: object, field: string])[] = [
  ...["newest", "oldest", "largest"]
    .map((sort) => ["find_transactions", { sort }, "transactions"] as const),
  ...["category", "payee", "account", "month", "flag"]
    .map((group_by) => ["find_transactions", { group_by }, "groups"] as const),
  ...["uses", "name", "last_used"].map((sort) => ["list_payees", { sort }, "payees"] as const),
  ["review_transactions", { unapproved_only: false, since: "2026-01-01" }, "rows"],
  ["suggest_categories", {}, "pending"],
  ["list_money_movements", {}, "movements"],
  ...["month", "category"].map((by) => ["list_money_movements", { by }, "periods"] as const),
];

async function checkPages(world: World, limit: number): Promise<void> {
  for (const [tool, args, field] of PAGED) {
    const { [field]: whole = [], categories: _, ...totals } = await ask(world, tool, {
      ...args,
      limit: 200,
    });
    const rows: Row[] = [];
    let cursor: unknown;
    do {
      const more = cursor === undefined ? {} : { cursor };
      const page = await ask(world, tool, { ...args, limit, ...more });
      const { [field]: own = [], next_cursor: next, categories: _, ...same } = page;
      assertEquals(same, totals, tool);
      rows.push(...own as readonly Row[]);
      cursor = next;
    } while (cursor !== undefined);
    assertEquals(rows, whole, JSON.stringify([tool, args]));
  }
}

const anyFilter = fc.record({
  since: fc.constantFrom("2026-01-31", "2026-02-28"),
  until: fc.constantFrom("2026-03-01", "2026-03-14"),
  account_ids: fc.constantFrom([ids.checking], [ids.visa, ids.house]),
  category_ids: fc.constantFrom([ids.food], [ids.rent, ids.inflow]),
  payee: fc.constantFrom("Payer", "pay"),
  text: fc.constantFrom("2026", "shop"),
  direction: fc.constantFrom("in", "out"),
  uncategorized: fc.boolean(),
  unapproved: fc.boolean(),
}, { requiredKeys: [] }).map(({ uncategorized, ...filter }) =>
  // Uncategorized transactions have no category, so find_transactions refuses the filters
  // `uncategorized` and `category_ids` together.
  filter.category_ids === undefined ? { ...filter, uncategorized } : filter
);

/** Checks that a search's groups agree with the totals of the same search without groups. */
async function checkGroups(world: World, filter: object): Promise<void> {
  const found = await ask(world, "find_transactions", filter);
  for (const group_by of ["category", "payee", "account", "month", "flag"]) {
    for (const include_transfers of [true, false]) {
      const args = { ...filter, group_by, include_transfers, limit: 200 };
      const grouped = await ask(world, "find_transactions", args);
      const groups = list(grouped, "groups");
      const leftOut = Object.values((grouped["left_out"] ?? {}) as Readonly<Record<string, Row>>);
      const label = JSON.stringify(args);
      assertEquals(net(grouped), sum(groups.map(net)), label);
      assertEquals(net(found), net(grouped) + sum(leftOut.map(net)), label);
      if (include_transfers) assertEquals(grouped["count"], found["count"], label);
      const count = sum(groups.map((one) => Number(one["count"])));
      if (group_by !== "category") assertEquals(grouped["count"], count, label);
      const keys = groups.map(({ key }) => key);
      assertEquals(new Set(keys).size, keys.length, label);
      const sizes = groups.map((one) => milliunits(one["sum_out"]) - milliunits(one["sum_in"]));
      if (group_by !== "month") assertEquals(sizes, sizes.toSorted((a, b) => a - b), label);
    }
  }
}

async function checkMonth(world: World, month: string): Promise<void> {
  const summary = await ask(world, "get_monthly_summary", { month });
  const balances = (more: object): Promise<Row> =>
    ask(world, "get_category_balances", { month, ...more });
  const all = list(await balances({ include_empty: true }), "categories");
  const needed = await balances({ only_underfunded: true });
  const budget = await ask(world, "get_budget_vs_actual", { month });
  const over = await ask(world, "get_budget_vs_actual", { month, only_over: true });
  const overspent = all.filter((one) => Number(one["available"]) < 0).map(idOf).toSorted();
  assertEquals(list(summary, "overspent").map(idOf).toSorted(), overspent);
  assertEquals(list(over, "categories").map(idOf).toSorted(), overspent);
  const under = list(needed, "categories");
  assertEquals(summary["underfunded"], {
    count: under.length,
    total: Number(needed["underfunded_total"]),
  });
  assertEquals(total(under, "underfunded"), milliunits(needed["underfunded_total"]));
  assertEquals(needed["ready_to_assign"], summary["ready_to_assign"]);
  for (const [field, amount] of Object.entries(budget["totals"] as Row)) {
    assertEquals(milliunits(amount), total(list(budget, "categories"), field), field);
  }
  const shown = all.filter((one) =>
    ["assigned", "activity", "available", "underfunded"].some((field) => one[field])
  );
  assertEquals(list(await balances({}), "categories"), shown);
  const isAnother = new Set(all.map(idOf));
  for (const group of new Set(all.map((one) => String(one["group"])))) {
    const own = list(await balances({ group, include_empty: true }), "categories");
    // Hidden categories are included only if their group was requested.
    const listed = own.filter((one) => isAnother.has(idOf(one)));
    assertEquals(listed, all.filter((one) => one["group"] === group));
  }
}

async function checkDebts(world: World): Promise<void> {
  const all = list(await ask(world, "list_accounts", { include_closed: true }), "accounts");
  const accounts = new Map(all.map((one) => [one["account_id"], one]));
  const owedOn = (id: unknown, field: string): number =>
    Math.max(0, -milliunits(accounts.get(id)?.[field]));
  const group = "Credit Card Payments";
  const payments = list(
    await ask(world, "get_category_balances", { include_empty: true, group }),
    "categories",
  );
  const cards = list(await ask(world, "explain_card"), "cards");
  for (const { account_id: id, name, set_aside: setAside, gap, ...card } of cards) {
    assertEquals(milliunits(card["owed"]), owedOn(id, "balance"));
    assertEquals(milliunits(card["owed_cleared"]), owedOn(id, "cleared_balance"));
    if (gap === undefined) continue;
    const [payment] = payments.filter((one) => one["name"] === name);
    assertEquals(setAside, payment?.["available"]);
    assertEquals(milliunits(gap), owedOn(id, "balance") - milliunits(setAside));
    const explained = await ask(world, "explain_card", { account_id: id });
    const before = milliunits((explained["before"] as Row | undefined)?.["gap"]);
    assertEquals(milliunits(gap), before + total(list(explained, "causes"), "amount"));
    assertEquals(Math.abs(milliunits(gap)), total(list(explained, "close"), "amount"));
  }
  const debts = all.map(({ account_id }) => ({ account_id, rate: 12, minimum: 50 }));
  const answer = await world.call("plan_payoff", { debts, extra: 100 });
  if (/^not_found: nothing is owed on any of these accounts/.test(answer.text)) return;
  const { structured: payoff = {} } = answer;
  const planned = list(payoff, "debts");
  for (const { account_id: id, set_aside: setAside, ...debt } of planned) {
    assertEquals(milliunits(debt["owed"]), owedOn(id, "balance"));
    assertEquals(setAside, cards.find((one) => one["account_id"] === id)?.["set_aside"]);
    const covered = Math.max(0, milliunits(setAside));
    assertEquals(milliunits(debt["debt"]), owedOn(id, "balance") - covered);
  }
  const monthly = milliunits(payoff["monthly"]);
  assertEquals(monthly, 100_000 + 50_000 * planned.length);
  const paid = total(list(payoff, "next"), "amount");
  if (total(planned, "debt") > monthly) assertEquals(paid, monthly);
  else assert(paid <= monthly, `${paid}`);
}

async function checkCash(world: World, account_ids?: readonly string[]): Promise<void> {
  const given = account_ids === undefined ? {} : { account_ids };
  const forecast = await ask(world, "forecast_balance", { until: "2026-09", ...given });
  const isCash = (one: Row): boolean =>
    one["on_budget"] !== false && ["checking", "savings", "cash"].includes(String(one["type"]));
  const counted = list(await ask(world, "list_accounts"), "accounts")
    .filter((one) => account_ids?.includes(String(one["account_id"])) ?? isCash(one));
  assertEquals(milliunits(forecast["start_balance"]), total(counted, "balance"));
  let balance = total(list(forecast, "accounts"), "balance");
  for (const month of list(forecast, "months")) {
    const of = (field: string): number => milliunits(month[field]);
    assertEquals([of("start"), of("end")], [balance, balance + of("in") + of("out")]);
    assert(of("lowest_p10") <= of("lowest") && of("lowest") <= of("end"));
    assert(of("p10") <= of("end") && of("end") <= of("p90"));
    balance = of("end");
  }
  const { lowest } = await ask(world, "can_afford", { amount: 1, ...given });
  const { date, balance: low, balance_with: left } = lowest as Row;
  const month = list(forecast, "months").find((one) => one["lowest_date"] === date);
  if (month !== undefined) assertEquals(low, month["lowest"]);
  assertEquals(milliunits(left), milliunits(low) - 1_000);
}

const CHANGES = ["saved", "gains", "opened", "corrections", "unpaired"];

async function checkHistory(world: World): Promise<void> {
  const whole = await ask(world, "get_money_history", { since: "2025-06" });
  const months = list(whole, "months");
  const change = whole["change"] as Row;
  const changes = await Promise.all(months.map(async (month) => {
    const span = { since: month["month"], until: month["month"] };
    const own = await ask(world, "get_money_history", span);
    assertEquals(list(own, "months"), [month]);
    return own["change"] as Row;
  }));
  for (const field of ["net_worth", ...CHANGES]) {
    assertEquals(milliunits(change[field]), total(changes, field), field);
  }
  assertEquals(milliunits(change["net_worth"]), sum(CHANGES.map((one) => milliunits(change[one]))));
  for (const field of ["income", "spending", "saved"]) {
    assertEquals(milliunits((whole["totals"] as Row)[field]), total(months, field), field);
  }
  const kinds = list(whole, "kinds");
  assertEquals(total(kinds, "end"), milliunits(months.at(-1)?.["net_worth"]));
  assertEquals(total(kinds, "end") - total(kinds, "start"), milliunits(change["net_worth"]));
}

async function checkDigest(world: World): Promise<void> {
  const digest = await ask(world, "get_digest", { since: "2026-01-01" });
  if (digest["more"] !== undefined) return;
  const amounts = (kind: string): readonly number[] =>
    list(digest, "items").filter((one) => one["kind"] === kind)
      .map(({ amount }) => -milliunits(amount)).toSorted((a, b) => a - b);
  const summary = await ask(world, "get_monthly_summary");
  const overspent = list(summary, "overspent").map(({ available }) => milliunits(available));
  assertEquals(amounts("overspent"), overspent);
  const free = milliunits(summary["ready_to_assign"]);
  assertEquals(amounts("overassigned"), free < 0 ? [free] : []);
}

async function checkMoves(world: World): Promise<void> {
  const moves = (more: object): Promise<Row> =>
    ask(world, "list_money_movements", { limit: 200, ...more });
  const categories = list(await moves({ by: "category" }), "periods");
  for (const month of list(await moves({ by: "month" }), "periods")) {
    const own = categories.filter((one) => one["month"] === month["month"]);
    assertEquals(milliunits(month["assigned"]), total(own, "assigned"));
    assertEquals(milliunits(month["moved"]), total(own, "moved"));
    assertEquals(milliunits(month["moved"]), total(own, "moved_in"));
  }
  assertEquals(total(list(await moves({}), "net"), "amount"), 0);
}

async function checkReimbursements(world: World): Promise<void> {
  const marks = [ids.food, ids.rent].map((mark) => [mark, { category_ids: [mark] }] as const);
  for (const [mark, filter] of [...marks, ["red", { flag: "red" }] as const]) {
    const answer = await ask(world, "list_reimbursements", { mark });
    const { out, back, open } = answer["totals"] as Row;
    const found = await ask(world, "find_transactions", filter);
    assertEquals([out, back].map(milliunits), [
      0 - milliunits(found["sum_out"]),
      milliunits(found["sum_in"]),
    ]);
    assertEquals(total(list(answer, "open"), "open"), milliunits(open));
  }
}

async function checkTrends(world: World): Promise<void> {
  const args = { months: 3, include_current: true };
  const whole = await ask(world, "get_spending_trends", args);
  const series = list(whole, "series");
  for (const one of series.slice(0, 2)) {
    const more = { ...args, category_ids: [one["id"]] };
    assertEquals(list(await ask(world, "get_spending_trends", more), "series"), [one]);
  }
}

const NAMES = [
  "Food",
  "food",
  "",
  " ",
  "\u05e9\u05d5\u05e7",
  "\u{1f355}",
  "Ready to Assign",
  "None",
];

/**
 * Gives some records empty names, duplicate names, names of YNAB's own categories, or names in
 * other scripts.
 */
function withNames(plan: PlanRecords, places: readonly number[]): PlanRecords {
  const renamed = <One extends { readonly name: string }>(
    records: One[],
    isOwn: (one: One) => boolean,
  ): One[] =>
    records.map((one, at) => {
      const name = NAMES[places[(at >> 1) % places.length] ?? 0] ?? "";
      return isOwn(one) && at % 2 === 0 ? { ...one, name } : one;
    });
  return {
    ...plan,
    categories: renamed(
      plan.categories,
      (one) => !one.internal && one.category_group_id !== ids.cardGroup,
    ),
    accounts: renamed(plan.accounts, ({ type }) => type !== "creditCard"),
    payees: renamed(
      plan.payees,
      (one) => one.transfer_account_id === null && one.id !== ids.startingBalance,
    ),
  };
}

Deno.test("all read-only tools and all their pages agree on every figure", async () => {
  const anyCase = fc.record({
    life: steps(100),
    scheduled: fc.array(anySchedule, { maxLength: 5 }),
    places: fc.array(fc.nat(NAMES.length - 1), { minLength: 2, maxLength: 2 }),
    filters: fc.array(anyFilter, { minLength: 2, maxLength: 2 }),
    limit: fc.integer({ min: 2, max: 9 }),
    today: fc.constantFrom("2026-03-01", "2026-03-14", "2026-03-31"),
  });
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ life, scheduled, places, filters, limit, today }) => {
      const plan = withNames(await aRandomPlan(life, scheduled), places);
      await using world = await aWorld({
        ...{ plans: [plan], profile: "complete", fullIds: true, today },
      });
      await checkPages(world, limit);
      for (const filter of filters) await checkGroups(world, filter);
      for (const month of ["2026-02", "2026-03"]) await checkMonth(world, month);
      await checkDebts(world);
      for (const some of [undefined, [ids.house, ids.visa]]) await checkCash(world, some);
      if (rowsIn(plan).length > 0) await checkHistory(world);
      await checkDigest(world);
      await checkMoves(world);
      await checkReimbursements(world);
      await checkTrends(world);
    }),
    { numRuns: RUNS, seed: seedOr(5), endOnFailure: true },
  );
});
