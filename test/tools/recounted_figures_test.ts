// Recounts the figures of reading tools from YNAB's stored rows, without this project's code.

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type {
  PlanRecords,
  StoredScheduled,
  StoredSplitLine,
  StoredTransaction,
} from "../../demo/model/records.ts";
import { openApi } from "../demo/_api.ts";
import { steps, take } from "../demo/_random_life.ts";
import { aCategory, aLine, anAccount, aPayee, aSchedule, ids, uuid } from "../demo/_tiny_plan.ts";
import { dueDays, EVERY_DAYS, EVERY_MONTHS } from "../domain/schedules/_due_days.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const RUNS = Number(Deno.env.get("RECOUNTS") ?? 8);
const SEED = Number(Deno.env.get("RECOUNT_SEED") ?? 5);
const TODAY = "2026-03-15";

type Row = Readonly<Record<string, unknown>>;
type Part = StoredTransaction | StoredSplitLine;

const loan = uuid(16);
const toLoan = uuid(30);
const hobby = uuid(49);

const milliunits = (amount: unknown): number => Math.round(Number(amount ?? 0) * 1000);
const sum = (amounts: Iterable<number>): number => [...amounts].reduce((a, b) => a + b, 0);

/** Live rows, each with its live parts. */
function rowsIn(plan: PlanRecords): readonly { row: StoredTransaction; parts: readonly Part[] }[] {
  return plan.transactions.filter(({ deleted }) => !deleted).map((row) => {
    const lines = row.lines.filter(({ deleted }) => !deleted);
    return { row, parts: lines.length > 0 ? lines : [row] };
  });
}

const FREQUENCIES = [
  "never",
  "twiceAMonth",
  ...Object.keys(EVERY_DAYS),
  ...Object.keys(EVERY_MONTHS),
];

const anySchedule: fc.Arbitrary<StoredScheduled> = fc.record({
  account: fc.constantFrom(ids.checking, ids.visa, ids.house, loan),
  ahead: fc.integer({ min: 0, max: 60 }),
  frequency: fc.constantFrom(...FREQUENCIES),
  amount: fc.integer({ min: -90, max: 40 }).filter((one) => one !== 0),
  other: fc.constantFrom(null, null, null, ids.savings, ids.amex, ids.house, loan),
  category: fc.constantFrom(ids.food, ids.rent, hobby, ids.inflow, null),
  isSplit: fc.boolean(),
}).map(({ account, ahead, frequency, amount, other, category, isSplit }) => {
  const date = dayAt(ahead);
  const transfer = other === account ? null : other;
  const whole = {
    ...{ date_first: date, date_next: date, frequency, account_id: account },
    amount: amount * 1000,
  };
  if (!isSplit) {
    return aSchedule({ ...whole, category_id: category, transfer_account_id: transfer });
  }
  return aSchedule({
    ...whole,
    lines: [
      aLine({ amount: amount * 400, category_id: category }),
      aLine({ amount: amount * 600, category_id: ids.rent, transfer_account_id: transfer }),
      aLine({ amount: 77_000, category_id: ids.rent, deleted: true }),
    ],
  });
});

function dayAt(ahead: number): string {
  return new Date(Date.parse(TODAY) + ahead * 86_400_000).toISOString().slice(0, 10);
}

async function ask(world: World, tool: string, args: object = {}): Promise<Row> {
  const { structured, text, isError } = await world.call(tool, { ...args });
  if (isError || structured === undefined) throw new Error(`${tool}: ${text}`);
  return structured as Row;
}

/** A random plan with a loan, a hidden category and random schedules. */
async function aRandomPlan(
  life: Parameters<typeof take>[0][],
  scheduled: readonly StoredScheduled[],
): Promise<PlanRecords> {
  const api = openApi();
  api.upstream.edit((plan) => {
    const car = { id: loan, name: "Car loan", type: "autoLoan", on_budget: false } as const;
    plan.accounts.push(anAccount({ ...car, transfer_payee_id: toLoan }));
    plan.payees.push(
      aPayee({ id: toLoan, name: "Transfer : Car loan", transfer_account_id: loan }),
    );
    plan.categories.push(aCategory({ id: hobby, name: "Hobby", hidden: true }));
  });
  for (const step of life) await take(step, api);
  const [plan] = api.upstream.snapshot();
  if (plan === undefined) throw new Error("no plan");
  plan.scheduled = scheduled.map((one) => ({ ...one, id: crypto.randomUUID() }));
  return plan;
}

