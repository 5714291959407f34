import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  absentColumn,
  type Column,
  columnOf,
  ColumnValues,
  type FieldValue,
  placesFor,
} from "../../../domain/transactions/column.ts";

const someValue = fc.constantFrom<FieldValue>("red", "blue", "", null, undefined, 7, true);
const someValues = fc.array(someValue, { maxLength: 12 });

const valuesIn = (column: Column): readonly FieldValue[] =>
  Array.from(column.places, (_, place) => column.at(place));

Deno.test("a column gives each transaction its value, and keeps each different one once", () => {
  fc.assert(fc.property(someValues, (values) => {
    const column = columnOf(values);
    assertEquals(valuesIn(column), values);
    assertEquals(column.valueCount, new Set(values).size);
    assertEquals(column.all, [...new Set(values)]);
  }));
});

/** A run of one. */
const alone = (from: number): { readonly from: number; readonly count: number } => ({
  from,
  count: 1,
});

Deno.test("rearranged() takes values from where they were, and the new ones, time after time", () => {
  const someSteps = fc.array(
    fc.tuple(fc.infiniteStream(fc.integer({ min: -3, max: 11 })), someValues),
  );
  fc.assert(fc.property(someValues, someSteps, (values, steps) => {
    let [column, expected] = [columnOf(values), values as readonly FieldValue[]];
    for (const [choices, added] of steps) {
      const isThere = (source: number): boolean =>
        source < 0 ? -1 - source < added.length : source < expected.length;
      const sources = [...choices.take(10)].filter(isThere);
      column = column.rearranged(sources.map(alone), added);
      expected = sources.map((source) => source < 0 ? added[-1 - source] : expected[source]);
      assertEquals(valuesIn(column), expected);
      assertEquals(column.all.length, column.valueCount);
    }
  }));
});

Deno.test("replaced() gives some places other values, and leaves the column that it is asked of", () => {
  fc.assert(fc.property(someValues, someValue, fc.infiniteStream(fc.boolean()), (...of) => {
    const [values, other, choices] = of;
    const column = columnOf(values);
    const places = [...values.keys()].filter(() => choices.next().value);
    const replaced = column.replaced(places, (place) => place === 0 ? "first" : other);
    assertEquals(
      valuesIn(replaced),
      values.map((value, at) => !places.includes(at) ? value : at === 0 ? "first" : other),
    );
    assertEquals(valuesIn(column), values);
  }));
});

Deno.test("values behind the dictionary stand there once, and are gathered when they are many", () => {
  const column = columnOf(["red", "red"]);
  const twice = column.replaced([0, 1], () => "blue");
  assertEquals([twice.appended, twice.values.count], [["blue"], 1]);
  const many = columnOf(Array.from({ length: 600 }, () => "red"));
  const places = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
  assertEquals(many.replaced(places(512), (place) => `v${place}`).appended.length, 512);
  const gathered = many.replaced(places(513), (place) => `v${place}`);
  assertEquals([gathered.appended.length, gathered.valueCount], [0, 514]);
  assertEquals([gathered.at(512), gathered.at(513)], ["v512", "red"]);
});

Deno.test("ColumnValues reads its values when they are first asked for, once", () => {
  let reads = 0;
  const values = new ColumnValues(2, () => {
    reads += 1;
    return ["red", null];
  });
  assertEquals([values.count, reads], [2, 0]);
  assert(values.includesAny(new Map<FieldValue, number>([["blue", 1], ["red", 2]])));
  assert(!values.includesAny(new Map<FieldValue, number>([["blue", 1], [undefined, 2]])));
  assert(values.includesAny(new Map([[null, 1]])) && !values.includesAny(new Map()));
  assertEquals([values.list, reads], [["red", null], 1]);
});

Deno.test("a column that no transaction has holds nothing at each of their places", () => {
  const column = absentColumn(3);
  assertEquals([valuesIn(column), column.valueCount], [[undefined, undefined, undefined], 1]);
});

Deno.test("placesFor() makes room for numbers of two bytes while these are enough", () => {
  assert(placesFor(65_536, 2) instanceof Uint16Array);
  assert(placesFor(65_537, 2) instanceof Uint32Array);
  assertEquals([placesFor(1, 3).length, placesFor(65_537, 3).length], [3, 3]);
});

Deno.test("a column goes on beyond what two bytes can count", () => {
  const column = columnOf(Array.from({ length: 65_534 }, (_, at) => at));
  const places = [0, 1, 2, 3, 4];
  const replaced = column.replaced(places, (place) => `new ${place}`);
  assertEquals(places.map((place) => replaced.at(place)), places.map((place) => `new ${place}`));
  assertEquals([replaced.at(5), replaced.at(65_533)], [5, 65_533]);
  const added = places.map((place) => `added ${place}`);
  const rearranged = column.rearranged([-5, 65_533, -1, 0].map(alone), added);
  assertEquals(valuesIn(rearranged), ["added 4", 65_533, "added 0", 0]);
});
