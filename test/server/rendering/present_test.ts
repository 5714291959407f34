import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { z } from "zod";
import { type MoneyFormat, UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";
import { lean, NO_NAME, present } from "../../../server/rendering/present.ts";
import {
  estimate,
  foreignText,
  foreignValue,
  listOf,
  metaOf,
  money,
  planId,
  shortId,
} from "../../../tools/_schema.ts";

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const as = { shorten: (id: string): string => id.slice(0, 8), format: dollars };

/** What a maintainer may do to a field; all of it must keep what the field holds. */
const WAYS: Readonly<Record<string, (schema: z.ZodType) => z.ZodType>> = {
  plain: (schema) => schema,
  described: (schema) => schema.describe("In words"),
  withMeta: (schema) => schema.meta({ examples: [] }),
  refined: (schema) => schema.refine(() => true),
  optional: (schema) => schema.optional(),
  described_optional: (schema) => schema.describe("In words").optional().describe("Again"),
  nullable: (schema) => schema.nullable(),
  cloned: (schema) => schema.clone(),
};

Deno.test("present() knows a field by what it holds, whatever else is said of it", () => {
  for (const [name, way] of Object.entries(WAYS)) {
    const schema = z.object({
      balance: way(money()),
      mean: way(estimate()),
      payee: way(foreignText()),
      id: way(shortId()),
    });
    const value = {
      balance: 1_234_560,
      mean: 1_237,
      payee: "Evil\u202e\nShop",
      id: "0123456789ab",
    };
    const shown = { balance: 1234.56, mean: 1.24, payee: "Evil Shop", id: "01234567" };
    assertEquals(present(schema, value, as), shown, name);
  }
});

Deno.test("present() knows a number by what it holds when limits are put on it", () => {
  const schema = z.object({
    balance: money().min(0).max(1e15).int(),
    name: foreignText().min(1).max(500).regex(/./su),
  });
  const value = { balance: 1_500, name: "a\u200b\tb" };
  assertEquals(present(schema, value, as), { balance: 1.5, name: "a b" });
});

Deno.test("metaOf() keeps the form of a list that is described", () => {
  const list = listOf(z.string(), { isQuiet: true }).describe("In words").unwrap();
  assertEquals(metaOf(list).listForm, { isQuiet: true });
  assertEquals(metaOf(shortId({ isForChanges: true }).describe("Id")).idUsage, {
    isForChanges: true,
  });
  assertEquals(metaOf(planId), {});
});

Deno.test("present() rounds every amount to the currency's decimals, where these are known", () => {
  const schema = z.object({ fact: money(), worked: estimate(), value: foreignValue() });
  const of = (format: MoneyFormat): unknown =>
    present(schema, { fact: -12_345, worked: -12_345, value: -12.345 }, { ...as, format });
  assertEquals(of({ ...dollars, decimals: 0 }), { fact: -12, worked: -12, value: -12 });
  assertEquals(of(dollars), { fact: -12.35, worked: -12.35, value: -12.35 });
  assertEquals(of({ ...dollars, decimals: 3 }), {
    fact: -12.345,
    worked: -12.345,
    value: -12.345,
  });
  assertEquals(of(UNKNOWN_MONEY_FORMAT), { fact: -12.345, worked: -12.35, value: -12.345 });
});

Deno.test("present() cleans a value that is text, keeps its lines, and leaves others as they are", () => {
  const schema = z.object({ after: foreignValue().optional() });
  const shown = (after: unknown): unknown => present(schema, { after }, as);
  assertEquals(shown("Evil\u202e\nShop \u001b[2J"), { after: "Evil\nShop [2J" });
  for (const after of [-12.34, true, false, ""]) assertEquals(shown(after), { after });
});

Deno.test("present() shows no id that is none as it came", () => {
  const shown = present(z.object({ key: shortId() }), { key: "x\u001b[2J\n\u202ey" }, {
    ...as,
    shorten: (id) => id,
  });
  assertEquals(shown, { key: "x[2J y" });
});

const BLANKS = ["", " ", "\n", "\u200b", "\u3164", "&nbsp;", "\u2060\ufeff", "\u{e0041}"];

Deno.test("present() gives a blank name a stand-in where the answer must have one", () => {
  const schema = z.object({
    name: foreignText(),
    memo: foreignText().optional(),
    tags: listOf(foreignText()),
  });
  for (const blank of [...BLANKS, null, undefined]) {
    const answer = lean(present(schema, { name: blank, memo: blank, tags: [blank] }, as));
    assertEquals(answer, { name: NO_NAME, tags: [NO_NAME] });
    schema.parse(answer);
  }
});

Deno.test("present() leaves no text of strangers that its schema would refuse", () => {
  const schema = z.object({ rows: listOf(z.object({ name: foreignText(), id: shortId() })) });
  const blank = fc.constantFrom(...BLANKS);
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.array(blank).map((all) => all.join("")));
  fc.assert(fc.property(fc.array(text), (names) => {
    const value = { rows: names.map((name) => ({ name, id: "0".repeat(36) })) };
    const answer = lean(present(schema, value, as));
    schema.parse(answer);
    const rows = (answer as { readonly rows?: readonly { readonly name: string }[] }).rows ?? [];
    assertEquals(rows.filter(({ name }) => /^\s*$|[\p{Cc}\u200b\u202e]/u.test(name)), []);
  }));
});
