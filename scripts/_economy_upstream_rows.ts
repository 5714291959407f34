/**
 * Upstream's own records behind the rows of an answer.
 *
 * @module
 */

import type { EconomyWorld } from "./_economy_world.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Which of upstream's lists an answer's rows come from. */
export interface RowSource {
  /** Path below the plan, or `null` for the list of plans. */
  readonly path: string | null;
  /** The field of the row that holds the record's id. */
  readonly id: string;
  /** Facts of the row that the record does not hold. */
  readonly adds: readonly string[];
}

const ROWS: RowSource = {
  path: "transactions?since_date=1990-01-01",
  id: "transaction_id",
  adds: [],
};
const MONTH: RowSource = { path: "months/{month}", id: "category_id", adds: [] };

/** By tool, then by the list in its answer; other lists are of our own making. */
const SOURCES: Readonly<Record<string, Readonly<Record<string, RowSource>>>> = {
  list_plans: { plans: { path: null, id: "plan_id", adds: [] } },
  list_accounts: { accounts: { path: "accounts", id: "account_id", adds: [] } },
  list_category_groups: { groups: { path: "categories", id: "group_id", adds: [] } },
  list_scheduled_transactions: {
    occurrences: { path: "scheduled_transactions", id: "scheduled_id", adds: ["dates"] },
  },
  find_transactions: { transactions: ROWS },
  suggest_categories: { pending: { ...ROWS, adds: ["suggestion", "transfer_with"] } },
  get_category_balances: { categories: MONTH },
  get_monthly_summary: { overspent: MONTH },
  get_budget_vs_actual: { categories: { ...MONTH, adds: ["spent", "used_percent", "over_by"] } },
};

/**
 * Puts upstream's records into an answer in the place of its rows.
 *
 * @param tool The tool that gave it.
 * @param answer The answer with every field and whole ids.
 * @param world Where to ask upstream.
 * @returns The answer as a server would give it that passes records on as they are.
 */
export async function withUpstreamRows(
  tool: string,
  answer: Fields,
  world: EconomyWorld,
): Promise<Fields> {
  const changed: Record<string, unknown> = { ...answer };
  for (const [list, source] of Object.entries(SOURCES[tool] ?? {})) {
    const records = await recordsOf(source, String(answer["month"]), world);
    const rows = answer[list] as readonly Fields[];
    changed[list] = rows.map((row) => {
      const record = records.get(row[source.id]);
      if (record === undefined) throw new Error(`YNAB has no ${row[source.id]} for ${tool}`);
      return { ...record, ...added(row, source) };
    });
  }
  return changed;
}

/** An occurrence's day is not its record's: both are facts. */
function added(row: Fields, { adds }: RowSource): Fields {
  return Object.fromEntries(
    adds.map((name) => [name === "date" ? "occurrence_date" : name, row[name]]),
  );
}

async function recordsOf(
  { path }: RowSource,
  month: string,
  world: EconomyWorld,
): Promise<ReadonlyMap<unknown, Fields>> {
  const data = await readUpstream(path?.replace("{month}", `${month}-01`) ?? null, world);
  const [list] = Object.values(data).flatMap((value) =>
    Array.isArray(value) ? [value] : categoriesIn(value)
  );
  return new Map((list ?? []).map((record: Fields) => [record["id"], record]));
}

function categoriesIn(value: unknown): readonly (readonly Fields[])[] {
  const categories = (value as { readonly categories?: readonly Fields[] } | null)?.categories;
  return categories === undefined ? [] : [categories];
}

/** Asks upstream itself, past the server. */
export async function readUpstream(path: string | null, world: EconomyWorld): Promise<Fields> {
  const plans = "https://demo/v1/plans";
  const url = path === null ? plans : `${plans}/${world.planId}/${path}`;
  const answer = await world.upstream.fetch(url, {
    headers: { authorization: "Bearer demo-token" },
  });
  return (await answer.json()).data;
}
