import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { readAnswer, UnreadableAnswer } from "../../client/_answer.ts";
import { type ListReading, StreamedList } from "../../client/_streamed_list.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { NumberedRows } from "../../domain/transactions/numbered_rows.ts";
import { kept, recordAt } from "./_scanned_records.ts";
import { leastTransaction } from "./_scripted_client.ts";

/** Texts that look like the places at which records are cut. */
const someText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    `},{"`,
    `}]`,
    `[{"`,
    `"},{"id":"`,
    `\\`,
    `\\"},{\\"`,
    `"transactions"`,
    "\u00fc\u2028",
  ),
);

const someLine = fc.record({ id: fc.uuid(), amount: fc.integer(), memo: someText })
  .map((line) => ({ ...line, deleted: false }));

const someTransaction = fc.record({
  id: fc.uuid(),
  amount: fc.integer(),
  memo: fc.option(someText),
  unknown: fc.constantFrom(1, null, [{ a: 1 }, { a: [{}] }], { b: `},{"` }),
  subtransactions: fc.uniqueArray(someLine, { maxLength: 3, selector: ({ id }) => id }),
}).map((fields) => ({ ...leastTransaction, ...fields }));

const someData = fc.record({
  transactions: fc.array(someTransaction, { maxLength: 20 }),
  server_knowledge: fc.nat(),
}).chain((data) =>
  fc.constantFrom(
    data,
    { server_knowledge: data.server_knowledge, transactions: data.transactions },
    { more: [1], ...data },
    { ...data, more: [{ a: 1 }, { a: 2 }] },
  )
);

/** What came of a text: its data with all transactions, or the field that is wrong. */
interface Read {
  readonly data?: unknown;
  readonly field?: string | null;
}

function fieldOf(error: unknown): string | null {
  if (!(error instanceof UnreadableAnswer)) throw error;
  return error.field;
}

function readWhole(text: string): Read {
  try {
    return { data: readAnswer("getTransactions", text) };
  } catch (error) {
    return { field: fieldOf(error) };
  }
}

/** Takes records, and makes records of rows that were read as numbers. */
class Taken implements ListReading {
  readonly all: unknown[] = [];
  /** How many of them were read as numbers. */
  scanned = 0;
  readonly shortBytes = 0;
  readonly takeRows?: (rows: NumberedRows) => void;

  constructor({ isScanning }: { readonly isScanning: boolean }) {
    if (isScanning) this.takeRows = (rows) => this.#takeRows(rows);
  }

  take(transactions: readonly Transaction[]): void {
    this.all.push(...transactions);
  }

  #takeRows(rows: NumberedRows): void {
    this.scanned += rows.count;
    for (let at = 0; at < rows.count; at++) this.all.push(recordAt(rows, at));
  }
}

function readInPieces(
  text: string,
  pieces: readonly number[],
  { isScanning = false }: { readonly isScanning?: boolean } = {},
): Read {
  const bytes = new TextEncoder().encode(text);
  const taken = new Taken({ isScanning });
  const list = new StreamedList(taken);
  let at = 0;
  for (const length of pieces) list.push(bytes.slice(at, at += length));
  list.push(bytes.slice(at));
  try {
    const data = list.end() as { readonly transactions: readonly unknown[] };
    return { data: { ...data, transactions: [...taken.all, ...data.transactions] } };
  } catch (error) {
    return { field: fieldOf(error) };
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

const somePieces = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 60 });
const bothWays = [{ isScanning: false }, { isScanning: true }];

Deno.test("a list in pieces holds what the whole text holds, wherever it is cut", () => {
  fc.assert(
    fc.property(someData, somePieces, (data, pieces) => {
      const text = JSON.stringify({ data });
      for (const how of bothWays) assertEquals(readInPieces(text, pieces, how), readWhole(text));
    }),
    { numRuns: 300 },
  );
});

Deno.test("a list that ends too early is as unreadable in pieces as in one", () => {
  fc.assert(
    fc.property(someData, somePieces, fc.nat(), (data, pieces, at) => {
      const whole = JSON.stringify({ data });
      const text = whole.slice(0, at % whole.length);
      for (const how of bothWays) {
        assertEquals(readInPieces(text, pieces, how), { field: null });
      }
      assertEquals(readWhole(text), { field: null });
    }),
    { numRuns: 200 },
  );
});

/** Ways to spoil a transaction, of which the first two are found after all of the others. */
const spoils: readonly object[] = [
  { subtransactions: null },
  { subtransactions: [{ id: "l1", amount: 0.5, deleted: false }] },
  { amount: "1" },
  { date: "2026-02-30" },
  { id: "" },
  { account_id: null },
];

