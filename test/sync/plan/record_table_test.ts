import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { type AdoptedParts, RecordTable, type TableRow } from "../../../sync/plan/record_table.ts";

const live = (key: string, record: number): TableRow<number> => ({ key, record, isDeleted: false });
const gone = (key: string): TableRow<number> => ({ key, record: 0, isDeleted: true });

/** A table that was read whole. */
function tableOf(...rows: readonly TableRow<number>[]): RecordTable<number> {
  const table = new RecordTable<number>();
  table.replaceAll(rows);
  return table;
}

/** All records that a store has kept. */
function adopted(records: Readonly<Record<string, number>>): AdoptedParts {
  const part = { part: "all", keys: Object.keys(records), records: Object.values(records) };
  return { parts: [part], isWhole: true, ours: new Set(), deletedKeys: null };
}

Deno.test("replaceAll() keeps upstream's order", () => {
  assertEquals(tableOf(live("b", 2), live("a", 1)).live, [2, 1]);
});

Deno.test("replaceAll() drops what the read does not name, and its key stays reserved", () => {
  const table = tableOf(live("a", 1), live("b", 2));
  table.replaceAll([live("b", 3)]);
  assertEquals(table.live, [3]);
  assertEquals([...table.deletedKeys], ["a"]);
});

Deno.test("replaceAll() with nothing leaves nothing live", () => {
  const table = tableOf(live("a", 1));
  assertEquals(table.live, [1]);
  table.replaceAll([]);
  assertEquals(table.live, []);
  assertEquals(table.get("a"), undefined);
});

Deno.test("replaceAll() keeps the keys that were deleted before taken", () => {
  const table = tableOf(live("a", 1), gone("z"));
  table.replaceAll([live("a", 1)]);
  assert(table.deletedKeys.has("z"));
});

Deno.test("merge() replaces changed records in their place and puts new ones last", () => {
  const table = tableOf(live("a", 1), live("b", 2));
  table.merge([live("c", 3), live("a", 10)]);
  assertEquals(table.live, [10, 2, 3]);
});

Deno.test("merge() drops records marked deleted, and their keys stay reserved", () => {
  const table = tableOf(live("a", 1), live("b", 2));
  table.merge([gone("a"), gone("never seen")]);
  assertEquals(table.live, [2]);
  assertEquals([...table.deletedKeys], ["a", "never seen"]);
});

Deno.test("merge() brings back a record that is live again", () => {
  const table = tableOf(live("a", 1));
  table.merge([gone("a")]);
  table.merge([live("a", 2)]);
  assertEquals(table.live, [2]);
  assertEquals(table.deletedKeys.size, 0);
});

Deno.test("live is the same list until something changes", () => {
  const table = tableOf(live("a", 1));
  const before = table.live;
  table.merge([]);
  assertStrictEquals(table.live, before);
  table.merge([live("a", 1)]);
  assert(table.live !== before);
});

Deno.test("get() gives a live record by its key", () => {
  const table = tableOf(live("a", 1), live("b", 2), gone("c"));
  assertEquals([table.get("b"), table.get("c")], [2, undefined]);
});

Deno.test("adopt() takes records in order and the keys that are reserved", () => {
  const table = new RecordTable<number>();
  table.adopt({ ...adopted({ b: 2, a: 1 }), deletedKeys: ["z"] });
  assertEquals(table.live, [2, 1]);
  assertEquals([...table.deletedKeys], ["z"]);
});

Deno.test("adopt() drops of our own records those that it does not name", () => {
  const table = tableOf(live("a", 1), live("b", 2), live("c", 3), gone("d"));
  table.adopt(adopted({ b: 20, d: 4 }));
  assertEquals(table.live, [20, 4]);
  assertEquals(table.deletedKeys.size, 0);
});

Deno.test("adopt() of a whole collection without records leaves none", () => {
  const table = tableOf(live("a", 1));
  table.adopt({ ...adopted({}), parts: [] });
  assertEquals(table.live, []);
});

Deno.test("adopt() leaves our own records where nothing has changed, or ours are to stay", () => {
  const table = tableOf(live("a", 1), gone("z"));
  table.adopt({ parts: [], isWhole: false, ours: new Set(), deletedKeys: ["y", "z"] });
  table.adopt({ parts: [], isWhole: true, ours: new Set(["all"]), deletedKeys: null });
  assertEquals([table.live, [...table.deletedKeys]], [[1], ["z", "y"]]);
});

