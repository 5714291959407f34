import { assertEquals, assertStrictEquals } from "@std/assert";
import { chunkPayees } from "../../../domain/payees/chunk_payees.ts";
import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";
import type { TransactionRecord } from "../../../domain/plan/plan_records.ts";
import { inOrder } from "../../../domain/transactions/newest_first.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";
import fc from "fast-check";
import { someTransactions } from "../transactions/_some_transactions.ts";

const chunkOf = (rows: readonly TransactionRecord[]): TransactionChunk =>
  TransactionChunk.of(inOrder(rows));

/** Each payee with the amounts out, then those in. */
function told(chunk: TransactionChunk, leftOut?: ReadonlySet<number>): readonly unknown[] {
  const { payees, places } = chunkPayees(chunk, leftOut);
  const amounts = (from: number, until: number): readonly number[] =>
    [...places.subarray(from, until)].map((place) => chunk.at(place).amount);
  return payees.map((
    { key, from, firstIn, until },
  ) => [key, amounts(from, firstIn), amounts(firstIn, until)]);
}

const paid = (
  day: number,
  amount: number,
  change: Partial<TransactionRecord> = {},
): TransactionRecord => ({
  ...aTransaction({ id: `t${day}`, date: `2026-03-0${day}`, payee_id: "s", payee_name: "Shop" }),
  amount,
  ...change,
});

Deno.test("chunkPayees() puts what goes out and comes in of each payee together, the newest first", () => {
  const bakery = { payee_id: "b", payee_name: "Bakery" };
  const chunk = chunkOf([
    ...[paid(1, -1), paid(2, -2, bakery), paid(3, 3), paid(4, -4), paid(5, 0)],
    ...[paid(6, -6, bakery)],
  ]);
  assertEquals(told(chunk), [["bakery", [-6, -2], []], ["shop", [-4, -1], [3]]]);
});

Deno.test("chunkPayees() leaves out what it is told to, each time anew", () => {
  const chunk = chunkOf([paid(1, -1), paid(2, -2)]);
  assertEquals(told(chunk), [["shop", [-2, -1], []]]);
  assertEquals(told(chunk, new Set([0])), [["shop", [-1], []]]);
  assertEquals(told(chunk, new Set([1])), [["shop", [-2], []]]);
  assertEquals(told(chunk), [["shop", [-2, -1], []]]);
  assertStrictEquals(chunkPayees(chunk, undefined), chunkPayees(chunk, undefined));
});

Deno.test("chunkPayees() goes by the bank's label where no payee is named", () => {
  const none = { payee_id: null, payee_name: null };
  const chunk = chunkOf([
    paid(1, -1, { ...none, import_payee_name: "KIOSK", import_payee_name_original: "KIOSK 12" }),
    paid(2, -2, { ...none, import_payee_name: null, import_payee_name_original: "CINEMA" }),
    paid(3, -3, { ...none, import_payee_name: "KIOSK" }),
    paid(4, -4, { ...none, payee_id: "left over", import_payee_name: "KIOSK" }),
  ]);
  const { payees } = chunkPayees(chunk, undefined);
  assertEquals(payees.map(({ id, name, key }) => [id, name, key]), [
    ["", "label:kiosk", "kiosk"],
    ["", "label:cinema", "cinema"],
  ]);
  assertEquals(told(chunk), [["kiosk", [-4, -3, -1], []], ["cinema", [-2], []]]);
});

Deno.test("chunkPayees() names accounts of which something has a category", () => {
  const none = { category_id: null };
  const split = { ...none, subtransactions: [aSplitLine({ category_id: "food" })] };
  const bare = { ...none, subtransactions: [aSplitLine({ category_id: null })] };
  const chunk = chunkOf([
    paid(1, -1, { account_id: "own", category_id: "food" }),
    paid(2, -1, { account_id: "none", ...none }),
    paid(3, -1, { account_id: "split", ...split }),
    paid(4, -1, { account_id: "bare", ...bare }),
    paid(5, -1, { account_id: "empty", category_id: "" }),
  ]);
  assertEquals(
    new Set(chunkPayees(chunk, undefined).categorisedAccountIds),
    new Set(["own", "split"]),
  );
});

Deno.test("chunkPayees() gives every transaction that moves money to the payee of its key, once", () => {
  fc.assert(fc.property(someTransactions, (rows) => {
    const chunk = chunkOf(rows);
    const { payees, places } = chunkPayees(chunk, undefined);
    const moving = chunk.all.flatMap(({ amount }, place) => amount === 0 ? [] : [place]);
    assertEquals([...places].toSorted((a, b) => a - b), moving);
    for (const { key, from, firstIn, until } of payees) {
      for (let at = from; at < until; at++) {
        const one = chunk.at(places[at] as number);
        assertEquals(one.amount > 0, at >= firstIn);
        if ((one.payee_name ?? "") === "") assertEquals(payeeKeyOf(one), key);
      }
    }
  }));
});
