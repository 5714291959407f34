/**
 * What things are called in previews: one line each, whatever YNAB has of them.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { categoryLabel, nameWords } from "../../../domain/plan/category_label.ts";
import { isCashAccount } from "../../../domain/plan/cash_account.ts";
import { scheduleLabel } from "../../../domain/plan/schedule_label.ts";
import { transactionLabel } from "../../../domain/plan/transaction_label.ts";

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const coffee = { date: "2026-03-01", payee_name: "Bakery", amount: -4_500, account_name: "Visa" };

Deno.test("nameWords() shows names of 30 characters whole and ends longer ones with a mark", () => {
  const thirty = "Abcdefghi Abcdefghi Abcdefghij";
  assertEquals(nameWords(thirty), thirty);
  assertEquals(nameWords(`${thirty}k`), "Abcdefghi Abcdefghi Abcdefghi\u2026");
  assertEquals(nameWords("Abcdefghi Abcdefghi Abcdefgh ijk"), "Abcdefghi Abcdefghi Abcdefgh\u2026");
  // A sign that takes two units of text is one character, and is never cut through.
  assertEquals(nameWords("\u{1f4b0}".repeat(30)), "\u{1f4b0}".repeat(30));
  assertEquals(nameWords("\u{1f4b0}".repeat(31)), `${"\u{1f4b0}".repeat(29)}\u2026`);
});

Deno.test("categoryLabel() leaves out a group that is not known", () => {
  assertEquals(categoryLabel({ name: "Gifts", category_group_name: "" }), "Gifts");
  assertEquals(categoryLabel({ name: "Gifts" }), "Gifts");
});

Deno.test("transactionLabel() shortens what is longer than 24 characters, and has a word for no payee", () => {
  const label = (payee_name: string | null, account_name = "Visa"): string =>
    transactionLabel({ ...coffee, payee_name, account_name }, dollars);
  const long = "Abcdefghi Abcdefghi Abcd";
  assertEquals(label(long), `2026-03-01 ${long} -$4.50 Visa`);
  assertEquals(label(`${long}e`), "2026-03-01 Abcdefghi Abcdefghi Abc\u2026 -$4.50 Visa");
  assertEquals(
    label("Abcdefghi Abcdefghi Ab def"),
    "2026-03-01 Abcdefghi Abcdefghi Ab\u2026 -$4.50 Visa",
  );
  assertEquals(label(null), "2026-03-01 no payee -$4.50 Visa");
  assertEquals(label(""), "2026-03-01 no payee -$4.50 Visa");
  assertEquals(
    label("Bakery", `${long}e`),
    "2026-03-01 Bakery -$4.50 Abcdefghi Abcdefghi Abc\u2026",
  );
});

Deno.test("scheduleLabel() says once for what does not repeat", () => {
  const { date: date_next, ...rest } = coffee;
  const label = (frequency: string): string =>
    scheduleLabel({ ...rest, date_next, frequency }, dollars);
  assertEquals(label("never"), "2026-03-01 Bakery -$4.50 Visa, once");
  assertEquals(label("everyOtherWeek"), "2026-03-01 Bakery -$4.50 Visa, everyOtherWeek");
});

Deno.test("isCashAccount() takes checking, savings and cash on budget", () => {
  const isCash = (type: string, on_budget = true): boolean => isCashAccount({ type, on_budget });
  assertEquals(["checking", "savings", "cash"].map((type) => isCash(type)), [true, true, true]);
  assertEquals(["checking", "savings", "cash"].map((type) => isCash(type, false)), [
    false,
    false,
    false,
  ]);
  assertEquals(["creditCard", "lineOfCredit", "otherAsset", ""].map((type) => isCash(type)), [
    false,
    false,
    false,
    false,
  ]);
});
