import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import {
  type ChosenPayee,
  chosenPayee,
  type KnownPayees,
} from "../../../changes/rules/references.ts";
import { Refusals } from "../../../domain/base/refusals.ts";
import { idOf } from "../../tools/_plan.ts";

const payee = (
  prefix: string,
  name: string,
  transfer: string | null = null,
): KnownPayees["live"][number] => ({
  id: idOf(prefix),
  name,
  transfer_account_id: transfer,
  deleted: false,
});

const payees = {
  live: [
    payee("d1", "Bakery"),
    payee("d2", "BAKERY"),
    payee("d3", "Starting Balance"),
    payee("d4", "Transfer : Savings", idOf("acc2")),
    payee("d5", "deadbeef"),
  ],
  deletedIds: new Set([idOf("d9")]),
};

function chosen(reference: string): ChosenPayee | null {
  const refusals = new Refusals();
  const found = chosenPayee(reference, payees, refusals);
  refusals.throwIfAny();
  return found;
}

Deno.test("chosenPayee() takes the spelling that is written so, then any", () => {
  assertEquals(chosen("BAKERY")?.id, idOf("d2"));
  assertEquals(chosen(" Bakery ")?.id, idOf("d1"));
  assertEquals(chosen("bakery")?.id, idOf("d1"));
});

Deno.test("chosenPayee() makes a payee of a name that nobody has", () => {
  assertEquals(chosen(" Corner shop "), { id: null, name: "Corner shop" });
});

Deno.test("chosenPayee() finds a payee by its id, and makes none of what looks like one", () => {
  assertEquals(chosen("000000d1")?.name, "Bakery");
  assertEquals(chosen("deadbeef")?.id, idOf("d5"));
  for (const id of ["0badc0de", idOf("d9")]) {
    assertThrows(() => chosen(id), Error, "refused");
  }
});

Deno.test("chosenPayee() refuses payees of transfers and YNAB's own, by name and by id", () => {
  for (const reference of ["Transfer : Visa", "transfer: x", idOf("d4")]) {
    assertMatch(assertThrows(() => chosen(reference), Error).message, /refused/);
  }
  for (const reference of ["starting  balance", idOf("d3"), "Manual Balance Adjustment"]) {
    assertThrows(() => chosen(reference), Error, "refused");
  }
});