Deno.test("reading tools agree with a recount of the stored rows", async () => {
  const anyPlan = fc.tuple(steps(100), fc.array(anySchedule, { maxLength: 5 }));
  await fc.assert(
    fc.asyncProperty(anyPlan, async ([life, scheduled]) => {
      const plan = await aRandomPlan(life, scheduled);
      await using world = await aWorld({
        ...{ plans: [plan], planId: plan.id, profile: "complete", fullIds: true },
      });
      await checkAccounts(world, plan);
      await checkHistory(world, plan);
      await checkTrends(world, plan);
      await checkSchedules(world, plan);
      await checkNeeds(world, plan);
      await checkMarks(world, plan);
      await checkWaiting(world, plan);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
});

Deno.test("forecast_balance agrees with a recount of schedules alone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anySchedule, { maxLength: 5 }), async (scheduled) => {
      const plan = await aRandomPlan([], scheduled);
      await using world = await aWorld({ plans: [plan], planId: plan.id });
      const answer = await ask(world, "forecast_balance", { until: "2027-02" });
      let balance = 0;
      for (const month of rowsOf<Row>({ structured: answer }, "months")) {
        const flows = plan.scheduled.flatMap((schedule) =>
          dueDays(schedule, TODAY, "2027-02-28").filter((day) =>
            day.startsWith(String(month["month"]))
          )
            .map(() => cashFlowOf(schedule))
        );
        const [into, out] = [flows.filter((one) => one > 0), flows.filter((one) => one < 0)];
        assertEquals([milliunits(month["in"]), milliunits(month["out"])], [sum(into), sum(out)]);
        balance += sum(flows);
        assertEquals(milliunits(month["end"]), balance);
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
});

/** What a schedule adds to checking and savings together. */
function cashFlowOf({ account_id: own, ...schedule }: StoredScheduled): number {
  const lines = schedule.lines.filter(({ deleted }) => !deleted);
  const isCash = (id: string | null): boolean => id === ids.checking || id === ids.savings;
  return sum(
    (lines.length > 0 ? lines : [schedule]).map(({ amount, transfer_account_id: other }) =>
      (isCash(own) ? amount : 0) - (isCash(other) ? amount : 0)
    ),
  );
}

async function checkAccounts(world: World, plan: PlanRecords): Promise<void> {
  const answer = await ask(world, "list_accounts", { include_closed: true });
  const rows = rowsIn(plan).map(({ row }) => row);
  const balanceOf = (id: string): number =>
    sum(rows.filter((row) => row.account_id === id).map(({ amount }) => amount));
  const listed = rowsOf<Row>({ structured: answer }, "accounts");
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
  for (const one of rowsOf<Row>({ structured: answer }, "months")) {
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
  }
}

function isOnBudget({ accounts }: PlanRecords, id: string | null): boolean {
  return accounts.find((one) => one.id === id)?.on_budget === true;
}

function isStart({ payees }: PlanRecords, { payee_id }: StoredTransaction): boolean {
  return payees.find(({ id }) => id === payee_id)?.name === "Starting Balance";
}

async function checkTrends(world: World, plan: PlanRecords): Promise<void> {
  const answer = await ask(world, "get_spending_trends", { months: 3, include_current: true });
  const cards = new Set(
    plan.categories.filter((one) => one.category_group_id === ids.cardGroup).map(({ id }) => id),
  );
  const ordinary = new Set(
    plan.categories.filter(({ id, internal }) => !internal && !cards.has(id)).map(({ id }) => id),
  );
  const months = (answer["months"] ?? []) as readonly string[];
  const totals = (answer["totals"] ?? []) as readonly number[];
  for (const [at, month] of months.entries()) {
    const spent = rowsIn(plan)
      .filter(({ row }) => row.date.startsWith(month) && isOnBudget(plan, row.account_id))
      .flatMap(({ parts }) => parts)
      .filter((part) =>
        ordinary.has(part.category_id ?? "") &&
        !isOnBudget(plan, part.transfer_account_id)
      );
    assertEquals(milliunits(totals[at]), 0 - sum(spent.map(({ amount }) => amount)), month);
  }
}

async function checkSchedules(world: World, plan: PlanRecords): Promise<void> {
  const until = "2027-05-31";
  const answer = await ask(world, "list_scheduled_transactions", { until });
  const listed = rowsOf<Row>({ structured: answer }, "occurrences");
  let [into, out] = [0, 0];
  for (const one of plan.scheduled) {
    const days = dueDays(one, TODAY, until);
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

interface Due {
  readonly date: string;
  readonly amount: number;
  readonly category: string | null;
}

/** What schedules take from or add to the budget. */
function duesOf(plan: PlanRecords): readonly Due[] {
  const typeOf = (id: string | null): string =>
    plan.accounts.find((one) => one.id === id)?.type ?? "";
  const isCash = (id: string | null): boolean =>
    isOnBudget(plan, id) && ["checking", "savings", "cash"].includes(typeOf(id));
  return plan.scheduled.flatMap((schedule) => {
    const lines = schedule.lines.filter(({ deleted }) => !deleted);
    return (lines.length > 0 ? lines : [schedule]).flatMap((part): readonly Due[] => {
      const { transfer_account_id: other, category_id: category } = part;
      const own = schedule.account_id;
      const dues = dueDays(schedule, TODAY, "2026-04-30");
      if (isOnBudget(plan, own) && isOnBudget(plan, other)) {
        const [from, to] = part.amount < 0 ? [own, other] : [other, own];
        if (!isCash(from) || isCash(to)) return [];
        const name = plan.accounts.find(({ id }) => id === to)?.name;
        const [payment = null, ...more] = plan.categories.filter((one) =>
          one.category_group_id === ids.cardGroup && one.name === name
        );
        const paid = more.length > 0 ? null : payment?.id ?? null;
        return dues.map((date) => ({ date, amount: -Math.abs(part.amount), category: paid }));
      }
      if (!isOnBudget(plan, own) && !isOnBudget(plan, other)) return [];
      const budget = isOnBudget(plan, own) ? own : other;
      if (category === ids.inflow && !isCash(budget)) return [];
      const amount = isOnBudget(plan, own) ? part.amount : -part.amount;
      return dues.map((date) => ({ date, amount, category }));
    });
  });
}

async function checkNeeds(world: World, plan: PlanRecords): Promise<void> {
  const charges = await ask(world, "find_recurring_charges", { include_income: true });
  if (["charges", "income"].some((name) => rowsOf({ structured: charges }, name).length > 0)) {
    return;
  }
  const dues = duesOf(plan);
  const current = await ask(world, "get_category_balances", { include_empty: true });
  const balances = new Map(
    rowsOf<Row>({ structured: current }, "categories").map((
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
  const bills = rowsOf<Row>({ structured: needs }, "bills");
  const april = dues.filter((one) =>
    one.date.startsWith("2026-04") && one.amount < 0 && one.category !== ids.inflow
  );
  assertEquals(
    bills.map((one) => `${one["date"]} ${milliunits(one["amount"])}`).toSorted(),
    april.map(({ date, amount }) => `${date} ${-amount}`).toSorted(),
  );
  for (const one of rowsOf<Row>({ structured: needs }, "categories")) {
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
  const income = needs["expected_income"] as Row;
  assertEquals(
    [milliunits(income["before"]), milliunits(income["in_month"])],
    [incomeIn("2026-03"), incomeIn("2026-04")],
  );
}

async function checkMarks(world: World, plan: PlanRecords): Promise<void> {
  const answer = await ask(world, "list_reimbursements", { mark: ids.food });
  const amounts = rowsIn(plan).flatMap(({ parts }) => parts)
    .filter(({ category_id: id }) => id === ids.food).map(({ amount }) => amount);
  const { out, back, open, ahead } = answer["totals"] as Row;
  assertEquals(milliunits(out), 0 - sum(amounts.filter((amount) => amount < 0)));
  assertEquals(milliunits(back), sum(amounts.filter((amount) => amount > 0)));
  assertEquals(milliunits(open) - milliunits(ahead), milliunits(out) - milliunits(back));
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
