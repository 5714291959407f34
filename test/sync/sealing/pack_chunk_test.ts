import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { chunkPayees, noteKeptKeys } from "../../../domain/payees/chunk_payees.ts";
import { payeeIndexOf } from "../../../domain/payees/payee_index.ts";
import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";
import { normalisePayee } from "../../../domain/payees/payee_label.ts";
import { transactionIndex } from "../../../domain/search/transaction_index.ts";

import { inOrder } from "../../../domain/transactions/newest_first.ts";
import { editedChunk } from "../../../domain/transactions/edited_chunk.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { plainTransaction } from "../../../domain/transactions/transaction_view.ts";
import { ChunkPart } from "../../../sync/columns/chunk_part.ts";
import { packChunk, packChunkInSteps } from "../../../sync/sealing/pack_chunk.ts";
import { unpackChunk } from "../../../sync/sealing/unpack_chunk.ts";
import { allSteps } from "../../../domain/steps/all_steps.ts";
import { PACKED_PARTS } from "../../../sync/sealing/packed_parts.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";
import { foundMatches } from "../../domain/search/_found_matches.ts";
import { someTransactions } from "../../domain/transactions/_some_transactions.ts";

function partOf(given: readonly unknown[]): ChunkPart {
  const ordered = inOrder(given as readonly Transaction[]);
  return new ChunkPart("2024-01-31", TransactionChunk.of(ordered).detached());
}

function recordsIn({ records }: ChunkPart): readonly unknown[] {
  return records.map(plainTransaction);
}

Deno.test("unpackChunk() gives every transaction back as it was packed", () => {
  fc.assert(
    fc.property(someTransactions, (given) => {
      const part = partOf(given);
      const again = unpackChunk(packChunk(part));
      assertEquals(again.part, part.part);
      assertEquals(again.keys, inOrder(given).map(({ id }) => id));
      assertEquals(recordsIn(again), inOrder(given).map((one) => ({ ...one })));
      // What was unpacked is packed to the same.
      assertEquals(packChunk(unpackChunk(packChunk(again))), packChunk(again));
    }),
    { numRuns: 300 },
  );
});

Deno.test("unpackChunk() gives back what was edited, without what is gone", () => {
  fc.assert(fc.property(someTransactions, someTransactions, (given, added) => {
    const ids = new Set(added.map(({ id }) => id));
    const before = unpackChunk(packChunk(partOf(given)));
    const removed = new Set(
      before.keys.flatMap((id, at) => ids.has(id) || at % 3 === 0 ? [at] : []),
    );
    const expected = [...before.records.filter((_, at) => !removed.has(at)), ...added];
    const chunk = editedChunk(before.chunk, { removed, added: inOrder(added) });
    const bytes = packChunk(new ChunkPart(before.part, chunk));
    assertEquals(
      recordsIn(unpackChunk(bytes)),
      inOrder(expected).map((one) => plainTransaction(one)),
    );
  }));
});

Deno.test("packChunk() writes nothing of what is gone", () => {
  const line = Object.assign(aSplitLine(), { payee_id: "p", payee_name: "Secret line" });
  const secret = aTransaction({
    id: "a",
    payee_name: "Secret payee",
    memo: "Secret memo",
    subtransactions: [line],
  });
  const { chunk } = unpackChunk(packChunk(partOf([secret, aTransaction({ id: "b" })])));
  const removed = new Set([chunk.placeOf("a")]);
  const bytes = packChunk(new ChunkPart("", editedChunk(chunk, { removed, added: [] })));
  assertEquals(/secret/iu.test(new TextDecoder().decode(bytes)), false);
});

Deno.test("kept words and keys find what folded ones find", () => {
  const words = fc.constantFrom("cafe", "shop", "same", "a b", "e", "\u{1f9fe}", "proto");
  const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
  fc.assert(fc.property(someTransactions, words, (given, text) => {
    const part = partOf(given);
    const kept = new TransactionList([unpackChunk(packChunk(part)).chunk]);
    const folded = inOrder(given);
    for (const query of [{ text }, { payee: text }]) {
      const idsIn = (list: typeof folded): readonly string[] =>
        foundMatches(transactionIndex(list), { query, rule })
          .map(({ transaction }) => transaction.id);
      assertEquals(idsIn(kept as unknown as typeof folded), idsIn(folded));
    }
    const groupsOf = (list: typeof folded): readonly unknown[] =>
      payeeIndexOf(list).groups.map(({ key, direction, transactions, days }) => [
        key,
        direction,
        transactions.map(({ id }) => id),
        days,
      ]);
    assertEquals(groupsOf(kept as unknown as typeof folded), groupsOf(folded));
  }));
});

/** Puts a text of the same length in the place of another one wherever it stands. */
function withText(bytes: Uint8Array<ArrayBuffer>, from: string, to: string): typeof bytes {
  const [before, after] = [from, to].map((text) => new TextEncoder().encode(text));
  const changed = bytes.slice();
  for (let at = 0; at < changed.length; at++) {
    if (before?.every((byte, nth) => changed[at + nth] === byte)) changed.set(after ?? [], at);
  }
  return changed;
}

