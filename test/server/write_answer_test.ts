import { assertEquals } from "@std/assert";
import { z } from "zod";
import { writeAnswer } from "../../server/rendering/write_answer.ts";
import { foreignText, foreignValue, listOf, money, shortId } from "../../tools/_schema.ts";

const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };

const flagged = z.object({ name: foreignText(), amount: money(), flag: z.string().optional() });
const changed = z.object({ before: foreignValue().optional(), after: foreignValue().optional() });
const grouped = listOf(
  z.object({ name: foreignText(), group: foreignText(), amount: money() }),
  { groupBy: "group" },
);
const red = ["a", "b", "c"].map((name) => ({ name, amount: 1000, flag: "red" }));

const layouts: readonly (readonly [
  what: string,
  fields: z.core.$ZodLooseShape,
  answer: object,
  lines: readonly string[],
])[] = [
  [
    "facts on one line, with the symbol in amounts",
    {
      month: z.string(),
      total: money(),
      none: z.string().optional(),
      sums: z.object({ a: money(), b: z.number() }),
    },
    { month: "2026-01", total: -1234500, none: null, sums: { a: 5000, b: 0 } },
    ["month: 2026-01 | total: -$1234.50 | sums.a: $5.00 | sums.b: 0"],
  ],
  [
    "tables without empty columns",
    { rows: listOf(flagged) },
    { rows: [{ name: "a", amount: 1000, flag: null }, { name: "", amount: 0 }] },
    ["rows ($): name|amount", "a|1.00", "(no name)|0.00"],
  ],
  [
    "nested records as columns",
    {
      rows: listOf(z.object({
        id: z.string(),
        guess: z.object({ name: foreignText(), price: money() }).optional(),
        last: z.boolean().optional(),
      })),
    },
    { rows: [{ id: "1", guess: { name: "x", price: 1500 } }, { id: "2", last: true }] },
    ["rows ($): id|guess.name|guess.price|last", "1|x|1.50", "2|||yes"],
  ],
  [
    "nested lists below rows, and lists of values in a cell",
    {
      rows: listOf(z.object({
        id: z.string(),
        spending: z.array(money()),
        lines: listOf(z.object({
          amount: money(),
          memo: foreignText().optional(),
          bits: listOf(z.object({ word: z.string() })),
        })),
      })),
    },
    {
      rows: [
        {
          id: "1",
          spending: [1000, 2000],
          lines: [{ amount: 500, memo: "m", bits: [{ word: "b" }] }, { amount: 250 }],
        },
        { id: "2", spending: [0, 5], lines: null },
      ],
    },
    [
      "rows ($): id|spending",
      "  lines: amount|memo",
      "    bits: word",
      "1|1.00,2.00",
      "  0.50|m",
      "    b",
      "  0.25",
      "2|0.00,0.01",
    ],
  ],
  [
    "values shared by three rows only once, before the table",
    { rows: listOf(flagged) },
    { rows: [...red, { name: "d", amount: 1000 }] },
    ["all.amount: 1.00", "rows ($): name|flag", "a|red", "b|red", "c|red", "d"],
  ],
  [
    "a column when all rows are equal",
    { rows: listOf(flagged) },
    { rows: red.map((row) => ({ ...row, name: "a" })) },
    ["all.amount: 1.00 | all.flag: red", "rows ($): name", "a", "a", "a"],
  ],
  [
    "every column for two rows",
    { rows: listOf(flagged) },
    { rows: red.slice(1) },
    ["rows ($): name|amount|flag", "b|1.00|red", "c|1.00|red"],
  ],
  [
    "lists of values before tables with separated texts",
    { rows: listOf(flagged), months: listOf(z.string()), warnings: listOf(foreignText()) },
    { rows: red.slice(2), months: ["2026-01", "2026-02"], warnings: ["one, two; three", "four"] },
    [
      "months: 2026-01,2026-02",
      "warnings: one, two\\; three; four",
      "rows ($): name|amount|flag",
      "c|1.00|red",
    ],
  ],
  [
    "ids only for shared names, in the last column",
    { rows: listOf(z.object({ id: shortId({ namedBy: "name" }), name: foreignText() })) },
    { rows: [{ id: "1", name: "shared" }, { id: "2", name: "Rent" }] },
    ["rows: name|id", "shared|1", "Rent"],
  ],
  [
    "empty lists unless hidden when empty",
    {
      rows: listOf(flagged),
      quiet: listOf(flagged, { hideWhenEmpty: true }),
      none: listOf(flagged),
    },
    { rows: [], quiet: [], none: null },
    ["rows: none"],
  ],
  [
    "untrusted text without forged cells, facts or headings",
    { rows: listOf(z.object({ a: foreignText(), b: foreignText().optional() })) },
    {
      rows: [
        { a: "x | y\\", b: "z\n1 | 2" },
        { a: "next_cursor: x" },
        { a: "rows ($): a" },
        { a: "all.a: b" },
        { a: "Inflow: c" },
      ],
    },
    [
      "rows: a|b",
      "x \\| y\\\\|z 1 \\| 2",
      "next_cursor\\: x",
      "rows ($)\\: a",
      "all.a\\: b",
      "Inflow: c",
    ],
  ],
  [
    "a change's values even when empty",
    { rows: listOf(changed) },
    {
      rows: [
        { before: null, after: "a\nb|c" },
        { before: false, after: true },
        { before: 149.5, after: 103.5 },
      ],
    },
    ["rows: before|after", "(none)|a\\nb\\|c", "no|yes", "$149.50|$103.50"],
  ],
  [
    "no old values when all records are new",
    { rows: listOf(changed) },
    { rows: [{ before: "", after: "x" }] },
    ["rows: after", "x"],
  ],
  [
    "a group's name once, above its rows, and no forged group",
    { rows: grouped },
    {
      rows: [
        { group: "Home", name: "Rent", amount: 0 },
        { group: "Home", name: "Power", amount: 1000 },
        { group: "Fun", name: "group: Home", amount: 2000 },
      ],
    },
    [
      ...["rows ($): name|amount", "group: Home", "Rent|0.00", "Power|1.00"],
      ...["group: Fun", "group\\: Home|2.00"],
    ],
  ],
];

for (const [what, fields, answer, lines] of layouts) {
  Deno.test(`writeAnswer() writes ${what}`, () => {
    const { text } = writeAnswer(z.object(fields), answer, {
      ids: null,
      format,
      textFormat: format,
      isIdShown: (_id, _usage, name) => name === "shared",
      omitsEmpty: true,
    });
    assertEquals(text, lines.join("\n"));
  });
}
