import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { ValueDictionary } from "../../../domain/transactions/value_dictionary.ts";

Deno.test("each value stands at the place that it was given", () => {
  const someValue = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.integer(),
    fc.constantFrom(null, true),
  );
  fc.assert(fc.property(fc.array(someValue), (values) => {
    const dictionary = new ValueDictionary();
    const places = values.map((value) => dictionary.placeOf(value));
    assertEquals(places.map((place) => dictionary.values[place]), values);
    assertEquals(dictionary.values.length, new Set(values).size);
  }));
});

Deno.test("texts with the same beginning, middle and end are told apart", () => {
  const dictionary = new ValueDictionary();
  const texts = Array.from({ length: 300 }, (_, at) => `abc${String(at).padStart(6, "0")}xyz`);
  for (const _ of [1, 2]) {
    assertEquals(texts.map((text) => dictionary.values[dictionary.placeOf(text)]), texts);
  }
  assertEquals(dictionary.values.length, texts.length);
});

Deno.test("texts that begin to repeat each other after thousands of new ones stand there few times", () => {
  const dictionary = new ValueDictionary();
  for (let at = 0; at < 10_000; at++) dictionary.placeOf(`label ${at}`);
  assertEquals(dictionary.values.length, 10_000);
  for (let at = 0; at < 50_000; at++) {
    const text = `shop ${at % 100}`;
    assertEquals(dictionary.values[dictionary.placeOf(text)], text);
  }
  assert(dictionary.values.length < 16_000, `${dictionary.values.length} values`);
});
