import { assertEquals } from "@std/assert";
import { nearPayee } from "../../../domain/search/near_payee.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { aTransaction } from "../../_builders.ts";

Deno.test("nearPayee() suggests only payees that still have transactions", () => {
  const chunk = TransactionChunk.of([aTransaction({ payee_name: "Amazon" })]).detach();
  const added = [aTransaction({ payee_name: "Bakery" })];
  const edited = chunk.edited({ removed: new Set([0]), added });
  const suggested = [chunk, edited].map((one) => nearPayee("Amazn", new TransactionList([one])));
  assertEquals(suggested, ["Amazon", null]);
});
