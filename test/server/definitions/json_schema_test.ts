import { assertEquals, assertStrictEquals } from "@std/assert";
import { z } from "zod";
import { answerSchemaForPeople, jsonSchemasOf } from "../../../server/definitions/json_schema.ts";
import type { Tool } from "../../../tools/_tool.ts";

const row = z.object({
  color: z.enum(["red", "blue"]),
  size: z.number().max(5),
  note: z.string().nullable(),
});
const tool = {
  schema: {
    input: z.strictObject({
      month: z.string().regex(/^x$/u),
      name: z.string().min(1),
      word: z.string().min(2),
      amount: z.number().min(-1_000_000_000_000).max(1_000_000_000_000),
      limit: z.int().min(1).max(200),
      pattern: z.boolean().default(false),
      color: z.enum(["red", "blue"]).default("red"),
    }),
    output: z.object({ status: z.enum(["open", "over"]), rows: z.array(row) }),
  },
} as unknown as Tool;

Deno.test("a sender of arguments is told limits that may be met, and no patterns", () => {
  const { input } = jsonSchemasOf(tool);
  assertEquals(input, {
    type: "object",
    properties: {
      month: { type: "string" },
      name: { type: "string" },
      word: { type: "string", minLength: 2 },
      amount: { type: "number" },
      limit: { type: "integer", minimum: 1, maximum: 200 },
      pattern: { type: "boolean" },
      color: { type: "string", enum: ["red", "blue"], default: "red" },
    },
    required: ["month", "name", "word", "amount", "limit"],
    additionalProperties: false,
  });
});

Deno.test("a reader of answers is told what rows may hold, and not what they show themselves", () => {
  const { output } = jsonSchemasOf(tool);
  const { rows, status } = output["properties"] as Readonly<Record<string, unknown>>;
  assertEquals(status, { type: "string", enum: ["open", "over"] });
  assertEquals(output["required"], ["status", "rows"]);
  assertEquals("additionalProperties" in output, false);
  assertEquals(rows, {
    type: "array",
    items: {
      type: "object",
      properties: {
        color: { type: "string" },
        size: { type: "number", maximum: 5 },
        note: {},
      },
    },
  });
});

Deno.test("people are told the words of rows as well", () => {
  const { rows } = answerSchemaForPeople(tool)["properties"] as Readonly<
    Record<string, { readonly items: { readonly required: unknown; readonly properties: Row } }>
  >;
  assertEquals(rows?.items.required, ["color", "size", "note"]);
  assertEquals(rows?.items.properties.color, { type: "string", enum: ["red", "blue"] });
});

Deno.test("schemas of a tool are made once", () => {
  assertStrictEquals(jsonSchemasOf(tool), jsonSchemasOf(tool));
});

interface Row {
  readonly color: unknown;
}
