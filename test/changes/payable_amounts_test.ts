import { assertEquals, assertThrows } from "@std/assert";
import { refuseUnpayable } from "../../changes/payable_amounts.ts";
import { ToolError } from "../../domain/errors/tool_error.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../domain/money/money_format.ts";
import { ids } from "../tools/_plan.ts";
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
