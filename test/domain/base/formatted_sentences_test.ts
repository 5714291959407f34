import { assertEquals } from "@std/assert";
import { withFormattedMoney } from "../../../domain/base/money_format.ts";

const EURO = { symbol: "\u20ac", isSymbolFirst: false, decimals: 2, decimalMark: ",", gap: " " };
const written = "-50,00\u00a0\u20ac";

Deno.test("withFormattedMoney() formats what a card says came of a change", () => {
  const card = {
    summary: "Move -50.00\u20ac",
    result: "Available: Groceries -50.00\u20ac",
    memo: "-50.00\u20ac",
  };
  assertEquals(withFormattedMoney({ card }, EURO), {
    card: {
      summary: `Move ${written}`,
      result: `Available: Groceries ${written}`,
      memo: "-50.00\u20ac",
    },
  });
});
