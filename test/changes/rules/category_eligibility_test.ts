import { assertEquals } from "@std/assert";
import { whyNoCategory } from "../../../changes/rules/categories.ts";
import { anAccount, aSplitLine, aTransaction } from "../../_builders.ts";

const accounts = new Map([
  ["checking", anAccount({ id: "checking" })],
  ["savings", anAccount({ id: "savings" })],
  ["house", anAccount({ id: "house", on_budget: false })],
]);

for (
  const [what, row, isTaken] of [
    ["an ordinary row", {}, true],
    ["a row on a tracking account", { account_id: "house" }, false],
    ["a row on an account that is gone", { account_id: "gone" }, false],
    ["a transfer to a budget account", { transfer_account_id: "savings" }, false],
    ["a transfer to a tracking account", { transfer_account_id: "house" }, true],
    [
      "the tracking side of such a transfer",
      { account_id: "house", transfer_account_id: "checking" },
      false,
    ],
    ["a transfer to an account that is gone", { transfer_account_id: "gone" }, false],
    ["a split", { subtransactions: [aSplitLine()] }, false],
    ["a row whose lines are deleted", { subtransactions: [aSplitLine({ deleted: true })] }, true],
  ] as const
) {
  Deno.test(`whyNoCategory() ${isTaken ? "lets through" : "names"} ${what}`, () => {
    assertEquals(whyNoCategory(aTransaction(row), accounts) === null, isTaken);
  });
}
