import { assertEquals } from "@std/assert";
import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";

Deno.test("payeeKeyOf() takes the payee's name before the bank's label", () => {
  const labels = { import_payee_name: "SQ *SNIP", import_payee_name_original: "SQ *SNIP SOC OR" };
  assertEquals(payeeKeyOf({ payee_name: "Barber", ...labels }), "barber");
  assertEquals(payeeKeyOf({ payee_name: "", ...labels }), "snip");
  assertEquals(payeeKeyOf({ import_payee_name_original: "SQ *SNIP SOC" }), "snip soc");
  assertEquals(payeeKeyOf({}), "nameless");
});

Deno.test("payeeKeyOf() knows a transfer by the account at its other end", () => {
  const transfer = { payee_name: "Transfer : Savings", transfer_account_id: "savings" };
  assertEquals(payeeKeyOf(transfer), "transfer:savings");
});
