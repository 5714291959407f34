import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Api, openApi } from "./_api.ts";
import { RANDOM_LIVES, steps, take } from "./_random_life.ts";
import { ids } from "./_tiny_plan.ts";

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

Deno.test("replayed deltas produce the same records as a full read", async () => {
  await fc.assert(
    fc.asyncProperty(steps(500), async (life) => {
      const api = openApi();
      const copies = new Map(
        await Promise.all(paths().map(async (path) => [path, await readAll(path, api)] as const)),
      );
      for (const step of life) {
        await take(step, api);
        // Update one copy at a time, so that deltas start from different server knowledge.
        const [path, copy] = [...copies][step.two % copies.size] ?? [];
        if (path !== undefined && copy !== undefined) await catchUp(path, copy, api);
      }
      for (const [path, copy] of copies) await catchUp(path, copy, api);
      for (const [path, copy] of copies) {
        const full = await readAll(path, api);
        assertEquals(sorted(copy.entities), sorted(full.entities));
        assertEquals(copy.knowledge, full.knowledge);
      }
    }),
    RANDOM_LIVES,
  );
});

Deno.test("replayed getPlanById() deltas produce the same plan as a full export", async () => {
  await fc.assert(
    fc.asyncProperty(steps(60), async (life) => {
      const api = openApi();
      const copy = new Map<string, Entity>();
      let knowledge = await mergeExport(copy, "", api);
      for (const step of life) {
        await take(step, api);
        knowledge = await mergeExport(copy, `?last_knowledge_of_server=${knowledge}`, api);
      }
      const full = new Map<string, Entity>();
      await mergeExport(full, "", api);
      assertEquals(sorted(copy), sorted(full));
    }),
    RANDOM_LIVES,
  );
});

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
  for (const entity of LISTS[path](data) as Entity[]) {
    if (entity.deleted) copy.entities.delete(entity.id);
    else copy.entities.set(entity.id, entity);
  }
  copy.knowledge = data.server_knowledge;
}

/** Merges an export, in which each month's categories count as separate records. */
async function mergeExport(
  copy: Map<string, Entity>,
  query: string,
  { get }: Api,
): Promise<number> {
  const { plan, server_knowledge } = await get(query);
  const months = plan.months.flatMap((
    { categories, ...month }: { readonly month: string; readonly categories: Entity[] },
  ) => [withId(month), ...categories.map((category) => figuresOf(category, month.month))]);
  const { accounts, payees, category_groups, categories, transactions } = plan;
  const lists = [accounts, payees, category_groups, categories, transactions, months];
  const rest = [plan.subtransactions.map(withoutNames), plan.scheduled_transactions];
  for (const entity of [...lists, ...rest].flat() as Entity[]) {
    if (entity.deleted) copy.delete(entity.id);
    else copy.set(entity.id, entity);
  }
  return server_knowledge;
}

/** Removes names, because a delta after a category was renamed omits its months. */
function figuresOf({ id, ...category }: Entity, month: string): Entity {
  const figures = { ...category, name: "", note: "", hidden: false, category_group_name: "" };
  return { ...figures, id: `${month} ${id}` };
}

/**
 * Removes names, because a rename doesn't count as a change to the transactions that show the name,
 * so a delta omits them.
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
