import { assertEquals } from "@std/assert";
import {
  columnAmong,
  fieldNames,
  hasFields,
  shownAmountAmong,
} from "../../../domain/transactions/transaction_fields.ts";
import { aTransaction } from "../../_builders.ts";

const ONE = aTransaction();

Deno.test("hasFields() takes just these fields in this order", () => {
  const names = Object.keys(ONE);
  assertEquals(hasFields(ONE, names), true);
  assertEquals(hasFields(ONE, names.toReversed()), false);
  assertEquals(hasFields(ONE, names.slice(1)), false);
  assertEquals(hasFields(ONE, [...names, "colour"]), false);
});

Deno.test("fieldNames() names a field that one of many has", () => {
  const coloured = { ...ONE, colour: "blue" };
  assertEquals([...fieldNames([ONE, coloured, ONE])], [...Object.keys(ONE), "colour"]);
});

Deno.test("columnAmong() has a place for each transaction, with and without the field", () => {
  const column = columnAmong([ONE, { ...ONE, memo: "Rent" }, { ...ONE, memo: null }], "colour");
  assertEquals([0, 1, 2].map((place) => column.at(place)), [undefined, undefined, undefined]);
  const memos = columnAmong([{ ...ONE, memo: "Rent" }, { ...ONE, memo: null }], "memo");
  assertEquals([0, 1].map((place) => memos.at(place)), ["Rent", null]);
});

Deno.test("shownAmountAmong() gives the first that is shown", () => {
  const shown = { ...ONE, amount: -12_500, amount_formatted: "-12,50 EUR" };
  const later = { ...ONE, amount: 1, amount_formatted: "0,00 EUR" };
  const unshown = { ...ONE, amount: 2, amount_formatted: null };
  assertEquals(shownAmountAmong([ONE, unshown, shown, later]), ["-12,50 EUR", -12_500]);
  assertEquals(shownAmountAmong([ONE]), null);
});
