import { assert, assertEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { suggestCategories } from "../../../domain/suggestions/suggestions.ts";
import { inOrder } from "../../../domain/transactions/chunk_facts.ts";
import {
  type TransactionChunks,
  TransactionList,
} from "../../../domain/transactions/transaction_chunks.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { aCategory, aGroup, anAccount, aTransaction } from "../../_builders.ts";
import fc from "fast-check";

const ACCOUNTS = ["checking", "visa", "savings"].map((id) => anAccount({ id, name: id }));

/** Uses of few payees and categories, in either direction; some wait for a category. */
const someUses = fc.array(
  fc.record({
    date: fc.constantFrom("2024-01-05", "2024-02-05", "2024-03-05", "2024-04-05"),
    amount: fc.constantFrom(-5_000, -9_000, 5_000),
    account_id: fc.constantFrom("checking", "visa"),
    payee_id: fc.constantFrom("p", "q", "r"),
    payee_name: fc.constantFrom("Shop", "Gym"),
    category_id: fc.constantFrom(null, "food", "fun", "rent"),
  }),
  { minLength: 1, maxLength: 20 },
).map((rows) => inOrder(rows.map((row, at) => aTransaction({ ...row, id: `t${at}` }))));

const someGroups = fc.subarray(["food", "fun", "rent"], { minLength: 1 }).map((ids) => [
  aGroup({ id: "living", categories: ids.map((id) => aCategory({ id, name: id })) }),
]);

/** What becomes of the newest transactions. */
const someEdit = fc.record({
  category_id: fc.constantFrom(null, "food", "fun"),
  payee_name: fc.constantFrom("Shop", "Club"),
  account_id: fc.constantFrom("checking", "savings"),
});

type Chunks = TransactionChunks<TransactionRecord>;

function chunked(rows: readonly TransactionRecord[], cut: number): Chunks {
  return [rows.slice(0, cut), rows.slice(cut)].map((part) => TransactionChunk.of(part).detach());
}

Deno.test("suggestCategories() says after an edit what it says of a plan it never saw", () => {
  let suggested = 0;
  const same = fc.property(someUses, someGroups, someGroups, fc.nat({ max: 20 }), someEdit, (
    rows,
    groups,
    laterGroups,
    cut,
    edit,
  ) => {
    const [newest, oldest] = chunked(rows, cut) as [Chunks[number], Chunks[number]];
    const edited = rows.map((row, at) => at < cut ? { ...row, ...edit } : row);
    const [changed] = chunked(edited, cut) as [Chunks[number]];
    const told = (chunks: Chunks, given: typeof groups): unknown => {
      const transactions = new TransactionList(chunks);
      const plan = { transactions, accounts: ACCOUNTS, groups: given };
      const overview = suggestCategories(plan, { minConfidence: 0 });
      suggested += overview.suggested_count;
      return overview;
    };
    told([newest, oldest], groups);
    assertEquals(told([changed, oldest], laterGroups), told(chunked(edited, cut), laterGroups));
  });
  fc.assert(same, { numRuns: 200 });
  assert(suggested > 100, `${suggested} suggested`);
});
