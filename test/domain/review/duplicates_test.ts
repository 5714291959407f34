import { assertEquals } from "@std/assert";
import { duplicateOf } from "../../../domain/review/duplicates.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aTransaction } from "../../_builders.ts";

const paid = (
  id: string,
  date: string,
  change: Partial<TransactionRecord> = {},
): TransactionRecord => ({
  ...aTransaction({ id, date, amount: -45_000, payee_name: "Garage", import_id: null }),
  ...change,
});

const later = paid("b", "2026-03-10");

const repeats = (
  transaction: TransactionRecord,
  ...others: readonly TransactionRecord[]
): unknown => {
  const found = duplicateOf(transaction, [...others, transaction]);
  return found === null ? null : found.id;
};

Deno.test("duplicateOf() takes two entries by one hand for one payment within three days", () => {
  assertEquals(repeats(later, paid("a", "2026-03-07")), "a");
  assertEquals(repeats(later, paid("a", "2026-03-06")), null);
  const sent = paid("b", "2026-03-10", { import_id: "YNAB:2" });
  assertEquals(repeats(sent, paid("a", "2026-03-06", { import_id: "YNAB:1" })), null);
});

Deno.test("duplicateOf() allows the bank six days after what a person has entered", () => {
  const sent = paid("b", "2026-03-10", { import_id: "YNAB:1" });
  assertEquals(repeats(sent, paid("a", "2026-03-04")), "a");
  assertEquals(repeats(sent, paid("a", "2026-03-03")), null);
  assertEquals(repeats(later, paid("a", "2026-03-04", { import_id: "YNAB:1" })), "a");
  // An empty id is none.
  assertEquals(repeats(later, paid("a", "2026-03-04", { import_id: "" })), null);
});

Deno.test("duplicateOf() leaves alone another amount, another account, nothing, and what YNAB has matched", () => {
  const near = "2026-03-09";
  assertEquals(repeats(later, paid("a", near, { amount: -45_010 })), null);
  assertEquals(repeats(later, paid("a", near, { account_id: "other" })), null);
  assertEquals(repeats(later, paid("a", near, { matched_transaction_id: "b" })), null);
  const matched = paid("b", "2026-03-10", { matched_transaction_id: "a" });
  assertEquals(repeats(matched, paid("a", near)), null);
  assertEquals(repeats({ ...later, amount: 0 }, paid("a", near, { amount: 0 })), null);
});

Deno.test("duplicateOf() tells one of two: the one that waits for approval, else the later one", () => {
  const first = paid("a", "2026-03-09");
  assertEquals([repeats(later, first), repeats(first, later)], ["a", null]);
  const [approved, waiting] = [{ ...later, approved: true }, { ...first, approved: false }];
  assertEquals([repeats(waiting, approved), repeats(approved, waiting)], ["b", null]);
  const sameDay = paid("a", "2026-03-10");
  assertEquals([repeats(later, sameDay), repeats(sameDay, later)], ["a", null]);
});

Deno.test("duplicateOf() names the one that is near", () => {
  assertEquals(repeats(later, paid("x", "2026-02-01"), paid("a", "2026-03-08")), "a");
  const sent = paid("b", "2026-03-10", { import_id: "YNAB:1" });
  assertEquals(repeats(sent, paid("far", "2026-02-20"), paid("near", "2026-03-05")), "near");
});

Deno.test("duplicateOf() knows a price that is paid again and again within days", () => {
  const fares = ["2026-03-02", "2026-03-08"].map((date, at) => paid(`fare${at}`, date));
  assertEquals(repeats(later, ...fares), null);
  // With more days between them only the last two are near.
  const seldom = ["2026-02-20", "2026-03-08"].map((date, at) => paid(`fare${at}`, date));
  assertEquals(repeats(later, ...seldom), "fare1");
});

Deno.test("duplicateOf() knows a habit that goes on after a payment as well", () => {
  const sent = paid("b", "2026-03-08", { import_id: "YNAB:1" });
  const around = ["2026-03-02", "2026-03-14"].map((date, at) => paid(`fare${at}`, date));
  assertEquals(repeats(sent, ...around), null);
  assertEquals(repeats(sent, ...around.slice(0, 1)), "fare0");
});