Deno.test("a list in pieces names the field that the whole text is refused for", () => {
  const someSpoils = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...spoils)), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(someData, someSpoils, somePieces, (data, spoiled, pieces) => {
      const transactions: unknown[] = [...data.transactions];
      for (const [at, spoil] of spoiled) {
        transactions[at % (transactions.length || 1)] = { ...leastTransaction, ...spoil };
      }
      const text = JSON.stringify({ data: { ...data, transactions } });
      const whole = readWhole(text);
      assert(whole.field !== undefined && whole.field !== null);
      for (const how of bothWays) assertEquals(readInPieces(text, pieces, how), whole);
    }),
    { numRuns: 200 },
  );
});

Deno.test("of a list with a wrong record nothing that follows is handed out", () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({ ...leastTransaction, id: `t${at}` }));
  const spoiled = (rows as readonly object[]).with(20, { ...leastTransaction, amount: NaN });
  const taken: string[] = [];
  const list = new StreamedList({
    take: (given) => taken.push(...given.map(({ id }) => id)),
    shortBytes: 0,
  });
  const text = JSON.stringify({ data: { transactions: spoiled, server_knowledge: 7 } });
  for (const piece of text.match(/.{1,300}/gu) ?? []) list.push(bytesOf(piece));
  assertThrows(() => list.end(), UnreadableAnswer);
  assert(taken.length <= 20, `${taken.length} were handed out`);
});

Deno.test("batches are handed out while the list is still coming, and are small", () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => ({ ...leastTransaction, id: `t${at}` }));
  const text = JSON.stringify({ data: { transactions: rows, server_knowledge: 7 } });
  let most = 0;
  let taken = 0;
  const list = new StreamedList({
    take: ({ length }) => {
      most = Math.max(most, length);
      taken += length;
    },
    shortBytes: 0,
  });
  for (let at = 0; at < text.length; at += 5_000) list.push(bytesOf(text.slice(at, at + 5_000)));
  const { transactions } = list.end() as { readonly transactions: readonly unknown[] };
  assertEquals(taken + transactions.length, rows.length);
  assert(most < 600 && transactions.length < 600, `${most} and ${transactions.length} at once`);
});

Deno.test("a second list in the same answer is refused: it would take the place of the first", () => {
  const list = JSON.stringify([leastTransaction, { ...leastTransaction, id: "t2" }]);
  const text = `{"data":{"transactions":${list},"transactions":[],"server_knowledge":7}}`;
  for (const how of bothWays) {
    assertEquals(readInPieces(text, [300, 200], how), { field: null });
  }
});

/** Values that a field may hold, as they may be written. */
const someUuid = fc.constantFrom(
  "0a1b2c3d-0000-4000-8000-000000000001",
  "ffffffff-ffff-4fff-bfff-ffffffffffff",
  "0A1B2C3D-0000-4000-8000-000000000001",
  "0a1b2c3d-0000-4000-8000-00000000000g",
  "0a1b2c3d-0000-4000-8000-000000000001_2026-07-01",
  "short",
  "caf\u00e9",
);
const someLabel = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("Rent", "Market", "", "A & B", "caf\u00e9", "a\\b", `"`),
  },
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
);
const labelOrNone = fc.option(someLabel);
const referenceOrNone = fc.option(someUuid);

const likeUpstream = fc.record({
  id: fc.oneof(fc.uuid(), someUuid),
  date: fc.constantFrom("2026-07-01", "2024-02-29", "1999-12-31"),
  amount: fc.oneof(fc.integer(), fc.constantFrom(0, -1, 1e15, -1e15)),
  memo: labelOrNone,
  cleared: fc.constantFrom("cleared", "uncleared", "reconciled"),
  approved: fc.boolean(),
  flag_color: labelOrNone,
  account_id: someUuid,
  payee_id: referenceOrNone,
  deleted: fc.constant(false),
  amount_formatted: labelOrNone,
  amount_currency: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
  account_name: someLabel,
  payee_name: labelOrNone,
  later: fc.oneof(labelOrNone, fc.boolean(), fc.integer(), fc.double({ noNaN: true })),
  subtransactions: fc.uniqueArray(someLine, { maxLength: 2, selector: ({ id }) => id }),
}, { noNullPrototype: true });

/** One that lacks a field, has another one, or is written in another order. */
const unlike = likeUpstream.chain((row) =>
  fc.constantFrom<Record<string, unknown>>(
    Object.fromEntries(Object.entries(row).toReversed()),
    { ...row, deleted: true },
    { ...row, amount: -0 },
    { ...row, more: [row.memo] },
    (({ memo: _, ...rest }) => rest)(row),
  )
);
const someRows = fc.array(
  fc.oneof({ weight: 8, arbitrary: likeUpstream }, { weight: 1, arbitrary: unlike }),
  { maxLength: 30 },
);

