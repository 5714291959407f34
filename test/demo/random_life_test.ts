import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { DemoPlan } from "../../demo/model/demo_plan.ts";
import { isCard } from "../../demo/model/close_month.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { type Api, openApi } from "./_api.ts";
import { assertConsistent } from "./_plan_integrity.ts";
import { steps, take } from "./_random_life.ts";
import { ids, TODAY } from "./_tiny_plan.ts";
import { runs } from "../_runs.ts";

interface Entity {
  readonly id: string;
  readonly deleted: boolean;
}

const LISTS = {
  "/accounts": (data) => data.accounts,
  "/payees": (data) => data.payees,
  "/categories": (data) =>
    data.category_groups.flatMap(({ categories, ...group }: { readonly categories: Entity[] }) => [
      group,
      ...categories,
    ]),
  "/months": (data) => data.months.map(withId),
  "/transactions?since_date=1990-01-01": (data) => data.transactions.map(withoutNames),
  "/scheduled_transactions": (data) => data.scheduled_transactions.map(withoutNames),
  // deno-lint-ignore no-explicit-any -- the answers of many operations
} as const satisfies Record<string, (data: any) => Entity[]>;

Deno.test("figures match the records, and deltas match full reads, after random changes", async () => {
  await fc.assert(
    fc.asyncProperty(steps(300), async (life) => {
      const api = openApi();
      const copies = new Map(
        await Promise.all(paths().map(async (path) => [path, await readAll(path, api)] as const)),
      );
      const exported: Copy = { entities: new Map(), knowledge: 0 };
      await mergeExport(exported, api);
      for (const [at, step] of life.entries()) {
        await take(step, api);
        // Update only one cached copy per step, so that deltas start from different server
        // knowledge.
        const [path, copy] = [...copies][step.two % copies.size] ?? [];
        if (path !== undefined && copy !== undefined) await catchUp(path, copy, api);
        if (at % 10 === 9) await mergeExport(exported, api);
        // Check often, so that even in a long run, a failure is near the step that caused it.
        if (at % 10 === 9) assertIdentity(api, at);
      }
      for (const [path, copy] of copies) {
        await catchUp(path, copy, api);
        const full = await readAll(path, api);
        assertEquals(sorted(copy.entities), sorted(full.entities));
        assertEquals(copy.knowledge, full.knowledge);
      }
      await mergeExport(exported, api);
      const full: Copy = { entities: new Map(), knowledge: 0 };
      await mergeExport(full, api);
      assertEquals(sorted(exported.entities), sorted(full.entities));
      const [plan] = api.upstream.snapshot() as [PlanRecords];
      assertConsistent(plan, TODAY);
      // The figures that the demo cached must equal freshly computed ones.
      const fresh = openApi({}, { plans: [plan] });
      for (const path of ["", "/months", "/accounts", "/categories", "/months/2026-02-01"]) {
        assertEquals(await api.get(path), await fresh.get(path));
      }
    }),
    runs(5),
  );
});

/**
 * Asserts that category balances plus Ready to Assign equal the total amount of money at the end of
 * each month.
 */
function assertIdentity(api: Api, at: number): void {
  const [plan] = api.upstream.snapshot() as [PlanRecords];
  const demoPlan = new DemoPlan(plan);
  for (const { month, readyToAssign, categories } of demoPlan.figures(TODAY).months) {
    let accounted = readyToAssign;
    for (const [id, { balance, creditOverspent }] of categories) {
      if (id !== demoPlan.inflowCategoryId) accounted += balance + creditOverspent;
    }
    assertEquals([at, month, accounted], [at, month, moneyAt(month, plan)]);
  }
}

/** Sums the balances of cash accounts, and positive card balances, at the end of a month. */
function moneyAt(month: string, { accounts, transactions }: PlanRecords): number {
  let money = 0;
  for (const account of accounts) {
    const balance = transactions
      .filter((row) => row.account_id === account.id && !row.deleted)
      .filter(({ date }) => date.slice(0, 7) <= month.slice(0, 7))
      .reduce((sum, { amount }) => sum + amount, 0);
    if (account.on_budget) money += isCard(account) ? Math.max(0, balance) : balance;
  }
  return money;
}

Deno.test("a delta without since_date always omits transactions older than a year", async () => {
  const { get, save } = openApi();
  const { server_knowledge: before } = await get("/transactions");
  await save("POST", "/transactions", {
    transaction: { account_id: ids.checking, date: "2024-06-01", amount: -5000 },
  });

  const delta = `/transactions?last_knowledge_of_server=${before}`;
  const { transactions, server_knowledge } = await get(delta);

  assertEquals(transactions, []);
  assert(server_knowledge > before);
  assertEquals((await get(`${delta}&since_date=1990-01-01`)).transactions.length, 1);
});

interface Copy {
  readonly entities: Map<string, Entity>;
  knowledge: number;
}

function paths(): (keyof typeof LISTS)[] {
  return Object.keys(LISTS) as (keyof typeof LISTS)[];
}

async function readAll(path: keyof typeof LISTS, { get }: Api): Promise<Copy> {
  const data = await get(path);
  const entities: Entity[] = LISTS[path](data);
  return {
    entities: new Map(entities.map((entity) => [entity.id, entity])),
    knowledge: data.server_knowledge,
  };
}

async function catchUp(path: keyof typeof LISTS, copy: Copy, { get }: Api): Promise<void> {
  const joint = path.includes("?") ? "&" : "?";
  const data = await get(`${path}${joint}last_knowledge_of_server=${copy.knowledge}`);
  merge(LISTS[path](data), copy);
  copy.knowledge = data.server_knowledge;
}

/** Merges a plan export into a copy that stores each month's categories as separate records. */
async function mergeExport(copy: Copy, { get }: Api): Promise<void> {
  const { plan, server_knowledge } = await get(
    copy.knowledge === 0 ? "" : `?last_knowledge_of_server=${copy.knowledge}`,
  );
  const months = plan.months.flatMap((
    { categories, ...month }: { readonly month: string; readonly categories: Entity[] },
  ) => [withId(month), ...categories.map((category) => figuresOf(category, month.month))]);
  const { accounts, payees, category_groups, categories, transactions } = plan;
  const lists = [accounts, payees, category_groups, categories, transactions, months];
  const rest = [plan.subtransactions.map(withoutNames), plan.scheduled_transactions];
  merge([...lists, ...rest].flat(), copy);
  copy.knowledge = server_knowledge;
}

function merge(entities: readonly Entity[], copy: Copy): void {
  for (const entity of entities) {
    if (entity.deleted) copy.entities.delete(entity.id);
    else copy.entities.set(entity.id, entity);
  }
}

/** Clears a monthly category's name and note, because deltas don't update them after a rename. */
function figuresOf({ id, ...category }: Entity, month: string): Entity {
  const figures = { ...category, name: "", note: "", hidden: false, category_group_name: "" };
  return { ...figures, id: `${month} ${id}` };
}

/**
 * Removes payee and category names, which may be stale because deltas omit the transactions of a
 * renamed payee or category.
 */
function withoutNames(row: Record<string, unknown>): Record<string, unknown> {
  const { payee_name: _payee, category_name: _category, subtransactions, ...rest } = row;
  const lines = (subtransactions ?? []) as Record<string, unknown>[];
  return { ...rest, subtransactions: lines.map(withoutNames) };
}

function withId<Month extends { readonly month: string }>(month: Month): Month & Entity {
  return { deleted: false, ...month, id: month.month };
}

function sorted(entities: Map<string, Entity>): Entity[] {
  return [...entities.values()].sort((one, other) => one.id < other.id ? -1 : 1);
}
