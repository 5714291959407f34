import { assertEquals, assertMatch } from "@std/assert";
import type { PlanRecords, StoredTransaction } from "../../demo/model/records.ts";
import type { MonthCategoryRecord } from "../../domain/base/plan_records.ts";
import { handler } from "../../tools/get_spending_trends.ts";
import { aCategory, aMonth } from "../_builders.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { type Answer, type Args, aWorld, callIn, rowsOf } from "./_world.ts";

/** The household with additional rent, dining and gift expenses in the previous winter. */
function withWinter(): PlanRecords {
  const plan = household();
  const spent = (id: string, date: string, amount: number, category: string): StoredTransaction =>
    aRow({ id: idOf(id), date, amount, category_id: category });
  const winter = [
    spent("a1", "2025-12-02", -900_000, ids.rent),
    spent("a2", "2026-01-02", -900_000, ids.rent),
    spent("a3", "2026-02-02", -1_000_000, ids.rent),
    spent("a4", "2025-12-24", -120_000, ids.gifts),
    spent("a5", "2026-01-07", 20_001, ids.gifts),
    spent("a6", "2026-01-20", -33_333, ids.dining),
    spent("a7", "2026-02-20", -11_000, ids.otherGifts),
    spent("a8", "2026-02-25", 3_000_000, ids.inflow),
    spent("a9", "2026-02-26", -5_000, ids.hidden),
    aRow({
      id: idOf("aa"),
      date: "2026-02-27",
      account_id: ids.visa,
      amount: -4_000,
      category_id: ids.dining,
    }),
  ];
  return { ...plan, transactions: [...plan.transactions, ...winter] };
}

async function answerFor(args: Args): Promise<Answer> {
  return await callIn(aWorld({ plans: [withWinter()] }), "get_spending_trends", args);
}

Deno.test("get_spending_trends compares completed months by category", async () => {
  const { text } = await answerFor({ months: 3 });
  assertEquals(text.split("\n"), [
    "totals_mean: $984.44 | totals_change: 0.055",
    "months: 2025-12,2026-01,2026-02",
    "totals: 1020.00,913.33,1020.00",
    "series ($): name|group|spending|mean|change|id",
    "Rent|Bills|900.00,900.00,1000.00|933.33|0.111",
    "Gifts|Fun|120.00,-20.00,0.00|33.33|-1|000000c3",
    "Dining|Fun|0.00,33.33,4.00|12.44|-0.76",
    "Gifts|Bills|0.00,0.00,11.00|3.67||000000c5",
    "Old hobby|Hidden Categories|0.00,0.00,5.00|1.67",
  ]);
});

Deno.test("get_spending_trends can sum spending by category group and include the current month", async () => {
  const { text } = await answerFor({ months: 2, group_by: "group", include_current: true });
  assertEquals(text.split("\n"), [
    "totals_mean: $1067.75 | totals_change: 0.094",
    "months: 2026-02,2026-03",
    "totals: 1020.00,1115.50",
    "series ($): name|spending|mean|change",
    "Bills|1011.00,1000.00|1005.50|-0.011",
    "Fun|4.00,115.50|59.75|27.875",
    "Hidden Categories|5.00,0.00|2.50|-1",
  ]);
});

Deno.test("get_spending_trends filters by named categories", async () => {
  const { structured } = await answerFor({ months: 3, category_ids: ["RENT", "000000c9"] });
  const series = rowsOf({ structured }, "series");
  assertEquals(series.map(({ name }) => name), ["Rent", "Old hobby"]);
  assertEquals(structured?.["totals"], [900, 900, 1005]);
  assertEquals([structured?.["totals_mean"], structured?.["totals_change"]], [935, 0.117]);
  const { text } = await answerFor({ category_ids: ["Visa"] });
  assertMatch(text, /^not_found: this plan has no category "Visa"/);
  // The id may belong to a category that this tool can't use, so the error mentions that case.
  const { text: byId } = await answerFor({ category_ids: [ids.visaPayment] });
  assertMatch(
    byId,
    /^not_found: category ".+" has been deleted or can't be used by this tool: see/,
  );
});

Deno.test("get_spending_trends returns only months that exist in the plan", async () => {
  await using world = await aWorld({ plans: [household({ transactions: [] })] });
  const { structured } = await world.call("get_spending_trends", { months: 24 });
  const months = structured?.["months"] as readonly string[];
  assertEquals([months.length, months[0], months.at(-1)], [14, "2025-01", "2026-02"]);
});

Deno.test("get_spending_trends reports that the plan has no completed month", async () => {
  const plan = household({ first_month: "2026-03-01", transactions: [] });
  const { structured, text } = await callIn(aWorld({ plans: [plan] }), "get_spending_trends");
  assertEquals(structured, {});
  assertMatch(text, /^months: none\ntotals: none\nseries: none$/);
});

Deno.test("get_spending_trends reports an error if YNAB fails to return one of the months", async () => {
  await using world = await aWorld();
  world.upstream.setFaults([{ operation: "getPlanMonth", nth: 3, then: { status: 500 } }]);
  const { text } = await world.call("get_spending_trends");
  assertMatch(text, /^unavailable: /);
});

/** Calls the tool's handler in a plan with the given categories in each month. */
async function trendsOf(
  months: readonly (readonly MonthCategoryRecord[])[],
  group_by: "category" | "group",
): Promise<Required<Awaited<ReturnType<typeof handler>>>> {
  const all = months.map((categories, at) => ({
    ...aMonth({ month: `2024-${String(at + 1).padStart(2, "0")}-01` }),
    categories,
  }));
  const input = { plan_id: "p", months: 24, group_by, include_current: false };
  const context = {
    cached: {
      getPlanMonths: () => Promise.resolve(all),
      getPlanMonth: (of: { readonly month: string }) =>
        Promise.resolve(all.find(({ month }) => month === of.month)),
    },
    known: { ids: () => ({ sharing: () => [] }) },
    today: "2025-02-01",
  } as unknown as Parameters<typeof handler>[1];
  return await handler(input, context) as Required<Awaited<ReturnType<typeof handler>>>;
}

Deno.test("get_spending_trends uses a category's latest group and name", async () => {
  const group = (id: string, name: string): Partial<MonthCategoryRecord> => ({
    category_group_id: id,
    category_group_name: name,
  });
  const moved = { id: "moved", name: "Now" };
  const months = [
    [
      aCategory({ ...moved, name: "Once", ...group("old", "Old"), activity: -4 }),
      aCategory({ id: "gone", name: "Now", ...group("new", "Former name"), activity: -1 }),
    ],
    [aCategory({ ...moved, ...group("new", "New"), activity: -2 })],
  ];
  assertEquals((await trendsOf(months, "group")).series, [
    { id: "new", name: "New", group: null, spending: [5, 2], mean: 4, change: -0.6 },
  ]);
  const { series } = await trendsOf(months, "category");
  assertEquals(series?.map(({ id, name, spending }) => [id, name, spending]), [
    ["moved", "Now", [4, 2]],
    ["gone", "Now", [1, 0]],
  ]);
});

Deno.test("get_spending_trends omits the relative change if the earlier mean is negative", async () => {
  const months = [1, 2].map((activity) => [aCategory({ id: "food", activity })]);
  const { series } = await trendsOf(months, "category");
  assertEquals([series?.[0]?.mean, series?.[0]?.change], [-2, null]);
});
