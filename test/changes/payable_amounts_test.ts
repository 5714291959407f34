import { assertEquals, assertThrows } from "@std/assert";
import { refuseUnpayable } from "../../changes/payable_amounts.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../domain/base/money_format.ts";
import { idOf, ids } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";

const line = { id: "c", label: "Fuel", field: "assigned", before: 10, after: 10 } as const;
const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };

Deno.test("refuseUnpayable() names what the currency can't pay, and nothing else", () => {
  const lines = [line, { ...line, label: "Rent", after: -0.005 }, { ...line, after: "1.005" }];
  const error = assertThrows(() => refuseUnpayable(lines, dollars), ToolError);
  assertEquals([error.code, error.rows], ["invalid_input", ["Rent: -0.005"]]);
  assertThrows(() => refuseUnpayable([{ ...line, after: 0.5 }], { ...dollars, decimals: 0 }));
});

Deno.test("refuseUnpayable() takes a rest that stood before, three decimals, and what is not known", () => {
  refuseUnpayable([{ ...line, before: 0.005, after: 1.005 }], dollars);
  refuseUnpayable([{ ...line, after: 1.005 }], { ...dollars, decimals: 3 });
  refuseUnpayable([{ ...line, after: 1.005 }], {
    ...UNKNOWN_MONEY_FORMAT,
    symbol: "",
    decimals: 3,
  });
  refuseUnpayable([{ ...line, after: 1.005 }], UNKNOWN_MONEY_FORMAT);
});

Deno.test("a tool refuses an amount that the plan's currency can't pay", async () => {
  await using world = await aWorld({ write: true });
  const args = { month: "2026-03", category_id: ids.rent, amount: 33.333 };
  const { isError, text } = await world.call("set_category_budget", args);
  assertEquals([isError, text.startsWith("invalid_input: an amount has more decimals")], [
    true,
    true,
  ]);
});

const finer = "invalid_input: an amount has more decimals than the plan's currency: give at most 2";

for (
  const { tool, args, named } of [
    {
      tool: "set_category_target",
      args: { category_id: ids.rent, amount: 33.333 },
      named: ["amount: 33.333", "amount: 33.333"],
    },
    {
      tool: "create_transactions",
      args: {
        account_id: ids.checking,
        transactions: [{ date: "2026-03-01", amount: -1.005, payee_name: "Bakery" }],
      },
      named: ["2026-03-01 Bakery: -1.005", "2026-03-01 Bakery: -1.005"],
    },
    {
      tool: "reconcile_account",
      args: { account_id: ids.checking, bank_balance: 33.335 },
      named: ["bank_balance: 33.335", "bank_balance: 33.335"],
    },
    {
      tool: "forecast_balance",
      args: {
        until: "2026-06",
        one_offs: [
          { date: "2026-03-20", amount: -900.005, label: "Washing machine" },
          { date: "2026-03-21", amount: -20.5, label: "Bike" },
        ],
      },
      named: ["Washing machine: -900.005", "Washing machine: -900.005"],
    },
  ]
) {
  Deno.test(`${tool} refuses an amount that the plan's currency can't pay, at once where it is known`, async () => {
    await using world = await aWorld({ write: true });
    const first = await world.call(tool, args);
    assertEquals([first.isError, first.text], [true, `${finer}\n${named[0]}`]);
    world.pass(3600);
    world.sent();
    const second = await world.call(tool, args);
    assertEquals([second.isError, second.text], [true, `${finer}\n${named[1]}`]);
    assertEquals(world.sent(), []);
  });
}

Deno.test("split_transaction refuses lines that the plan's currency can't pay", async () => {
  await using world = await aWorld({ write: true });
  const { isError, text } = await world.call("split_transaction", {
    transaction_id: idOf("79"),
    lines: [
      { amount: -6.995, category_id: ids.rent },
      { amount: -0.005, category_id: ids.power },
    ],
  });
  assertEquals([isError, text], [true, `${finer}\nline 1: -6.995\nline 2: -0.005`]);
});
