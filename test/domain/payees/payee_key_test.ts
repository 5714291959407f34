import { assertEquals } from "@std/assert";
import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";

Deno.test("payeeKeyOf() prefers the payee's name to the bank's label", () => {
  const labels = { import_payee_name: "SQ *SNIP", import_payee_name_original: "SQ *SNIP SOC OR" };
  assertEquals(payeeKeyOf({ payee_name: "Barber", ...labels }), "barber");
  assertEquals(payeeKeyOf({ payee_name: "", ...labels }), "snip");
  assertEquals(payeeKeyOf({ import_payee_name_original: "SQ *SNIP SOC" }), "snip soc");
  assertEquals(payeeKeyOf({}), "nameless");
});

Deno.test("payeeKeyOf() identifies a transfer by its other account", () => {
  const transfer = { payee_name: "Transfer : Savings", transfer_account_id: "savings" };
  assertEquals(payeeKeyOf(transfer), "transfer:savings");
});
