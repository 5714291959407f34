import { assertEquals } from "@std/assert";
import { z } from "zod";
import { present } from "../../../server/rendering/present.ts";
import { renderText } from "../../../server/rendering/render_text.ts";
import { foreignText, foreignValue, listOf, money, shortId } from "../../../tools/_schema.ts";
import type { TextOptions } from "../../../server/rendering/text_table.ts";

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };

function render(
  schema: z.ZodObject,
  answer: unknown,
  isIdShown: TextOptions["isIdShown"] = () => true,
): string {
  const presented = present(schema, answer, { shorten: (id) => id, format: dollars });
  return renderText(schema, presented, { format: dollars, isIdShown });
}

const flagged = z.object({ name: foreignText(), amount: money(), flag: z.string().optional() });

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
  const answer = { rows: [{ name: "a", amount: 1000, flag: null }, { name: "", amount: 0 }] };
  assertEquals(
    render(z.object({ rows: listOf(flagged) }), answer),
    "rows ($): name|amount\na|1.00\n(no name)|0.00",
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
    "rows ($): id|guess.name|guess.price|last\n1|x|1.50\n2|||yes",
  );
});

Deno.test("renderText() says nothing once of what all rows leave empty", () => {
  const row = z.object({ id: z.string(), tags: z.array(z.string()) });
  const answer = { rows: ["1", "2", "3"].map((id) => ({ id, tags: [""] })) };
  assertEquals(render(z.object({ rows: listOf(row) }), answer), "rows: id|tags\n1\n2\n3");
});

Deno.test("renderText() sets rows in as deep as they stand", () => {
  const part = z.object({ name: z.string(), bits: listOf(z.object({ word: z.string() })) });
  const schema = z.object({ rows: listOf(z.object({ id: z.string(), parts: listOf(part) })) });
  const answer = {
    rows: [
      { id: "1", parts: [{ name: "p", bits: [{ word: "b" }, { word: "c" }] }, { name: "q" }] },
      { id: "2", parts: null },
    ],
  };
  const text = [
    "rows: id",
    "  parts: name",
    "    bits: word",
    "1",
    "  p",
    "    b",
    "    c",
    "  q",
    "2",
  ];
  assertEquals(render(schema, answer), text.join("\n"));
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
      "rows ($): id|spending",
      "  lines: amount|memo",
      "1|1.00,2.00",
      "  0.50|m",
      "  0.25",
      "2|0.00,0.01",
    ].join("\n"),
  );
});

Deno.test("renderText() tells what three rows or more share once, before the table", () => {
  const schema = z.object({ rows: listOf(flagged) });
  const row = { amount: 1000, flag: "red" };
  const rows = ["a", "b", "c"].map((name) => ({ ...row, name }));
  assertEquals(
    render(schema, { rows }),
    "all.amount: 1.00 | all.flag: red\nrows ($): name\na\nb\nc",
  );
  assertEquals(
    render(schema, { rows: rows.slice(1) }),
    "rows ($): name|amount|flag\nb|1.00|red\nc|1.00|red",
  );
  assertEquals(
    render(schema, { rows: [...rows, { ...row, name: "d", flag: null }] }),
    "all.amount: 1.00\nrows ($): name|flag\na|red\nb|red\nc|red\nd",
  );
});

Deno.test("renderText() leaves a column to rows that are all the same", () => {
  const rows = Array.from({ length: 3 }, () => ({ name: "a", amount: 1000 }));
  assertEquals(
    render(z.object({ rows: listOf(flagged) }), { rows }),
    "all.amount: 1.00\nrows ($): name\na\na\na",
  );
});

Deno.test("renderText() writes lists of values before tables, texts so that they stay apart", () => {
  const schema = z.object({
    rows: listOf(flagged),
    months: listOf(z.string()),
    warnings: listOf(foreignText()),
  });
  const answer = {
    rows: [{ name: "a", amount: 0 }],
    months: ["2026-01", "2026-02"],
    warnings: ["one, two; three", "four"],
  };
  assertEquals(
    render(schema, answer),
    "months: 2026-01,2026-02\nwarnings: one, two\\; three; four\nrows ($): name|amount\na|0.00",
  );
});

