import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Transaction } from "../../client/wire/transaction.ts";
import { PayeeNames } from "../../sync/payee_names.ts";
import { aSplitLine, aTransaction } from "../_builders.ts";

const named = (payeeId: string, name: string): Partial<Transaction> => ({
  payee_id: payeeId,
  payee_name: name,
});

Deno.test("learn() finds no rename among payees that it sees for the first time", () => {
  assertEquals(new PayeeNames().learn([aTransaction(named("p", "Cafe"))]), new Set());
});

Deno.test("learn() tells which payees were known by another name", () => {
  const names = new PayeeNames();
  names.learn([aTransaction(named("p", "Cafe")), aTransaction(named("q", "Shop"))]);
  assertEquals(
    names.learn([aTransaction(named("p", "Bistro")), aTransaction(named("q", "Shop"))]),
    new Set(["p"]),
  );
});

Deno.test("learn() learns from split lines too", () => {
  const names = new PayeeNames();
  names.learn([aTransaction(named("p", "Cafe"))]);
  const line = aSplitLine({ payee_id: "p", payee_name: "Bistro" });
  assertEquals(names.learn([aTransaction({ subtransactions: [line] })]), new Set(["p"]));
});

Deno.test("learn() takes a payee without a name for no rename", () => {
  const names = new PayeeNames();
  names.learn([aTransaction(named("p", "Cafe"))]);
  assertEquals(names.learn([aTransaction({ payee_id: "p", payee_name: null })]), new Set());
});

Deno.test("rename() gives a row its payee's last name and leaves the rest alone", () => {
  const names = new PayeeNames();
  names.learn([aTransaction(named("p", "Cafe"))]);
  names.learn([aTransaction(named("p", "Bistro"))]);
  const row = aTransaction(named("p", "Cafe"));
  assertEquals(names.rename(row), { ...row, payee_name: "Bistro" });
});

Deno.test("rename() gives split lines their payees' last names", () => {
  const names = new PayeeNames();
  names.learn([aTransaction(named("p", "Bistro"))]);
  const line = aSplitLine({ payee_id: "p", payee_name: "Cafe" });
  const other = aSplitLine({ payee_id: "q", payee_name: "Shop" });
  const row = aTransaction({ subtransactions: [line, other] });
  assertEquals(names.rename(row).subtransactions, [{ ...line, payee_name: "Bistro" }, other]);
});

Deno.test("rename() gives the very same row when nothing differs", () => {
  const names = new PayeeNames();
  names.learn([aTransaction(named("p", "Cafe"))]);
  const row = aTransaction({
    ...named("p", "Cafe"),
    subtransactions: [aSplitLine({ payee_id: "unknown", payee_name: "Shop" })],
  });
  assertStrictEquals(names.rename(row), row);
});

Deno.test("rename() leaves rows without a payee alone", () => {
  const row = aTransaction();
  assertStrictEquals(new PayeeNames().rename(row), row);
});