Deno.test("parts() gives everything as one part, and others as no more", () => {
  const table = tableOf(live("b", 2), live("a", 1));
  const whole = { part: "all", keys: ["b", "a"], records: [2, 1] };
  assertEquals(table.parts("all"), [whole]);
  const older = { part: "2024-03", keys: [], records: [] };
  assertEquals(table.parts(new Set(["2024-03", "all"])), [older, whole]);
});

const aKey = fc.constantFrom("a", "b", "c", "d", "e");
const someRows = fc.uniqueArray(
  fc.record({ key: aKey, record: fc.integer(), isDeleted: fc.boolean() }),
  { selector: ({ key }) => key },
);
const someReads = fc.array(fc.record({ isWhole: fc.boolean(), rows: someRows }));

Deno.test("any sequence of reads leaves what a plain list of the same reads leaves", () => {
  fc.assert(fc.property(someReads, (reads) => {
    const table = new RecordTable<number>();
    let expected: (readonly [string, number])[] = [];
    const everSeen = new Set<string>();
    for (const { isWhole, rows } of reads) {
      if (isWhole) table.replaceAll(rows);
      else table.merge(rows);
      const named = new Map<string, TableRow<number>>(rows.map((row) => [row.key, row]));
      const kept = isWhole ? [] : expected
        .filter(([key]) => named.get(key)?.isDeleted !== true)
        .map(([key, record]) => [key, named.get(key)?.record ?? record] as const);
      const keys = new Set(kept.map(([key]) => key));
      const fresh = rows.filter(({ key, isDeleted }) => !isDeleted && !keys.has(key));
      expected = [...kept, ...fresh.map(({ key, record }) => [key, record] as const)];
      for (const { key } of rows) everSeen.add(key);
    }
    assertEquals(table.live, expected.map(([, record]) => record));
    const dead = [...everSeen].filter((key) => expected.every(([other]) => other !== key));
    assertEquals([...table.deletedKeys].sort(), dead.sort());
  }));
});

Deno.test("the same read applied twice changes nothing more", () => {
  fc.assert(fc.property(someReads, fc.boolean(), someRows, (reads, isWhole, rows) => {
    const table = new RecordTable<number>();
    for (const read of reads) read.isWhole ? table.replaceAll(read.rows) : table.merge(read.rows);
    const apply = (): void => isWhole ? table.replaceAll(rows) : void table.merge(rows);
    apply();
    const once = [table.live, [...table.deletedKeys].sort()];
    apply();
    assertEquals([table.live, [...table.deletedKeys].sort()], once);
  }));
});

Deno.test("adopt() into an empty table leaves no live record among the deleted ones", () => {
  const table = new RecordTable<number>();
  // The plan was restored: every id that it had is reserved, and none is live.
  table.replaceAll([{ key: "a", isDeleted: true }, { key: "b", isDeleted: true }]);
  table.adopt({ ...adopted({ a: 1 }), deletedKeys: ["b"] });
  assertEquals([[...table.deletedKeys], table.live], [["b"], [1]]);
});

Deno.test("adopt() of nothing new keeps what was taken over before, whether it was looked at or not", () => {
  for (const isLookedAt of [false, true]) {
    const table = new RecordTable<number>();
    const whole = { part: "all", keys: ["a", "b"], records: [1, 2] };
    const none = new Set<string>();
    table.adopt({ parts: [whole], isWhole: true, ours: none, deletedKeys: ["z"] });
    if (isLookedAt) assertEquals(table.get("a"), 1);
    table.adopt({ parts: [], isWhole: false, ours: none, deletedKeys: null });
    assertEquals([table.live, table.size, [...table.deletedKeys]], [[1, 2], 2, ["z"]]);
    const later = { part: "all", keys: ["b", "c"], records: [2, 3] };
    table.adopt({ parts: [later], isWhole: false, ours: none, deletedKeys: ["a", "z"] });
    assertEquals([table.live, [...table.deletedKeys].toSorted()], [[2, 3], ["a", "z"]]);
  }
});