Deno.test("renderText() leaves out ids that are not worth their place, row by row", () => {
  const row = z.object({ id: shortId({ namedBy: "name" }), name: foreignText() });
  const rows = [{ id: "1", name: "Gifts" }, { id: "2", name: "Rent" }, { id: "3", name: "Gifts" }];
  const schema = z.object({ rows: listOf(row) });
  const seen: unknown[] = [];
  const isTwice: TextOptions["isIdShown"] = (id, use, name) => {
    seen.push([id, use.namedBy, name]);
    return name === "Gifts";
  };
  assertEquals(render(schema, { rows }, isTwice), "rows: name|id\nGifts|1\nRent\nGifts|3");
  assertEquals(seen[1], ["2", "name", "Rent"]);
  assertEquals(render(schema, { rows }, () => false), "rows: name\nGifts\nRent\nGifts");
});

Deno.test("renderText() says that a list is empty, unless it is a quiet one", () => {
  const row = z.object({ id: z.string() });
  const schema = z.object({ rows: listOf(row), warnings: listOf(row, { isQuiet: true }) });
  assertEquals(render(schema, { rows: [], warnings: [] }), "rows: none");
  assertEquals(render(schema, { rows: null }), "");
});

Deno.test("renderText() keeps foreign text from forging cells", () => {
  const schema = z.object({ rows: listOf(z.object({ a: foreignText(), b: foreignText() })) });
  assertEquals(
    render(schema, { rows: [{ a: "x | y\\", b: "z\n1 | 2" }] }),
    "rows: a|b\nx \\| y\\\\|z 1 \\| 2",
  );
});

Deno.test("renderText() keeps foreign text from forging facts and headings", () => {
  const schema = z.object({ rows: listOf(z.object({ a: foreignText() })) });
  const rows = ["next_cursor: x", "rows ($): a", "all.a: b", "Inflow: c"].map((a) => ({ a }));
  assertEquals(
    render(schema, { rows }),
    "rows: a\nnext_cursor\\: x\nrows ($)\\: a\nall.a\\: b\nInflow: c",
  );
});

Deno.test("renderText() tells what was and will be also where it is nothing, no or money", () => {
  const row = z.object({ before: foreignValue().optional(), after: foreignValue().optional() });
  const rows = [
    { before: null, after: "a\nb|c" },
    { before: false, after: true },
    { before: 149.5, after: 103.5 },
    { before: "x", after: null },
  ];
  assertEquals(
    render(z.object({ rows: listOf(row) }), { rows }),
    "rows: before|after\n(none)|a\\nb\\|c\nno|yes\n$149.50|$103.50\nx|(none)",
  );
});

Deno.test("renderText() leaves out what stood before where all records are new", () => {
  const row = z.object({ before: foreignValue().optional(), after: foreignValue().optional() });
  assertEquals(
    render(z.object({ rows: listOf(row) }), { rows: [{ before: "", after: "x" }] }),
    "rows: after\nx",
  );
});

const grouped = z.object({
  rows: listOf(z.object({ name: foreignText(), group: foreignText(), amount: money() }), {
    toldOnce: "group",
  }),
});
const inGroup = (group: string, name: string): unknown => ({ group, name, amount: 1000 });

Deno.test("renderText() tells once what rows beside each other share", () => {
  const rows = [inGroup("Home", "Rent"), inGroup("Home", "Power"), inGroup("Fun", "Tea")];
  assertEquals(
    render(grouped, { rows: rows.map((row, at) => ({ ...row as object, amount: at * 1000 })) }),
    "rows ($): name|amount\ngroup: Home\nRent|0.00\nPower|1.00\ngroup: Fun\nTea|2.00",
  );
});

Deno.test("renderText() keeps a name from forging what rows share", () => {
  const rows = [inGroup("Home", "Rent"), inGroup("Fun", "group: Home")];
  assertEquals(
    render(grouped, { rows }),
    "rows ($): name|amount\ngroup: Home\nRent|1.00\ngroup: Fun\ngroup\\: Home|1.00",
  );
});
