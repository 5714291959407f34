import { assertEquals } from "@std/assert";
import { isNameOf, isToldByOther, nameField, withoutNames } from "../../../changes/fields.ts";

Deno.test("nameField() gives the name beside an id, and none beside anything else", () => {
  const fields = ["payee_id", "transfer_account_id", "memo", "_id_field", "id"];
  assertEquals(fields.map(nameField), ["payee_name", "transfer_account_name", null, null, null]);
});

Deno.test("isNameOf() knows a name by the id beside it", () => {
  assertEquals(isNameOf("payee_name", { payee_id: "p" }), true);
  assertEquals(isNameOf("payee_name", { account_id: "a" }), false);
  assertEquals(isNameOf("payee", { payee_id: "p", payee: "x" }), false);
  assertEquals(isNameOf("payee_id", { payee_id: "p" }), false);
});

Deno.test("isToldByOther() leaves out the name beside an id, and the account of a payee", () => {
  const told = (field: string, ...others: readonly string[]): boolean =>
    isToldByOther(field, Object.fromEntries([field, ...others].map((name) => [name, "x"])));
  assertEquals(told("payee_name", "payee_id"), true);
  assertEquals(told("payee_name"), false);
  assertEquals(told("transfer_account_id", "payee_id"), true);
  assertEquals(told("transfer_account_id"), false);
  assertEquals(told("memo", "payee_id"), false);
});

Deno.test("withoutNames() keeps a name that stands alone, whatever it is a name of", () => {
  assertEquals(
    withoutNames({
      payee_id: "p",
      payee_name: "Shop",
      account_name: "Cash",
      name: "x",
      memo: null,
    }),
    { payee_id: "p", account_name: "Cash", name: "x", memo: null },
  );
});
