import { assertEquals } from "@std/assert";
import { categoryLabel } from "../../../domain/plan/category_label.ts";
import { scheduleLabel, transactionLabel } from "../../../domain/plan/transaction_label.ts";

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const paid = { date: "2024-01-31", payee_name: "Shop", amount: -4_500, account_name: "Visa" };

Deno.test("transactionLabel() shows date, payee, amount and account on one truncated line", () => {
  assertEquals(transactionLabel(paid, dollars), "2024-01-31 Shop -$4.50 Visa");
  for (const payee_name of [null, "", "\u200b"]) {
    assertEquals(
      transactionLabel({ ...paid, payee_name }, dollars),
      "2024-01-31 no payee -$4.50 Visa",
    );
  }
  const label = transactionLabel({
    ...paid,
    payee_name: "Twenty-four letters here",
    account_name: "Twenty-five letters, here\nand more",
  }, dollars);
  assertEquals(label, "2024-01-31 Twenty-four letters here -$4.50 Twenty-five letters, he\u2026");
});

Deno.test("scheduleLabel() shows the frequency, or once for a single date", () => {
  const { date: date_next, ...rest } = paid;
  const labelOf = (frequency: string): string =>
    scheduleLabel({ ...rest, date_next, frequency }, dollars);
  assertEquals(labelOf("monthly"), "2024-01-31 Shop -$4.50 Visa, monthly");
  assertEquals(labelOf("never"), "2024-01-31 Shop -$4.50 Visa, once");
});

Deno.test("categoryLabel() includes the group if there is one", () => {
  const labelOf = (name: string, category_group_name?: string): string =>
    categoryLabel({ name, ...(category_group_name === undefined ? {} : { category_group_name }) });
  assertEquals(labelOf("Gifts", "Fun"), "Fun/Gifts");
  assertEquals([labelOf("Gifts"), labelOf("Gifts", "")], ["Gifts", "Gifts"]);
  const long = "A name of exactly thirty signs";
  assertEquals([long.length, labelOf(long)], [30, long]);
  assertEquals(labelOf(`${long}!`), "A name of exactly thirty sign\u2026");
});
