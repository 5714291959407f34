import { assertEquals, assertThrows } from "@std/assert";
import { isFiner, refuseFiner, UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const yen = { symbol: "\u00a5", isSymbolFirst: true, decimals: 0 };
const dinars = { symbol: "BD", isSymbolFirst: true, decimals: 3 };

Deno.test("isFiner() knows what each currency can pay", () => {
  const finer = (format: typeof dollars): readonly number[] =>
    [1, 10, 100, 1_000, 1_010, -1_001].filter((amount) => isFiner(amount, format));
  assertEquals(finer(yen), [1, 10, 100, 1_010, -1_001]);
  assertEquals(finer(dollars), [1, -1_001]);
  assertEquals(finer(dinars), []);
  assertEquals(isFiner(1, UNKNOWN_MONEY_FORMAT), false);
});

Deno.test("refuseFiner() names each amount that is too fine, in currency units", () => {
  const fuel = { label: "Fuel", amount: 33_333 };
  const error = assertThrows(
    () =>
      refuseFiner([fuel, { label: "Rent", amount: -5 }, { label: "Food", amount: 20 }], dollars),
    ToolError,
  );
  assertEquals([error.code, error.message, error.rows], [
    "invalid_input",
    "an amount has more decimals than the plan's currency: give at most 2",
    ["Fuel: 33.333", "Rent: -0.005"],
  ]);
  assertEquals(
    assertThrows(() => refuseFiner([fuel], yen), ToolError).message,
    "an amount has more decimals than the plan's currency: give none",
  );
  refuseFiner([{ label: "Fuel", amount: 33_330 }], dollars);
});
