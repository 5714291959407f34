import { assertEquals } from "@std/assert";
import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";
import {
  BALANCE_CORRECTION,
  isReservedPayee,
  SYSTEM_PAYEE_KEYS,
} from "../../../domain/payees/system_payees.ts";

Deno.test("SYSTEM_PAYEE_KEYS contains the payee keys of starting balances and balance adjustments", () => {
  const names = [
    "Starting Balance",
    "Manual Balance Adjustment",
    "Reconciliation Balance Adjustment",
    BALANCE_CORRECTION,
  ];
  assertEquals([...SYSTEM_PAYEE_KEYS], names.map((payee_name) => payeeKeyOf({ payee_name })));
});

Deno.test("isReservedPayee() recognizes only YNAB's own payee names, regardless of case and spacing", () => {
  const names = ["Starting Balance", " starting  BALANCE ", "Manual Balance Adjustment"];
  assertEquals(names.map(isReservedPayee), [true, true, true]);
  const free = [BALANCE_CORRECTION, "Starting Balances Ltd", "Balance", ""];
  assertEquals(free.map(isReservedPayee), [false, false, false, false]);
});
