import { assertEquals } from "@std/assert";
import { whyNoDate, whyNoPayee, whyNotOnAccount } from "../../../changes/rules/transactions.ts";
import { aCategory } from "../../_builders.ts";

const TODAY = "2024-02-29";

for (
  const [date, isTaken] of [
    ["2024-03-01", false],
    ["2024-02-29", true],
    ["2019-02-28", true],
    ["2019-02-27", false],
  ] as const
) {
  Deno.test(`whyNoDate() ${isTaken ? "takes" : "refuses"} ${date} on ${TODAY}`, () => {
    assertEquals(whyNoDate(date, TODAY) === null, isTaken);
  });
}

for (
  const [name, isTaken] of [
    ["Starting Balance", false],
    ["  starting\tBALANCE ", false],
    ["\uff33tarting Balance", false],
    ["Manual balance adjustment", false],
    ["reconciliation balance adjustment", false],
    ["Transfer : Savings", false],
    ["transfer: savings", false],
    ["Transfer\u200b : Savings", false],
    ["Starting Balances", true],
    ["Transferwise", true],
    ["Bank Transfer : fee", true],
    ["", true],
  ] as const
) {
  Deno.test(`whyNoPayee() ${isTaken ? "takes" : "refuses"} ${JSON.stringify(name)}`, () => {
    assertEquals(whyNoPayee(name) === null, isTaken);
  });
}

const inflow = aCategory({
  name: "Inflow: Ready to Assign",
  category_group_name: "Internal Master Category",
  internal: true,
});

for (
  const [what, category, account, isTaken] of [
    ["income on a cash account", inflow, { type: "checking", on_budget: true }, true],
    ["income on a card", inflow, { type: "creditCard", on_budget: true }, false],
    ["income on a line of credit", inflow, { type: "lineOfCredit", on_budget: true }, false],
    ["spending on a card", aCategory(), { type: "creditCard", on_budget: true }, true],
    ["a category on a tracking account", aCategory(), { type: "cash", on_budget: false }, false],
  ] as const
) {
  Deno.test(`whyNotOnAccount() ${isTaken ? "takes" : "refuses"} ${what}`, () => {
    assertEquals(whyNotOnAccount(category, account) === null, isTaken);
  });
}
