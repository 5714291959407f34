import { assertEquals } from "@std/assert";
import { z } from "zod";
import { formOf, namesAt } from "../../server/argument_form.ts";

const schema = z.strictObject({
  days: z.int(),
  amount: z.number(),
  price: z.number().min(0.01),
  change: z.number().min(-1_000),
  is_open: z.boolean(),
  note: z.string(),
  date: z.iso.date(),
  month: z.string().regex(/^\d{4}-\d{2}$/u),
  month_or_current: z.string().regex(/^(?:current|\d{4}-\d{2})$/u),
  color: z.enum(["red", "blue"]),
  account_id: z.string(),
  category_id: z.string(),
  group_id: z.string(),
  payee_ids: z.array(z.string()),
  step_ids: z.array(z.string()),
  payee_name: z.string(),
  rows: z.array(z.strictObject({ name: z.string(), size: z.int(), memo: z.string().optional() })),
  box: z.strictObject({ height: z.number(), color: z.string().optional() }),
  anything: z.strictObject({ color: z.string().optional() }),
  either: z.union([z.strictObject({ width: z.int() }), z.string()]),
  some: z.union([z.string(), z.array(z.boolean())]),
});

const forms: readonly (readonly [path: readonly (string | number)[], words: string])[] = [
  [["days"], "a whole number, such as 3"],
  [["amount"], "a number, such as -12.5"],
  [["price"], "a number above zero, such as 12.5"],
  [["change"], "a number, such as -12.5"],
  [["is_open"], "true or false"],
  [["note"], "text"],
  [["date"], "a day, such as 2026-11-20"],
  [["month"], "a month, such as 2026-11"],
  [["month_or_current"], "a month, such as 2026-11 or current"],
  [["color"], "red or blue"],
  [["account_id"], 'an id or a name, such as "Checking"'],
  [["category_id"], 'an id or a name, such as "Groceries"'],
  [["group_id"], 'an id or a name, such as "Bills"'],
  [["payee_ids"], 'a list, each an id or a name, such as "Amazon"'],
  [["step_ids"], 'a list, each an id of an answer, such as "1a2b3c4d"'],
  [["payee_name"], "text"],
  [["payee_ids", 0], 'an id or a name, such as "Amazon"'],
  [["rows"], "a list of objects, each with name, size"],
  [["rows", 1], "with name, size"],
  [["rows", 1, "size"], "a whole number, such as 3"],
  [["box"], "with height"],
  [["box", "height"], "a number, such as -12.5"],
  [["anything"], "an object"],
  [["either", "width"], "a whole number, such as 3"],
  [["some", 0], "true or false"],
  [["nowhere"], "text"],
  [["note", "part"], "text"],
  [["note", 0], "text"],
];
for (const [path, words] of forms) {
  Deno.test(`formOf() says of ${path.join(".")}: ${words}`, () => {
    assertEquals(formOf(schema, path), words);
  });
}

Deno.test("namesAt() gives what a row, a box or one of several forms takes", () => {
  assertEquals(namesAt(schema, ["rows", 3]), ["name", "size", "memo"]);
  assertEquals(namesAt(schema, ["box"]), ["height", "color"]);
  assertEquals(namesAt(schema, ["either"]), ["width"]);
  assertEquals([namesAt(schema, ["note"]), namesAt(schema, ["some"])], [[], []]);
});
