import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { PlanRecords, StoredSplitLine, StoredTransaction } from "../../demo/model/records.ts";
import { openApi } from "../demo/_api.ts";
import { steps, take } from "../demo/_random_life.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const MONTHS = ["2026-01", "2026-02", "2026-03"];

interface Group {
  readonly key: string;
  readonly count: number;
  readonly sum_in: number;
  readonly sum_out: number;
}

interface LeftOut {
  readonly transfers?: Partial<Group>;
  readonly off_budget?: Partial<Group>;
}

interface Grouped {
  readonly groups?: readonly Group[];
  readonly left_out?: LeftOut;
  readonly count: number;
  readonly sum_in: number;
  readonly sum_out: number;
}

/** A month's totals, computed from YNAB's stored rows. */
interface Stored {
  readonly transfers: Sums;
  readonly offBudget: Sums;
}

class Sums {
  count = 0;
  in = 0;
  out = 0;

  addTransaction(amounts: readonly number[]): void {
    if (amounts.length > 0) this.count += 1;
    for (const amount of amounts) {
      if (amount > 0) this.in += amount;
      else this.out += amount;
    }
  }

  get reported(): unknown {
    return [this.count, this.in, this.out];
  }
}

function storedIn(month: string, { accounts, transactions, categories }: PlanRecords): Stored {
  const onBudget = new Set(accounts.filter((one) => one.on_budget).map(({ id }) => id));
  const uncategorized = categories.find(({ name }) => name === "Uncategorized")?.id;
  const sums = { transfers: new Sums(), offBudget: new Sums() };
  for (const row of transactions) {
    if (row.deleted || !row.date.startsWith(month)) continue;
    const lines = row.lines.filter(({ deleted }) => !deleted);
    const parts: readonly (StoredTransaction | StoredSplitLine)[] = lines.length > 0
      ? lines
      : [row];
    const isOnBudget = onBudget.has(row.account_id);
    const moved = parts.filter(({ transfer_account_id: other, category_id }) => {
      const hasCategory = category_id !== null && category_id !== uncategorized;
      return !isOnBudget || (other !== null && (onBudget.has(other) || !hasCategory));
    });
    (isOnBudget ? sums.transfers : sums.offBudget).addTransaction(
      moved.map(({ amount }) => amount),
    );
  }
  return sums;
}

const milliunits = (amount: number | undefined): number => Math.round((amount ?? 0) * 1000);

function reportedOf(group: Partial<Group> | undefined): unknown {
  return [group?.count ?? 0, milliunits(group?.sum_in), milliunits(group?.sum_out)];
}

async function groupsOf(
  world: World,
  month: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Grouped> {
  const span = { since: `${month}-01`, until: `${month}-31`.replace("02-31", "02-28"), limit: 200 };
  const { structured, text } = await world.call("find_transactions", { ...span, ...args });
  if (structured === undefined) throw new Error(text);
  return structured as unknown as Grouped;
}

Deno.test("find_transactions grouped by category matches the spending in get_budget_vs_actual", async () => {
  await fc.assert(
    fc.asyncProperty(steps(120), async (life) => {
      const api = openApi();
      for (const step of life) await take(step, api);
      const plans = api.upstream.snapshot();
      const [plan] = plans;
      if (plan === undefined) throw new Error("no plan");
      await using world = await aWorld({ plans, planId: plan.id, fullIds: true });
      const cardGroup = plan.groups.find(({ name }) => name === "Credit Card Payments")?.id;
      const isBudgeted = new Set(
        plan.categories
          .filter((one) => !one.internal && one.category_group_id !== cardGroup)
          .map(({ id }) => id),
      );
      for (const month of MONTHS) {
        const { structured } = await world.call("get_budget_vs_actual", { month });
        const categories = rowsOf<{ readonly category_id: string; readonly spent: number }>({
          structured,
        }, "categories");
        const spent = categories.map(({ category_id, spent }) => [category_id, milliunits(spent)])
          .filter(([, amount]) => amount !== 0);
        const grouped = await groupsOf(world, month, { group_by: "category" });
        const moved = (grouped.groups ?? [])
          .filter(({ key }) => isBudgeted.has(key))
          .map(({ key, sum_in, sum_out }) => [key, 0 - milliunits(sum_in) - milliunits(sum_out)])
          .filter(([, amount]) => amount !== 0);
        assertEquals(new Map(moved as [string, number][]), new Map(spent as [string, number][]));
        const { transfers, offBudget } = storedIn(month, plan);
        assertEquals(reportedOf(grouped.left_out?.transfers), transfers.reported);
        assertEquals(reportedOf(grouped.left_out?.off_budget), offBudget.reported);
        const byMonth = await groupsOf(world, month, { group_by: "month" });
        const byPayee = await groupsOf(world, month, { group_by: "payee" });
        for (const other of [byMonth, byPayee]) {
          assertEquals([other.count, netOf(other)], [grouped.count, netOf(grouped)]);
          assertEquals(other.left_out, grouped.left_out);
        }
        const all = await groupsOf(world, month, { group_by: "category", include_transfers: true });
        const rest = transfers.in + transfers.out + offBudget.in + offBudget.out;
        assertEquals([netOf(all), all.left_out], [netOf(grouped) + rest, undefined]);
      }
    }),
    { numRuns: 12, interruptAfterTimeLimit: 60_000 },
  );
});

function netOf({ sum_in, sum_out }: Grouped): number {
  return milliunits(sum_in) + milliunits(sum_out);
}
