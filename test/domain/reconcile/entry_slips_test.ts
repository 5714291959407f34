import { assertEquals } from "@std/assert";
import { duplicates, signSlips, swappedDigits } from "../../../domain/reconcile/entry_slips.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aTransaction } from "../../_builders.ts";

const row = (id: string, amount: number, date = "2024-03-10"): TransactionRecord =>
  aTransaction({ id, amount, date });
const idsOf = (
  found: readonly { readonly transactions: readonly TransactionRecord[] }[],
): readonly (readonly string[])[] =>
  found.map(({ transactions }) => transactions.map(({ id }) => id));

Deno.test("duplicates() tells a row with the nearest one like it", () => {
  const rows = [row("a", -500), row("b", -500, "2024-03-12"), row("c", -500, "2024-03-15")];
  const found = duplicates(rows, rows, { difference: 500, decimals: 2 });
  assertEquals(idsOf(found), [["a", "b"], ["c", "b"]]);
  assertEquals(found[0]?.amount, -500);
});

Deno.test("duplicates() sees a row that repeats a reconciled one", () => {
  const found = duplicates([row("a", -500)], [row("b", -500)], { difference: 500, decimals: 2 });
  assertEquals(idsOf(found), [["a", "b"]]);
});

Deno.test("duplicates() takes equal rows a week apart for two", () => {
  const rows = [row("a", -500), row("b", -500, "2024-03-16")];
  assertEquals(duplicates(rows, rows, { difference: 500, decimals: 2 }), []);
});

Deno.test("duplicates() sees only rows that make the difference", () => {
  const rows = [row("a", -500), row("b", -500)];
  assertEquals(duplicates(rows, rows, { difference: -500, decimals: 2 }), []);
});

const swapped: Readonly<Record<string, readonly [entered: number, meant: number]>> = {
  "neighbouring digits": [-54_000, -45_000],
  "digits on both sides of the point": [12_340, 13_240],
  "the cents": [-12_340, -12_430],
  "a leading digit with nothing before it": [1_050, 10_050 - 9_900],
};
for (const [what, [entered, meant]] of Object.entries(swapped)) {
  Deno.test(`swappedDigits() sees through ${what}`, () => {
    const difference = meant - entered;
    assertEquals(idsOf(swappedDigits([row("a", entered)], { difference, decimals: 2 })), [["a"]]);
  });
}

const unswapped: Readonly<Record<string, readonly [entered: number, meant: number]>> = {
  "other digits": [-54_000, -63_000],
  "digits far apart": [-123_000, -321_000],
  "a digit that the currency does not have": [12_340, 12_304],
  "another sign": [-54_000, 45_000],
  "two swaps": [-1_212_000, -2_121_000],
};
for (const [what, [entered, meant]] of Object.entries(unswapped)) {
  Deno.test(`swappedDigits() does not take ${what} for a slip`, () => {
    const difference = meant - entered;
    assertEquals(swappedDigits([row("a", entered)], { difference, decimals: 2 }), []);
  });
}

Deno.test("swappedDigits() swaps the third decimal where the currency has it", () => {
  const difference = 12_304 - 12_340;
  assertEquals(idsOf(swappedDigits([row("a", 12_340)], { difference, decimals: 3 })), [["a"]]);
});

Deno.test("signSlips() sees a turned sign by twice the amount", () => {
  const rows = [row("a", 500), row("b", -500), row("c", 1000)];
  assertEquals(idsOf(signSlips(rows, { difference: -1000, decimals: 2 })), [["a"]]);
});

Deno.test("duplicates() takes equal rows for one while they are five days apart, and no more", () => {
  const pair = (day: string): readonly TransactionRecord[] => [
    aTransaction({ id: "a", amount: -500, date: "2024-03-01" }),
    aTransaction({ id: "b", amount: -500, date: day }),
  ];
  const found = (day: string): number =>
    duplicates(pair(day), pair(day), { difference: 500, decimals: 2 }).length;
  assertEquals(["2024-03-05", "2024-03-06", "2024-03-07"].map(found), [1, 1, 0]);
});

Deno.test("swappedDigits() looks at digits that the currency has, and at none behind them", () => {
  const entered = [aTransaction({ amount: 21_500 })];
  const found = (decimals: number): number =>
    swappedDigits(entered, { difference: -9_000, decimals }).length;
  assertEquals([found(2), found(0)], [1, 0]);
});
