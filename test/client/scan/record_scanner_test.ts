import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { jsonBytes } from "../../../client/scan/json_bytes.ts";
import { RecordScanner } from "../../../client/scan/record_scanner.ts";
import { kept, recordAt } from "../_scanned_records.ts";

const someText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom("", "null", `"`, `\\`, `,"flag_name":null`, "caf\u00e9", "rent"),
);
const noneOrText = fc.oneof(fc.constant(null), someText);
const someId = fc.oneof(fc.uuid(), fc.stringMatching(/^[!#-[\]-~]{1,40}$/u));
const noneOrId = fc.oneof(fc.constant(null), someId);
const someDay = fc.date({
  min: new Date("1990-01-01"),
  max: new Date("2040-12-31"),
  noInvalidDate: true,
}).map((date) => date.toISOString().slice(0, 10));
const someLine = fc.record({ id: someId, amount: fc.integer(), memo: noneOrText });

/** Every field; those that are mostly empty together are so in about a quarter of all. */
const someRecord = fc.record({
  id: someId,
  date: someDay,
  amount: fc.integer(),
  memo: noneOrText,
  cleared: fc.constantFrom("cleared", "uncleared", "reconciled"),
  approved: fc.boolean(),
  flag_color: noneOrText,
  flag_name: noneOrText,
  account_id: someId,
  payee_id: noneOrId,
  category_id: noneOrId,
  transfer_account_id: noneOrId,
  transfer_transaction_id: noneOrId,
  matched_transaction_id: noneOrId,
  import_id: noneOrText,
  import_payee_name: noneOrText,
  import_payee_name_original: noneOrText,
  debt_transaction_type: noneOrText,
  deleted: fc.constant(false),
  amount_formatted: fc.constantFrom("$1.00", "-\u20ac5.00"),
  amount_currency: fc.constantFrom(1, -0.25, null),
  account_name: someText,
  payee_name: noneOrText,
  category_name: noneOrText,
  unknown: fc.constantFrom(null, true, 7, "text"),
  subtransactions: fc.array(someLine, { maxLength: 2 }),
});

/** Records of one answer: all of them have the same fields, in the same order. */
const someRecords = fc.record({
  records: fc.array(someRecord, { minLength: 1, maxLength: 6 }),
  omitted: fc.subarray(["memo", "flag_color", "flag_name", "import_id", "transfer_account_id"]),
  order: fc.option(fc.integer({ min: 1, max: 20 })),
}).map(({ records, omitted, order }) =>
  records.map((record) => {
    const fields = Object.entries(record).filter(([name]) => !omitted.includes(name));
    const turned = order === null ? fields : [...fields.slice(order), ...fields.slice(0, order)];
    return Object.fromEntries(turned);
  })
);

function scannerFor(record: object): RecordScanner {
  const scanner = new RecordScanner(() => true);
  scanner.learn(record);
  return scanner;
}

function readBy(scanner: RecordScanner, bytes: Uint8Array): number {
  return scanner.read({ ...jsonBytes(bytes), until: bytes.length }, 0);
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

Deno.test("a scanner reads records as they are parsed, in any order of their fields", () => {
  fc.assert(
    fc.property(someRecords, (records) => {
      const scanner = scannerFor(records[0] as object);
      for (const record of records) {
        const bytes = utf8(JSON.stringify(record));
        assertEquals(readBy(scanner, bytes), bytes.length);
      }
      const rows = scanner.taken();
      assertEquals(records.map((_, at) => kept(recordAt(rows, at))), records.map(kept));
    }),
    { numRuns: 300 },
  );
});

Deno.test("what a scanner reads of a spoiled record is what is parsed of it, or it reads nothing", () => {
  const spoiled = fc.record({
    at: fc.nat({ max: 2_000 }),
    byte: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0x22, 0x5c, 0x2c, 0x2d)),
  });
  let read = 0;
  fc.assert(
    fc.property(someRecords, fc.array(spoiled, { maxLength: 2 }), (records, changes) => {
      const scanner = scannerFor(records[0] as object);
      const bytes = utf8(JSON.stringify(records.at(-1)));
      for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
      const end = readBy(scanner, bytes);
      if (end < 0) return assertEquals(scanner.count, 0);
      read += 1;
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end));
      const parsed = JSON.parse(text) as Record<string, unknown>;
      assertEquals(kept(recordAt(scanner.taken(), 0)), kept(parsed));
    }),
    { numRuns: 2_000 },
  );
  assert(read > 200, "hardly any was read");
});

Deno.test("a scanner reads nothing of a record that has not come whole", () => {
  fc.assert(fc.property(someRecord, fc.nat(), (record, length) => {
    const scanner = scannerFor(record);
    const bytes = utf8(JSON.stringify(record));
    assertEquals(readBy(scanner, bytes.subarray(0, length % bytes.length)), -1);
    assertEquals(readBy(scanner, bytes), bytes.length);
    assertEquals(kept(recordAt(scanner.taken(), 0)), kept(record));
  }));
});

Deno.test("an id that is nearly a UUID is kept as it is written", () => {
  const id = "0123abcd-4567-4ef0-89ab-cdef01234567";
  const record = { ...fc.sample(someRecord, { numRuns: 1, seed: 1 })[0] };
  for (let at = 0; at < id.length; at++) {
    for (let code = 0x20; code < 0x7f; code++) {
      const other = id.slice(0, at) + String.fromCharCode(code) + id.slice(at + 1);
      if (/["\\]/u.test(other)) continue;
      const scanner = scannerFor(record);
      assert(readBy(scanner, utf8(JSON.stringify({ ...record, id: other }))) > 0);
      const rows = scanner.taken();
      assertEquals(recordAt(rows, 0)["id"], other);
      assertEquals(
        rows.oddIds.has(0),
        !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(other),
      );
    }
  }
});
