import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { readAnswer, UnreadableAnswer } from "../../client/_answer.ts";
import { StreamedList } from "../../client/_streamed_list.ts";
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

function readInPieces(text: string, pieces: readonly number[], batchCharacters: number): Read {
  const taken: unknown[] = [];
  const list = new StreamedList({ take: (given) => void taken.push(...given), batchCharacters });
  let at = 0;
  for (const length of pieces) list.push(text.slice(at, at += length));
  list.push(text.slice(at));
  try {
    const data = list.end() as { readonly transactions: readonly unknown[] };
    return { data: { ...data, transactions: [...taken, ...data.transactions] } };
  } catch (error) {
    return { field: fieldOf(error) };
  }
}

const somePieces = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 60 });
const someBatch = fc.integer({ min: 50, max: 2_000 });

Deno.test("a list in pieces holds what the whole text holds, wherever it is cut", () => {
  fc.assert(
    fc.property(someData, somePieces, someBatch, (data, pieces, batch) => {
      const text = JSON.stringify({ data });
      assertEquals(readInPieces(text, pieces, batch), readWhole(text));
    }),
    { numRuns: 300 },
  );
});

Deno.test("a list that ends too early is as unreadable in pieces as in one", () => {
  fc.assert(
    fc.property(someData, somePieces, someBatch, fc.nat(), (data, pieces, batch, at) => {
      const whole = JSON.stringify({ data });
      const text = whole.slice(0, at % whole.length);
      assertEquals(readInPieces(text, pieces, batch), { field: null });
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
    fc.property(someData, someSpoils, somePieces, someBatch, (data, spoiled, pieces, batch) => {
      const transactions: unknown[] = [...data.transactions];
      for (const [at, spoil] of spoiled) {
        transactions[at % (transactions.length || 1)] = { ...leastTransaction, ...spoil };
      }
      const text = JSON.stringify({ data: { ...data, transactions } });
      const whole = readWhole(text);
      assert(whole.field !== undefined && whole.field !== null);
      assertEquals(readInPieces(text, pieces, batch), whole);
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
    batchCharacters: 500,
  });
  for (
    const piece of JSON.stringify({ data: { transactions: spoiled } }).match(/.{1,300}/gu) ?? []
  ) {
    list.push(piece);
  }
  assert(taken.length > 0 && taken.length <= 20, `${taken.length} were handed out`);
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
    batchCharacters: 10_000,
  });
  for (let at = 0; at < text.length; at += 5_000) list.push(text.slice(at, at + 5_000));
  const { transactions } = list.end() as { readonly transactions: readonly unknown[] };
  assertEquals(taken + transactions.length, rows.length);
  assert(most < 100 && transactions.length < 100, `${most} and ${transactions.length} at once`);
});

Deno.test("a second list in the same answer is refused: it would take the place of the first", () => {
  const list = JSON.stringify([leastTransaction, { ...leastTransaction, id: "t2" }]);
  const text = `{"data":{"transactions":${list},"transactions":[],"server_knowledge":7}}`;
  assertEquals(readInPieces(text, [300, 200], 250), { field: null });
});