Deno.test("words are taken as they were kept, unless they were folded in another form", () => {
  const row = aTransaction({ id: "a", memo: "ALPHA", payee_name: "GAMMA" });
  const bytes = packChunk(partOf([row]));
  const [ours] = [/"form":\d+/u.exec(new TextDecoder("latin1").decode(bytes))?.[0] ?? ""];
  const other = ours.replace(/\d$/u, (digit) => digit === "9" ? "8" : "9");
  // The memo itself is in capitals: what changes is what was folded.
  const spoilt = withText(withText(bytes, "alpha", "omega"), "gamma", "delta");
  const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
  const isFound = (part: ChunkPart, text: string): boolean => {
    const list = new TransactionList([part.chunk]);
    return foundMatches(transactionIndex(list), { query: { text }, rule }).length > 0;
  };
  for (const [form, kept, key] of [[ours, "omega", "delta"], [other, "alpha", "gamma"]] as const) {
    const part = unpackChunk(withText(spoilt, ours, form));
    assertEquals(["alpha", "omega"].filter((text) => isFound(part, text)), [kept]);
    assertEquals(part.chunk.all[0]?.memo, "ALPHA");
    // So with what a payee is known by.
    assertEquals(chunkPayees(part.chunk).payees.map((payee) => payee.key), [key]);
  }
});

Deno.test("unpackChunk() leaves out fields that a transaction does not have, whichever they are", () => {
  const whole = aTransaction({ id: "a", date: "2024-01-05", flag_color: "red" });
  for (const name of Object.keys(whole).filter((one) => one !== "id" && one !== "date")) {
    const { [name as keyof typeof whole]: _, ...rest } = whole;
    const given = [rest, { ...whole, id: "b" }].map((one) => ({ ...one, subtransactions: [] }));
    const [without, other] = recordsIn(unpackChunk(packChunk(partOf(given)))) as object[];
    const hasIt = name === "subtransactions";
    assertEquals([name in (without ?? {}), name in (other ?? {})], [hasIt, true], name);
    assertEquals({ ...without }, given[0], name);
  }
});

Deno.test("unpackChunk() gives back columns of more values than one or two bytes count", () => {
  for (const different of [1, 2, 255, 256, 257, 700]) {
    const given = Array.from({ length: 700 }, (_, at) => {
      const number = String(at).padStart(8, "0");
      return aTransaction({
        id: `${number}-0000-4000-8000-000000000000`,
        memo: `${at % different}`,
      });
    });
    const { chunk } = unpackChunk(packChunk(partOf(given)));
    const memos = new Map(chunk.all.map(({ id, memo }) => [id, memo]));
    assertEquals(given.map(({ id }) => memos.get(id)), given.map(({ memo }) => memo));
  }
});

Deno.test("packChunk() writes amounts short unless one of them is too long for that", () => {
  const count = 100;
  const bytesOf = (last: number): number => {
    const given = Array.from({ length: count }, (_, at) => {
      const id = `${String(at).padStart(8, "0")}-0000-4000-8000-000000000000`;
      return aTransaction({ id, amount: at === count - 1 ? last : -5_000 });
    });
    return packChunk(partOf(given)).length;
  };
  const short = bytesOf(2 ** 31 - 1);
  assertEquals([bytesOf(0), bytesOf(-(2 ** 31))], [short, short]);
  // The head says one or the other, too.
  assert(Math.abs(bytesOf(2 ** 31) - short - 4 * count) <= 16);
});

Deno.test("packChunk() packs to the same whatever was edited on the way", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => aTransaction({ id, memo: `memo of ${id}` }));
  const plain = packChunk(partOf([a, c]));
  const { chunk } = partOf([a, b, c]);
  const removed = new Set([chunk.placeOf("b")]);
  const edited = packChunk(new ChunkPart("2024-01-31", editedChunk(chunk, { removed, added: [] })));
  assertEquals(edited, plain);
});

Deno.test("PACKED_PARTS tells chunks from other parts", () => {
  const chunk = partOf([aTransaction()]);
  const plain = { part: "2024-03", keys: ["a"], records: [{ id: "a", amount: 1 }] };
  const opened = [chunk, plain].map((part) => ({
    head: allSteps(PACKED_PARTS.pack(part)).head,
    read: () => Promise.resolve(null),
  }));
  const [first, second] = PACKED_PARTS.unpack(opened);
  assertEquals([first instanceof ChunkPart, second], [true, plain]);
});

Deno.test("unpackChunk() refuses bytes that were cut", () => {
  const bytes = packChunk(partOf([aTransaction()]));
  assertThrows(() => unpackChunk(bytes.slice(0, 40)));
});

Deno.test("noteKeptKeys() takes note of nothing but the keys that names have", () => {
  fc.assert(fc.property(someTransactions, (given) => {
    noteKeptKeys([unpackChunk(packChunk(partOf(given))).chunk]);
    for (const { payee_name } of given) {
      if (payee_name) assertEquals(payeeKeyOf({ payee_name }), normalisePayee(payee_name));
    }
  }));
});

Deno.test("packChunkInSteps() takes steps for text and names, and none for a small chunk", () => {
  const stepsOf = (count: number, payee: (at: number) => string): number => {
    const part = partOf(
      Array.from({ length: count }, (_, at) =>
        aTransaction({
          id: `t${at}`,
          memo: `ALPHA ${at}`,
          payee_name: payee(at),
          import_payee_name: "BETA",
        })),
    );
    const work = packChunkInSteps(part);
    let steps = 0;
    let made = work.next();
    for (; made.done !== true; steps++) made = work.next();
    assertEquals(made.value, packChunk(part));
    return steps;
  };
  assertEquals(stepsOf(999, () => "Rent"), 0);
  const steps = stepsOf(1_000, () => "Rent");
  // Two for the names of payees, two for memos, which all differ, and one for the bank's labels.
  assert(steps >= 5, `${steps} steps`);
  assertEquals(stepsOf(1_000, (at) => `Shop ${at % 640}`), steps + 9);
});
