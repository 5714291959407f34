import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { packPart, unpackParts } from "../../../sync/sealing/pack_rows.ts";
import type { StoredPart } from "../../../sync/store.ts";

type Bytes = ReturnType<typeof packPart>["head"];

function unpacked(...heads: readonly Bytes[]): readonly StoredPart[] {
  return unpackParts(heads.map((head) => ({ head, read: () => Promise.resolve(null) })));
}

/** Records under keys of their own: the ids are theirs. */
function partOf(records: readonly object[], name = "all"): StoredPart {
  return { part: name, keys: records.map((_, at) => `key ${at}`), records };
}

function bytesOf(records: readonly object[]): number {
  return packPart(partOf(records)).head.length;
}

/** Of few kinds each, so that records share values, and texts that look like other values. */
const someValue = fc.oneof(
  fc.constantFrom(null, true, false, "", "null", "[]", "{}", '"', "1", "a", "b"),
  fc.constantFrom(0, 1, -1, 0.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53 - 1),
  fc.constantFrom<unknown>([], [null], ["a"], {}, { a: 1 }, { a: null }, [[]]),
  fc.jsonValue({ maxDepth: 2 }),
);
const someFields = fc.uniqueArray(
  fc.constantFrom("id", "name", "amount", "lines", "keys", "note", "constructor"),
  { maxLength: 4 },
);

/** Records of one shape, each field of which draws from a few values. */
const someRecords = fc.tuple(someFields, fc.array(someValue, { minLength: 1, maxLength: 4 }))
  .chain(([names, values]) => {
    const someRecord = fc.record(
      Object.fromEntries(names.map((name) => [name, fc.constantFrom(...values)])),
    );
    return fc.array(someRecord, { maxLength: 12 });
  })
  // As it comes over the wire; there is no -0 in JSON.
  .map((records) => JSON.parse(JSON.stringify(records)) as readonly object[]);

Deno.test("unpackParts() gives back all records as they were packed, of several parts at once", () => {
  fc.assert(
    fc.property(fc.array(someRecords, { maxLength: 3 }), (lots) => {
      const parts = lots.map((records, at) => partOf(records, `part ${at}`));
      assertEquals(unpacked(...parts.map((part) => packPart(part).head)), parts);
    }),
    { numRuns: 300 },
  );
});

Deno.test("unpackParts() keeps values apart that look alike as text", () => {
  for (
    const values of [
      ["[]", [], "{}", {}, '"[]', null, "null"],
      [{ a: 1 }, '{"a":1}', { a: "1" }, { a: null }],
      [1, "1", true, "true"],
      [0, null, 0, null],
      [[], {}, [], {}],
    ]
  ) {
    // Twice, so that each is worth naming once.
    const part = partOf([...values, ...values].map((value) => ({ value })));
    assertEquals(unpacked(packPart(part).head), [part]);
  }
});

Deno.test("unpackParts() gives back numbers of all sizes, whole or not", () => {
  for (
    const values of [
      [2 ** 31 - 1, -(2 ** 31), 0],
      [2 ** 31, 0, 1],
      [-(2 ** 31) - 1, 0, 1],
      [0.5, 1, 2],
      [-123_456_789_012, 9_007_199_254_740_991, 1],
    ]
  ) {
    const part = partOf(values.map((value, at) => ({ value, at })));
    assertEquals(unpacked(packPart(part).head), [part]);
  }
});

Deno.test("unpackParts() gives back records that have not all the same fields in the same order", () => {
  for (
    const records of [
      [{ a: 1, b: 2 }, { b: 2, a: 1 }],
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: 1, b: 2 }, { a: 1 }],
      [{}, { a: 1 }],
    ]
  ) {
    const [part] = unpacked(packPart(partOf(records)).head);
    assertEquals(JSON.stringify(part?.records), JSON.stringify(records));
  }
});

Deno.test("unpackParts() leaves out a field without a value", () => {
  const [part] = unpacked(packPart(partOf([{ a: 1, b: undefined }, { a: 2, b: 3 }])).head);
  assertEquals(part?.records, [{ a: 1 }, { a: 2, b: 3 }]);
  assertEquals("b" in (part?.records[0] as object), false);
});

Deno.test("unpackParts() tells of keys, whether they are the records' ids or not", () => {
  const records = [{ id: "a" }, { id: "b" }];
  for (const keys of [["a", "b"], ["a", "c"], ["b", "a"]]) {
    const part = { part: "x", keys, records };
    assertEquals(unpacked(packPart(part).head), [part]);
  }
});

Deno.test("packPart() keeps of amounts in display form only the first", () => {
  const records = [
    { amount: 0, amount_formatted: null, amount_currency: null },
    { amount: 1_000, amount_formatted: "1,00 \u20ac", amount_currency: 1 },
    { amount: 2_000, amount_formatted: "2,00 \u20ac", amount_currency: 2 },
  ];
  const [part] = unpacked(packPart(partOf(records)).head);
  assertEquals(part?.records, [
    records[0],
    records[1],
    { amount: 2_000, amount_formatted: null, amount_currency: null },
  ]);
});

Deno.test("packPart() writes a value that records share once", () => {
  const long = "x".repeat(500);
  const many = (valueAt: (at: number) => unknown): number =>
    bytesOf(Array.from({ length: 200 }, (_, at) => ({ value: valueAt(at) })));
  const keys = many(() => 1);
  // Nothing is written for each record, where all have the same.
  const without = bytesOf(Array.from({ length: 200 }, () => ({})));
  for (const same of [long, 1, null, true]) {
    const head = 50 + JSON.stringify(same).length;
    assert(many(() => same) < without + head, `${typeof same}`);
  }
  // The same in all, then one of three, also where these are lists, and never mind which is next.
  assert(many(() => long) < keys + 600);
  assert(many((at) => `${long} ${at % 3}`) < keys + 200 + 3 * 600);
  assert(many((at) => [`${long} ${at % 3}`]) < keys + 200 + 3 * 600);
  assert(many((at) => at % 2 === 0 ? [] : [long]) < keys + 200 + 600);
  // Whole numbers take four bytes each, others eight.
  assert(many((at) => 1_000_000_000 + at) < keys + 900);
  assert(many((at) => 1_000_000_000.5 + at) < keys + 1_700);
});

Deno.test("packPart() packs more different values than a byte can tell apart", () => {
  for (const different of [255, 256, 257, 600]) {
    const records = Array.from({ length: 1_000 }, (_, at) => ({ value: `v${at % different}` }));
    assertEquals(unpacked(packPart(partOf(records)).head)[0]?.records, records);
  }
});

Deno.test("packPart() packs more different values than two bytes can tell apart", () => {
  const records = Array.from(
    { length: 65_537 + 30_000 },
    (_, at) => ({ value: `v${at % 65_537}` }),
  );
  const [part] = unpacked(packPart({ part: "x", keys: [], records }).head);
  const isSame = records.every((record, at) =>
    record.value === (part?.records[at] as typeof record).value
  );
  assert(isSame);
});

Deno.test("unpackParts() reads bytes wherever they lie in memory, and refuses what was cut", () => {
  const part = partOf([{ value: 1, other: 0.5 }, { value: 2, other: 0.25 }]);
  const { head } = packPart(part);
  const around = new Uint8Array(head.length + 3);
  around.set(head, 3);
  assertEquals(unpacked(around.subarray(3)), [part]);
  for (const length of [0, 20, head.length - 1, head.length - 8]) {
    assertThrows(() => unpacked(head.slice(0, length)));
  }
});
