import { assertEquals, assertMatch } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { apply, confirm } from "./_confirm.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { type Args, aWorld, rowsOf } from "./_world.ts";

const plan = { plan_id: ids.plan };
const transaction_id = idOf("7b");
const date = "2026-02-10";

/** A household that spent $100 of Rent's $150 in February. */
function withFebruary(): PlanRecords {
  const { transactions, assignments } = household();
  return household({
    transactions: [
      ...transactions,
      aRow({
        ...{ id: transaction_id, date, amount: -100_000 },
        ...{ payee_id: ids.landlord, category_id: ids.rent },
      }),
    ],
    assignments: new Map([["2026-02-01", new Map([[ids.rent, 150_000]])], ...assignments]),
  });
}

const reported: readonly (readonly [tool: string, args: Args])[] = [
  ["apply_categories", { assignments: [{ transaction_id, category_id: "Power" }] }],
  [
    "split_transaction",
    {
      transaction_id,
      lines: [{ amount: -60, category_id: "Power" }, { amount: -40, category_id: "Rent" }],
    },
  ],
  [
    "create_transactions",
    {
      account_id: "Checking",
      transactions: [{ date, amount: -70, payee_name: "Landlord", category_id: "Power" }],
    },
  ],
  [
    "create_transfer",
    {
      ...{ from_account_id: "Checking", to_account_id: "House" },
      ...{ amount: 70, date, category_id: "Power" },
    },
  ],
];

for (const [tool, args] of reported) {
  Deno.test(`${tool} reports amounts that YNAB carried over from an earlier month`, async () => {
    await using world = await aWorld({ write: true, profile: "complete", plans: [withFebruary()] });
    const { applied } = await confirm(world, tool, { ...plan, ...args });
    const { structured } = await world.call("get_category_balances", plan);
    const rows = rowsOf<{ readonly name: string; readonly available: number }>(
      { structured },
      "categories",
    );
    const power = rows.find(({ name }) => name === "Power")?.available ?? NaN;
    const message = String(applied.structured?.["message"]);
    assertMatch(message, /Available now: .*Power /);
    // YNAB doesn't carry over an earlier month's overspending into this month.
    assertEquals([power, message.includes(`Power $${power.toFixed(2)}`)], [50, true]);
  });
}

const unreported: readonly (readonly [tool: string, args: Args])[] = [
  ["edit_transaction", { transaction_id, amount: -90 }],
  ["delete_transactions", { transaction_ids: [transaction_id] }],
];

for (const [tool, args] of unreported) {
  Deno.test(`${tool} sends no extra request to report carried-over amounts`, async () => {
    await using world = await aWorld({ write: true, profile: "complete", plans: [withFebruary()] });
    const { applied } = await apply(world, tool, { ...plan, ...args });
    assertEquals(String(applied.structured?.["message"]).includes("Available"), false);
    assertEquals(world.sent().filter((line) => line.startsWith("getCategories")).length, 1);
  });
}