/** The same JSON with its characters written as codes, as some servers do. */
function escaped(text: string): string {
  return text.replaceAll(
    /[&<>\u0080-\uffff]/gu,
    (character) =>
      [...Array(character.length).keys()].map((at) =>
        `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`
      ).join(""),
  );
}

Deno.test("rows that are read as numbers say what JSON.parse says, however they are written", () => {
  fc.assert(
    fc.property(someRows, somePieces, fc.boolean(), (transactions, pieces, isEscaped) => {
      const plain = JSON.stringify({ data: { transactions, server_knowledge: 7 } });
      const text = isEscaped ? escaped(plain) : plain;
      const { data } = readInPieces(text, pieces, { isScanning: true });
      const { data: whole } = readWhole(text);
      const rowsOf = (of: unknown): readonly unknown[] =>
        (of as { readonly transactions: readonly Record<string, unknown>[] }).transactions.map(
          kept,
        );
      assertEquals(rowsOf(data), rowsOf(whole));
    }),
    { numRuns: 500 },
  );
});

/** A row with every field that YNAB writes. */
const fullRow = {
  ...leastTransaction,
  account_id: "0a1b2c3d-0000-4000-8000-00000000000a",
  memo: "Rent",
  flag_color: "red",
  flag_name: "Home",
  payee_id: "0a1b2c3d-0000-4000-8000-00000000000b",
  payee_name: "Landlord",
  category_id: "0a1b2c3d-0000-4000-8000-00000000000c",
  category_name: "Housing",
  transfer_account_id: null,
  transfer_transaction_id: null,
  matched_transaction_id: null,
  import_id: null,
  import_payee_name: "LANDLORD",
  import_payee_name_original: "LANDLORD 1",
  debt_transaction_type: null,
  amount_formatted: "-$5.00",
  amount_currency: -5,
  subtransactions: [{ id: "l1", amount: -5_000, deleted: false }],
};
const ODD_VALUES = [
  null,
  "",
  "x",
  "x".repeat(101),
  "2026-02-30",
  "2026-09-09",
  "0a1b2c3d-0000-4000-8000-000000000001",
  "0a1b2c3d-0000-4000-0000-000000000001",
  "0a1b2c3d-0000_4000-8000-000000000001",
  0,
  7,
  -9,
  0.5,
  2e15,
  true,
  false,
  [],
  [1],
  [{ id: "l1" }],
  [{ id: "l1", amount: 1, deleted: false }, 1],
  {},
];

function rowNumber(nth: number): typeof fullRow {
  return { ...fullRow, id: `0a1b2c3d-0000-4000-8000-00000000009${nth}` as "t1" };
}

for (const field of Object.keys(fullRow)) {
  Deno.test(`an odd ${field} among rows that are read as numbers is taken or refused as by itself`, () => {
    for (const odd of ODD_VALUES) {
      const transactions = [
        rowNumber(1),
        rowNumber(2),
        { ...rowNumber(3), [field]: odd },
        rowNumber(4),
      ];
      const text = JSON.stringify({ data: { transactions, server_knowledge: 7 } });
      const [one, other] = [readInPieces(text, [], { isScanning: true }), readWhole(text)];
      const rowsOf = ({ data }: Read): unknown =>
        (data as { readonly transactions: readonly Record<string, unknown>[] } | undefined)
          ?.transactions.map(kept);
      assertEquals([one.field, rowsOf(one)], [other.field, rowsOf(other)], JSON.stringify(odd));
    }
  });
}

Deno.test("of amounts as they are shown the first one is told, with the row that it stands in", () => {
  const rows: NumberedRows["shown"][] = [];
  const list = new StreamedList({
    take: () => {},
    takeRows: (taken) => rows.push(taken.shown),
    shortBytes: 0,
  });
  const transactions = [null, null, "-5,00\u00a0\u20ac", "-1,00\u00a0\u20ac"]
    .map((amount_formatted, nth) => ({ ...rowNumber(nth), amount_formatted }));
  list.push(bytesOf(JSON.stringify({ data: { transactions, server_knowledge: 7 } })));
  list.end();
  assertEquals(rows, [{ at: 2, formatted: "-5,00\u00a0\u20ac" }]);
});

