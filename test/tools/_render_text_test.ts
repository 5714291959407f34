import { assertEquals } from "@std/assert";
import { z } from "zod";
import { present } from "../../tools/_present.ts";
import { renderText } from "../../tools/_render_text.ts";
import { foreignText, listOf, money } from "../../tools/_schema.ts";

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };

function render(schema: z.ZodObject, answer: unknown): string {
  return renderText(schema, present(schema, answer, { shorten: (id) => id }), dollars);
}

Deno.test("renderText() writes single facts in one line, amounts with the symbol", () => {
  const schema = z.object({
    month: z.string(),
    total: money(),
    none: z.string().optional(),
    sums: z.object({ a: money(), b: z.number() }),
  });
  assertEquals(
    render(schema, { month: "2026-01", total: -1234500, none: null, sums: { a: 5000, b: 0 } }),
    "month: 2026-01 | total: -$1234.50 | sums.a: $5.00 | sums.b: 0",
  );
});

Deno.test("renderText() writes tables without columns that no row fills", () => {
  const row = z.object({ name: foreignText(), amount: money(), flag: z.string().optional() });
  const answer = { rows: [{ name: "a", amount: 1000, flag: null }, { name: "", amount: 0 }] };
  assertEquals(
    render(z.object({ rows: listOf(row) }), answer),
    "rows ($): name | amount\na | 1.00\n | 0.00",
  );
});

Deno.test("renderText() gives records within rows columns of their own", () => {
  const row = z.object({
    id: z.string(),
    guess: z.object({ name: foreignText(), price: money() }).optional(),
    last: z.boolean().optional(),
  });
  const answer = {
    rows: [{ id: "1", guess: { name: "x", price: 1500 } }, { id: "2", last: true }],
  };
  assertEquals(
    render(z.object({ rows: listOf(row) }), answer),
    "rows ($): id | guess.name | guess.price | last\n1 | x | 1.50\n2 |  |  | yes",
  );
});

Deno.test("renderText() writes lists within rows below them, and lists of values in a cell", () => {
  const row = z.object({
    id: z.string(),
    spending: z.array(money()),
    lines: listOf(z.object({ amount: money(), memo: foreignText().optional() })),
  });
  const lines = [{ amount: 500, memo: "m" }, { amount: 250, memo: null }];
  const answer = {
    rows: [{ id: "1", spending: [1000, 2000], lines }, { id: "2", spending: [0, 5] }],
  };
  assertEquals(
    render(z.object({ rows: listOf(row) }), answer),
    [
      "rows ($): id | spending",
      "  lines: amount | memo",
      "1 | 1.00, 2.00",
      "  0.50 | m",
      "  0.25",
      "2 | 0.00, 0.005",
    ].join("\n"),
  );
});

Deno.test("renderText() says that a list is empty", () => {
  const schema = z.object({ rows: listOf(z.object({ id: z.string() })) });
  assertEquals([render(schema, { rows: [] }), render(schema, { rows: null })], ["rows: none", ""]);
});

Deno.test("renderText() keeps foreign text from forging cells", () => {
  const schema = z.object({ rows: listOf(z.object({ a: foreignText(), b: foreignText() })) });
  assertEquals(
    render(schema, { rows: [{ a: "x | y\\", b: "z\n1 | 2" }] }),
    "rows: a | b\nx \\| y\\\\ | z 1 \\| 2",
  );
});
