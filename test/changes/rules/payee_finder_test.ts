import { assertEquals, assertThrows } from "@std/assert";
import { payeeFinder } from "../../../changes/rules/references.ts";
import { Refusals } from "../../../domain/base/refusals.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anId, aPayee } from "../../_builders.ts";

const shop = aPayee({ id: anId(1), name: "Shop" });
const live = [
  shop,
  aPayee({ id: anId(2), name: "Transfer : Visa", transfer_account_id: "visa" }),
  aPayee({ id: anId(3), name: "Starting Balance" }),
];

/** What is found, and what is said of what is not. */
function found(...references: readonly string[]): readonly [unknown, string] {
  const refusals = new Refusals();
  const find = payeeFinder({ live, deletedIds: new Set() }, refusals);
  const payees = references.map(find);
  if (payees.every((one) => one !== null)) return [payees, ""];
  const error = assertThrows(() => refusals.throwIfAny(), ToolError);
  return [payees, [error.message, ...error.rows].join("\n")];
}

Deno.test("payeeFinder() finds a payee by its name or the beginning of its id", () => {
  assertEquals(found("shop"), [[shop], ""]);
  assertEquals(found("00000001"), [[shop], ""]);
});

const refused: readonly (readonly [references: readonly string[], why: string])[] = [
  [["Nobody"], "list_payees shows them"],
  [["Shop", anId(1)], "it is named twice: keep one of them"],
  [
    ["Transfer : Visa"],
    '"Transfer : Visa" stands for transfers and follows its account: leave it out',
  ],
  [["Starting Balance"], '"Starting Balance" is YNAB\'s own payee: leave it out'],
];
for (const [references, why] of refused) {
  Deno.test(`payeeFinder() refuses ${references.join(" and ")}: ${why}`, () => {
    const [payees, told] = found(...references);
    assertEquals((payees as readonly unknown[]).at(-1), null);
    assertEquals(told.includes(why), true, told);
  });
}