Deno.test("rows with every field that YNAB writes are all read as numbers, and their ids too", () => {
  const ids: number[] = [];
  const records: unknown[] = [];
  let scanned = 0;
  const list = new StreamedList({
    take: (rows) => records.push(...rows),
    takeRows: (rows) => {
      scanned += rows.count;
      ids.push(...rows.oddIds.keys());
    },
    shortBytes: 0,
  });
  const transactions = Array.from({ length: 40 }, (_, nth) => ({
    ...rowNumber(nth % 10),
    approved: nth % 2 === 0,
    later: [true, false, null, -1.5e3, "x"][nth % 5],
    amount_currency: [-5, 0.25, null][nth % 3],
    amount_formatted: [null, "-$5.00"][nth % 2],
  }));
  list.push(bytesOf(JSON.stringify({ data: { transactions, server_knowledge: 7 } })));
  list.end();
  assertEquals([scanned, records, ids], [40, [], []]);
});

Deno.test("a list behind a byte order mark is handed out while it comes, as any other", () => {
  const taken = new Taken({ isScanning: true });
  const list = new StreamedList(taken);
  const transactions = Array.from({ length: 2_000 }, (_, nth) => rowNumber(nth % 10));
  const text = JSON.stringify({ data: { transactions, server_knowledge: 7 } });
  list.push(bytesOf(`\ufeff${text}`));
  assert(taken.all.length > 0);
  const data = list.end() as { readonly server_knowledge: number };
  assertEquals([data.server_knowledge, taken.all.length], [7, 2_000]);
});

Deno.test("a byte that is changed anywhere changes nothing but what JSON.parse says", () => {
  const byte = fc.constantFrom(0x00, 0x20, 0x22, 0x2c, 0x2d, 0x30, 0x5c, 0x5d, 0x7b, 0x7d, 0xc3);
  fc.assert(
    fc.property(
      fc.array(likeUpstream, { minLength: 2, maxLength: 4 }),
      fc.nat(),
      byte,
      somePieces,
      (transactions, at, changed, pieces) => {
        const bytes = bytesOf(JSON.stringify({ data: { transactions, server_knowledge: 7 } }));
        bytes[at % bytes.length] = changed;
        const text = new TextDecoder().decode(bytes);
        const [one, other] = [readInPieces(text, pieces, { isScanning: true }), readWhole(text)];
        assertEquals(one.field, other.field);
        const rowsOf = ({ data }: Read): unknown =>
          (data as { readonly transactions: readonly Record<string, unknown>[] } | undefined)
            ?.transactions.map(kept);
        assertEquals(rowsOf(one), rowsOf(other));
      },
    ),
    { numRuns: 2_000 },
  );
});

Deno.test("rows that are written alike are read as numbers, those of schedules among them", () => {
  const transactions = Array.from({ length: 2_000 }, (_, at) => ({
    ...leastTransaction,
    id: `0a1b2c3d-0000-4000-8000-${String(at).padStart(12, "0")}${at % 9 ? "" : "_2026-07-01"}`,
    memo: at % 5 === 0 ? null : `caf\u00e9 "${at}"`,
    later: at % 3 === 0 ? at : null,
    subtransactions: at % 50 === 0 ? [{ id: "l", amount: 1, deleted: false }] : [],
  }));
  const taken = new Taken({ isScanning: true });
  const list = new StreamedList(taken);
  list.push(bytesOf(JSON.stringify({ data: { transactions, server_knowledge: 7 } })));
  list.end();
  assertEquals([taken.scanned, taken.all.map((one) => (one as Transaction).id)], [
    2_000,
    transactions.map(({ id }) => id),
  ]);
});

Deno.test("one record that never ends is not looked through again and again", () => {
  const list = new StreamedList({ take: () => {} });
  list.push(bytesOf(`{"data":{"transactions":[{"memo":"`));
  const piece = bytesOf("x".repeat(100_000));
  for (let nth = 0; nth < 300; nth++) list.push(piece);
  assertThrows(() => list.end(), UnreadableAnswer);
});

Deno.test("a short list is left to be taken as one, and a longer one is handed out from its start", () => {
  for (const [count, isShort] of [[1_000, true], [20_000, false]] as const) {
    const transactions = Array.from({ length: count }, (_, at) => ({
      ...leastTransaction,
      id: `0a1b2c3d-0000-4000-8000-${String(at).padStart(12, "0")}`,
    }));
    const rows: number[] = [];
    const list = new StreamedList({ take: () => {}, takeRows: (taken) => rows.push(taken.count) });
    const bytes = bytesOf(JSON.stringify({ data: { transactions, server_knowledge: 7 } }));
    for (let at = 0; at < bytes.length; at += 100_000) list.push(bytes.subarray(at, at + 100_000));
    const before = rows.length;
    const { transactions: left } = list.end() as { readonly transactions: readonly unknown[] };
    const taken = rows.reduce((sum, one) => sum + one, 0);
    assertEquals([left.length, taken], isShort ? [count, 0] : [0, count]);
    assertEquals(before > 0, !isShort);
  }
});
