import { assertEquals } from "@std/assert";
import { type KeptKeys, noteKeys, payeeKeyOf } from "../../../domain/payees/payee_key.ts";

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

Deno.test("noteKeys() has kept keys read when a name is not known, the last noted ones first", () => {
  const read: string[] = [];
  const kept = (name: string): () => KeptKeys => () => {
    read.push(name);
    return { names: [name, null], keys: [`key of ${name}`, ""] };
  };
  payeeKeyOf({ payee_name: "Nobody Keeps 1" });
  noteKeys(kept("Kept Name 1"));
  noteKeys(kept("Kept Name 2"));
  assertEquals([payeeKeyOf({}), read], ["nameless", []]);
  assertEquals(payeeKeyOf({ payee_name: "Kept Name 2" }), "key of Kept Name 2");
  assertEquals(read, ["Kept Name 2"]);
  assertEquals(payeeKeyOf({ payee_name: "Kept Name 1" }), "key of Kept Name 1");
  assertEquals(payeeKeyOf({ payee_name: "Nobody Keeps" }), "nobody keeps");
  assertEquals(read, ["Kept Name 2", "Kept Name 1"]);
});

Deno.test("noteKeys() lets go of the first of too many that nobody has asked for", () => {
  const read: number[] = [];
  for (let nth = 0; nth < 65; nth++) {
    noteKeys(() => {
      read.push(nth);
      return { names: [], keys: [] };
    });
  }
  payeeKeyOf({ payee_name: "Nobody Keeps This" });
  assertEquals(read, Array.from({ length: 64 }, (_, at) => 64 - at));
});
