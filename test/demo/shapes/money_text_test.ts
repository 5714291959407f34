import { assertEquals } from "@std/assert";
import type { CurrencyFormat } from "../../../client/wire/plan.ts";
import { moneyNumber, moneyText } from "../../../demo/api/money.ts";

const DOLLAR: CurrencyFormat = {
  iso_code: "USD",
  example_format: "123,456.78",
  decimal_digits: 2,
  decimal_separator: ".",
  symbol_first: true,
  group_separator: ",",
  currency_symbol: "$",
  display_symbol: true,
};

Deno.test("moneyText() uses the plan's format", () => {
  const euro = {
    ...DOLLAR,
    decimal_separator: ",",
    group_separator: ".",
    symbol_first: false,
    currency_symbol: "\u20ac",
  };
  const yen = { ...DOLLAR, decimal_digits: 0, currency_symbol: "\u00a5" };
  const dinar = { ...DOLLAR, decimal_digits: 3, display_symbol: false };
  assertEquals(moneyText(-1_234_500, DOLLAR), "-$1,234.50");
  assertEquals(moneyText(1_234_567_890, euro), "1.234.567,89\u20ac");
  assertEquals(moneyText(-1_234_000, yen), "-\u00a51,234");
  assertEquals(moneyText(-1_234_567, dinar), "-1,234.567");
  assertEquals(moneyText(100_000, { ...DOLLAR, group_separator: "" }), "$100.00");
});

Deno.test("moneyText() rounds and omits the sign of zero", () => {
  assertEquals(
    ["$0.00", "$0.01", "-$0.01"],
    [-4, 5, -5].map((amount) => moneyText(amount, DOLLAR)),
  );
});

Deno.test("moneyNumber() rounds to the currency's decimals and never returns -0", () => {
  assertEquals([-1_234_567, 4, -4].map((amount) => moneyNumber(amount, DOLLAR)), [-1234.57, 0, 0]);
  assertEquals(Object.is(moneyNumber(-4, DOLLAR), 0), true);
  assertEquals(moneyNumber(-1_234_567, { ...DOLLAR, decimal_digits: 3 }), -1234.567);
});
