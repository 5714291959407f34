import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { jsonBytes } from "../../../client/scan/json_bytes.ts";
import { LiteralColumn } from "../../../client/scan/literal_column.ts";

const someValue = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("Rent", "Market 1", "Market 2", "", "caf\u00e9", `"`) },
  fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
  fc.constantFrom(null, true, false, 0, 1.5),
);

function placeOf(column: LiteralColumn, value: unknown, guess?: number): number {
  if (typeof value !== "string") return column.placeOfOther(value);
  const written = new TextEncoder().encode(JSON.stringify(value));
  const place = column.placeOfText(jsonBytes(written), 1, guess);
  assertEquals(column.end, written.length);
  return place;
}

Deno.test("a column gives each value its place, with any guess, and keeps it as it was", () => {
  const lookedAt = fc.array(fc.tuple(someValue, fc.boolean(), fc.integer({ min: -1, max: 20 })));
  fc.assert(fc.property(lookedAt, (given) => {
    const column = new LiteralColumn();
    const known: unknown[] = [];
    for (const [value, isLookedAt, guess] of given) {
      const place = placeOf(column, value, guess < known.length ? guess : -1);
      if (!known.includes(value)) known.push(value);
      assertEquals(place, known.indexOf(value));
      if (isLookedAt) assertEquals(column.list(), known);
    }
    assertEquals([column.count, [...column.list()]], [known.length, known]);
  }));
});

Deno.test("literalsOf() writes values as JSON does, in any order, whether they have been read or not", () => {
  const places = fc.array(fc.nat(), { minLength: 1 });
  fc.assert(fc.property(fc.array(someValue, { minLength: 1 }), places, (given, numbers) => {
    const column = new LiteralColumn();
    for (const value of given) placeOf(column, value);
    const wanted = numbers.map((number) => number % column.count);
    const { json, starts, special } = column.literalsOf(wanted);
    const values = wanted.map((place) => column.list()[place]);
    assertEquals(new TextDecoder().decode(json), JSON.stringify(values));
    const written = values.map((_, nth) =>
      new TextDecoder().decode(json.subarray(starts[nth], (starts[nth + 1] as number) - 1))
    );
    assertEquals(written, values.map((value) => JSON.stringify(value)));
    const isPlain = (value: unknown): boolean =>
      typeof value === "string" && /^[ -~\x7f]*$/u.test(value) && !/["\\]/u.test(value);
    assertEquals(
      [...special],
      [...values.entries()].filter(([, value]) => !isPlain(value)),
    );
    assertEquals(column.literalsOf(wanted), { json, starts, special });
  }));
});

Deno.test("values that repeat each other are found among thousands of others", () => {
  const column = new LiteralColumn();
  const places = new Map<string, number>();
  for (let nth = 0; nth < 40_000; nth++) {
    const text = `Payment ${nth % 3_000}`;
    const place = placeOf(column, text);
    assertEquals(places.get(text) ?? place, place);
    places.set(text, place);
  }
  assertEquals([column.count, column.list().length], [3_000, 3_000]);
});

Deno.test("of values that are all new some are not compared, and all are kept", () => {
  const column = new LiteralColumn();
  const texts = Array.from({ length: 20_000 }, (_, nth) => `YNAB:-${nth}:2026-07-01:1`);
  const places = texts.map((text) => placeOf(column, text));
  const list = column.list();
  assert(places.every((place, nth) => list[place] === texts[nth]));
});

Deno.test("a text is refused that is too long or too short, or does not end", () => {
  const column = new LiteralColumn({ least: 1, most: 3 });
  const read = (text: string): number =>
    column.placeOfText(jsonBytes(new TextEncoder().encode(text)), 1);
  assertEquals(
    ['""', '"abcd"', '"abc', '"a\nb"', '"a\\x"', '"\u00e9\u00e9\u00e9"', '"abc"'].map(read),
    [
      -1,
      -1,
      -1,
      -1,
      -1,
      0,
      1,
    ],
  );
});
