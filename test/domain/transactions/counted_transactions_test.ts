import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { countedTransactions } from "../../../domain/transactions/matched_pairs.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aTransaction } from "../../_builders.ts";

const ids = (rows: readonly TransactionRecord[]): readonly string[] => rows.map(({ id }) => id);

const mine = aTransaction({ id: "mine", matched_transaction_id: "bank" });
const bank = aTransaction({
  id: "bank",
  matched_transaction_id: "mine",
  import_id: "YNAB:-10000:2024-03-01:1",
});
const other = aTransaction({ id: "other" });

Deno.test("countedTransactions() leaves out the imported row of a matched pair", () => {
  assertEquals(ids(countedTransactions([bank, other, mine]).transactions), ["other", "mine"]);
});

Deno.test("countedTransactions() remembers the imported partner by the row that stands for the pair", () => {
  assertEquals([...countedTransactions([mine, bank]).importedPartners], [["mine", bank]]);
});

Deno.test("countedTransactions() gives the very same list when no row is matched", () => {
  const rows = [other, aTransaction({ import_id: "YNAB:1" })];
  assertStrictEquals(countedTransactions(rows).transactions, rows);
});

Deno.test("countedTransactions() leaves out an imported row whose partner does not name it", () => {
  const silent = { ...mine, matched_transaction_id: null };
  assertEquals(ids(countedTransactions([silent, bank]).transactions), ["mine"]);
});

Deno.test("countedTransactions() keeps an imported row whose partner is gone", () => {
  const { transactions: rows, importedPartners } = countedTransactions([bank, other]);
  assertEquals(ids(rows), ["bank", "other"]);
  assertEquals(importedPartners.size, 0);
});

Deno.test("countedTransactions() keeps a row of one's own whose imported partner is gone", () => {
  assertEquals(ids(countedTransactions([mine, other]).transactions), ["mine", "other"]);
});

Deno.test("countedTransactions() keeps both of a pair when neither was imported", () => {
  const rows = [mine, { ...bank, import_id: null }];
  assertEquals(ids(countedTransactions(rows).transactions), ["mine", "bank"]);
});

Deno.test("countedTransactions() takes an empty import id for none", () => {
  const rows = [mine, { ...bank, import_id: "" }];
  assertEquals(ids(countedTransactions(rows).transactions), ["mine", "bank"]);
});

Deno.test("countedTransactions() takes an empty link for none", () => {
  const rows = [aTransaction({ id: "" }), { ...bank, matched_transaction_id: "" }];
  assertEquals(ids(countedTransactions(rows).transactions), ["", "bank"]);
});

Deno.test("countedTransactions() keeps exactly one of a pair when both were imported", () => {
  const [a, b] = [{ ...mine, id: "a", import_id: "1" }, { ...bank, id: "b", import_id: "2" }];
  const pair = [
    { ...a, matched_transaction_id: "b" },
    { ...b, matched_transaction_id: "a" },
  ];
  assertEquals(ids(countedTransactions(pair).transactions), ["a"]);
  assertEquals(ids(countedTransactions(pair.toReversed()).transactions), ["a"]);
});

Deno.test("countedTransactions() keeps an imported row that names itself", () => {
  const self = { ...bank, matched_transaction_id: "bank" };
  assertEquals(ids(countedTransactions([self]).transactions), ["bank"]);
});

const someIds = ["a", "b", "c", "d", "e"];
const someRow = fc.record({
  id: fc.constantFrom(...someIds),
  matched_transaction_id: fc.option(fc.constantFrom(...someIds, "gone"), { nil: null }),
  import_id: fc.option(fc.constant("YNAB:1"), { nil: null }),
});
const someRows = fc.uniqueArray(someRow, { selector: ({ id }) => id })
  .map((rows) => rows.map((row) => aTransaction(row)));

Deno.test("countedTransactions() leaves out only imported rows that name another live row", () => {
  fc.assert(fc.property(someRows, (live) => {
    const kept = new Set(ids(countedTransactions(live).transactions));
    const all = new Set(ids(live));
    for (const row of live) {
      const partner = row.matched_transaction_id ?? "";
      const mayGo = row.import_id !== null && all.has(partner) && partner !== row.id;
      if (!mayGo) assertEquals(kept.has(row.id), true);
    }
  }));
});

Deno.test("countedTransactions() counts each pair that names each other, one of them imported, once", () => {
  fc.assert(fc.property(someRows, (live) => {
    const kept = new Set(ids(countedTransactions(live).transactions));
    const byId = new Map(live.map((row) => [row.id, row]));
    for (const row of live) {
      const partner = byId.get(row.matched_transaction_id ?? "");
      if (partner === undefined || partner === row) continue;
      if (partner.matched_transaction_id !== row.id) continue;
      if (row.import_id === null && partner.import_id === null) continue;
      assertEquals([row, partner].filter(({ id }) => kept.has(id)).length, 1);
    }
  }));
});

Deno.test("countedTransactions() keeps the order and gives every row that it leaves out as a partner", () => {
  fc.assert(fc.property(someRows, (live) => {
    const { transactions: rows, importedPartners } = countedTransactions(live);
    const kept = new Set(ids(rows));
    assertEquals(ids(rows), ids(live.filter(({ id }) => kept.has(id))));
    for (const [standsFor, partner] of importedPartners) {
      assertEquals(partner.matched_transaction_id, standsFor);
      assertEquals(kept.has(partner.id), false);
    }
  }));
});

Deno.test("countedTransactions() leaves out an imported row that names another imported one, which does not name it", () => {
  const one = { ...bank, id: "a", matched_transaction_id: "b" };
  for (const named of [null, "c"]) {
    const two = { ...bank, id: "b", matched_transaction_id: named };
    assertEquals(ids(countedTransactions([one, two]).transactions), ["b"], String(named));
  }
});

Deno.test("countedTransactions() takes a row without the field of its match for one without a match", () => {
  const { matched_transaction_id: _, ...row } = other;
  const rows = [row as TransactionRecord];
  assertStrictEquals(countedTransactions(rows).transactions, rows);
});
