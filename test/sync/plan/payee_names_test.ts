import { assertEquals } from "@std/assert";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { payeeNamesOn } from "../../../sync/plan/payee_names.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

const named = (payeeId: string, name: string): Partial<Transaction> => ({
  payee_id: payeeId,
  payee_name: name,
});

Deno.test("payeeNamesOn() gives the last name of each payee", () => {
  const rows = [named("p", "Cafe"), named("q", "Shop"), named("p", "Bistro")];
  const names = payeeNamesOn(rows.map((row) => aTransaction(row)));
  assertEquals([...names], [["p", "Bistro"], ["q", "Shop"]]);
});

Deno.test("payeeNamesOn() gives the names on split lines too", () => {
  const line = aSplitLine({ payee_id: "p", payee_name: "Bistro" });
  const names = payeeNamesOn([aTransaction({ subtransactions: [line] })]);
  assertEquals(names.get("p"), "Bistro");
});

Deno.test("payeeNamesOn() passes over a payee without a name, and a name without a payee", () => {
  const rows = [{ payee_id: "p", payee_name: null }, { payee_id: null, payee_name: "Cafe" }];
  assertEquals(payeeNamesOn(rows.map((row) => aTransaction(row))).size, 0);
});
