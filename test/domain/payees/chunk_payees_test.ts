import { assertEquals, assertStrictEquals } from "@std/assert";
import { chunkPayees } from "../../../domain/payees/payee_index.ts";
import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { inOrder } from "../../../domain/transactions/transaction_chunks.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { aTransaction } from "../../_builders.ts";
import fc from "fast-check";
import { someTransactions } from "../transactions/_some_transactions.ts";

const chunkOf = (rows: readonly TransactionRecord[]): TransactionChunk =>
  TransactionChunk.of(inOrder(rows));

/** Each payee with the amounts of its transactions, the newest first. */
function told(chunk: TransactionChunk): readonly unknown[] {
  const { payees, numberAt } = chunkPayees(chunk);
  const placesOf = (number: number): readonly number[] =>
    [...numberAt.keys()].filter((place) => numberAt[place] === number);
  return payees.map(({ key }, number) => [
    key,
    placesOf(number).map((place) => chunk.at(place).amount),
  ]);
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

Deno.test("chunkPayees() puts the transactions of each payee together, the newest payee first", () => {
  const bakery = { payee_id: "b", payee_name: "Bakery" };
  const chunk = chunkOf([
    ...[paid(1, -1), paid(2, -2, bakery), paid(3, 3), paid(4, -4), paid(5, 0)],
    ...[paid(6, -6, bakery)],
  ]);
  assertEquals(told(chunk), [["bakery", [-6, -2]], ["shop", [0, -4, 3, -1]]]);
  assertStrictEquals(chunkPayees(chunk), chunkPayees(chunk));
});

Deno.test("chunkPayees() goes by the bank's label where no payee is named", () => {
  const none = { payee_id: null, payee_name: null };
  const chunk = chunkOf([
    paid(1, -1, { ...none, import_payee_name: "KIOSK", import_payee_name_original: "KIOSK 12" }),
    paid(2, -2, { ...none, import_payee_name: null, import_payee_name_original: "CINEMA" }),
    paid(3, -3, { ...none, import_payee_name: "KIOSK" }),
    paid(4, -4, { ...none, payee_id: "left over", import_payee_name: "KIOSK" }),
  ]);
  const { payees } = chunkPayees(chunk);
  assertEquals(payees.map(({ id, name, key }) => [id, name, key]), [
    ["", "label:kiosk", "kiosk"],
    ["", "label:cinema", "cinema"],
  ]);
  assertEquals(told(chunk), [["kiosk", [-4, -3, -1]], ["cinema", [-2]]]);
});

Deno.test("chunkPayees() gives every transaction to the payee of its key", () => {
  fc.assert(fc.property(someTransactions, (rows) => {
    const chunk = chunkOf(rows);
    const { payees, numberAt } = chunkPayees(chunk);
    assertEquals(numberAt.length, chunk.count);
    for (const [place, one] of chunk.all.entries()) {
      const payee = payees[numberAt[place] as number];
      assertEquals(payee?.key, payeeKeyOf(one));
    }
  }));
});

Deno.test("chunkPayees() tells the payees of transactions that came with an edit", () => {
  const before = chunkOf([paid(1, -1), paid(2, -2, { payee_id: "b", payee_name: "Bakery" })]);
  const edited = before.detach().edited({
    removed: new Set([1]),
    added: [
      paid(4, -4, { payee_id: "c", payee_name: "SQ *CINEMA" }),
      paid(3, -3, { payee_id: "d", payee_name: "Dentist" }),
    ],
  });
  assertEquals(told(edited), [["cinema", [-4]], ["dentist", [-3]], ["bakery", [-2]]]);
});

Deno.test("chunkPayees() keeps apart payees of one name, and one payee's transfers", () => {
  const chunk = chunkOf([
    paid(1, -1),
    paid(2, -2, { payee_id: "other" }),
    paid(3, -3, { transfer_account_id: "savings" }),
    paid(4, -4, { transfer_account_id: "visa" }),
    paid(5, -5),
  ]);
  assertEquals(told(chunk), [
    ["shop", [-5, -1]],
    ["transfer:visa", [-4]],
    ["transfer:savings", [-3]],
    ["shop", [-2]],
  ]);
});
