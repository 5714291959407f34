import { assertEquals } from "@std/assert";
import { z } from "zod";
import { cell, isNothing } from "../../../server/rendering/text_cell.ts";
import { money } from "../../../tools/_schema.ts";

const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };

const plain: readonly (readonly [value: unknown, text: string])[] = [
  [null, ""],
  [undefined, ""],
  [false, ""],
  ["", ""],
  [[], ""],
  [true, "yes"],
  [0, "0"],
  [1.5, "1.5"],
  ["Rent", "Rent"],
  ["a|b\\c", "a\\|b\\\\c"],
  [["a1", "b-2"], "a1,b-2"],
  [[1, 2], "1,2"],
  [["a b", "c"], "a b; c"],
  [["a; b", "c"], "a\\; b; c"],
];
for (const [value, text] of plain) {
  Deno.test(`cell() writes ${JSON.stringify(value)} as ${JSON.stringify(text)}`, () => {
    assertEquals(cell(z.unknown(), value, format), text);
  });
}

Deno.test("cell() writes money with the plan's decimals, also in a list", () => {
  assertEquals(cell(money(), 1.5, format), "1.50");
  assertEquals(cell(z.array(money()), [1.5, 2], format), "1.50,2.00");
  assertEquals(cell(money(), 0, format), "0.00");
});

Deno.test("isNothing() holds for what is not told, and not for zero", () => {
  assertEquals([null, undefined, false, "", []].every(isNothing), true);
  assertEquals([0, true, "x", [0], {}].some(isNothing), false);
});
