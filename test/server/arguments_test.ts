import { assertEquals, assertThrows } from "@std/assert";
import { z } from "zod";
import { ToolError } from "../../domain/base/tool_error.ts";
import { checkedArguments } from "../../server/arguments.ts";

const schema = z.strictObject({
  count: z.int().min(2).max(5).default(3),
  name: z.string().min(2).max(4).optional(),
  list: z.array(z.string()).max(2).optional(),
  is_open: z.boolean().optional(),
  rows: z.array(z.strictObject({ size: z.number(), amount: z.number().optional() })).optional(),
  box: z.strictObject({}).optional(),
  color: z.enum(["red", "blue"]).optional(),
  deep: z.strictObject({
    rows: z.array(z.strictObject({ size: z.number().optional() })),
  }).optional(),
});

const wrong: readonly (readonly [args: unknown, words: string])[] = [
  ["text", "the arguments must be an object"],
  [{ count: 1 }, "count must be at least 2"],
  [{ count: 6 }, "count must be at most 5"],
  [{ count: 2.5 }, "count must be a whole number"],
  [{ name: "x" }, "name must be at least 2 characters long"],
  [{ name: "xxxxx" }, "name must be at most 4 characters long"],
  [{ name: 7 }, "name must be text"],
  [{ name: null }, "name must be text"],
  [{ list: ["a", "b", "c"] }, "list must be a list of at most 2"],
  [{ list: "a" }, "list must be a list"],
  [{ is_open: "yes" }, "is_open must be true or false"],
  [{ color: "green" }, "color must be red, blue"],
  [{ box: 7 }, "box must be an object"],
  [{ rows: [{ size: "x" }] }, "rows.0.size must be a number"],
  [{ rows: [{}] }, "rows.0.size is missing (a number, such as -12.5)"],
  [{ rows: [{ size: 1, sise: 2 }] }, "unknown argument sise in rows, did you mean size?"],
  [
    { rows: [{ size: 1, q: 2 }, { size: 1, q: 3 }] },
    "unknown argument q in rows, which takes size, amount",
  ],
  [{ box: { q: 1 } }, "unknown argument q in box"],
  [
    { deep: { rows: [{ sise: 1 }] } },
    "unknown argument sise in deep.rows, did you mean size?",
  ],
  [{ colour: "red" }, "unknown argument colour, did you mean color?"],
  [
    { q: 1 },
    "unknown argument q, the tool takes count, name, list, is_open, rows, box, color, deep",
  ],
  [{ name: 7, count: 6 }, "count must be at most 5; name must be text"],
];
for (const [args, words] of wrong) {
  Deno.test(`checkedArguments() refuses ${JSON.stringify(args)}`, () => {
    const error = assertThrows(() => checkedArguments(schema, args), ToolError);

    assertEquals([error.code, error.message], [
      "invalid_input",
      `the arguments do not fit: ${words}`,
    ]);
  });
}

Deno.test("checkedArguments() fills in what is left out, also where there are none", () => {
  assertEquals(checkedArguments(schema, undefined), { count: 3 });
  assertEquals(checkedArguments(schema, null), { count: 3 });
  assertEquals(checkedArguments(schema, { count: 5, name: "ab" }), { count: 5, name: "ab" });
});
