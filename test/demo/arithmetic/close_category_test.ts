import { assertEquals } from "@std/assert";
import { type CategoryClosing, closeCategory } from "../../../demo/model/close_month.ts";

interface Case {
  readonly available: number;
  readonly cash?: number;
  readonly credit?: readonly (readonly [string, number])[];
}

Deno.test("closeCategory() adds what was carried, assigned and moved", () => {
  const closing = closeCategory(
    { carried: 10, budgeted: 20, tally: { cash: -5, credit: [] } },
    () => {},
  );
  assertEquals(closing, { activity: -5, balance: 25, cashOverspent: 0, creditOverspent: 0 });
});

Deno.test("closeCategory() takes cash overspending from the next month", () => {
  const { closing, cards } = close({ available: 50, cash: -80 });
  assertEquals([closing.balance, closing.cashOverspent, closing.creditOverspent], [-30, 30, 0]);
  assertEquals(cards, {});
});

Deno.test("closeCategory() leaves credit overspending as debt on the card", () => {
  const { closing, cards } = close({ available: 50, credit: [["visa", -80]] });
  assertEquals([closing.balance, closing.cashOverspent, closing.creditOverspent], [-30, 0, 30]);
  assertEquals(cards, { visa: 50 });
});

Deno.test("closeCategory() pays cash first, whatever the order", () => {
  const { closing, cards } = close({ available: 100, cash: -70, credit: [["visa", -80]] });
  assertEquals([closing.cashOverspent, closing.creditOverspent], [0, 50]);
  assertEquals(cards, { visa: 30 });
});

Deno.test("closeCategory() tells both kinds of overspending apart", () => {
  const { closing, cards } = close({ available: 10, cash: -70, credit: [["visa", -80]] });
  assertEquals([closing.balance, closing.cashOverspent, closing.creditOverspent], [-140, 60, 80]);
  assertEquals(cards, {});
});

Deno.test("closeCategory() funds cards in the order of spending", () => {
  const credit = [["visa", -30], ["amex", -30], ["visa", -30]] as const;
  assertEquals(close({ available: 50, credit }).cards, { visa: 30, amex: 20 });
});

Deno.test("closeCategory() moves a refund from the card back to the category", () => {
  const { closing, cards } = close({ available: 0, credit: [["visa", 40]] });
  assertEquals([closing.balance, closing.creditOverspent], [40, 0]);
  assertEquals(cards, { visa: -40 });
});

Deno.test("closeCategory() lets a refund on one card pay for another", () => {
  const { closing, cards } = close({ available: 50, credit: [["visa", -100], ["amex", 30]] });
  assertEquals([closing.balance, closing.creditOverspent], [-20, 20]);
  assertEquals(cards, { visa: 80, amex: -30 });
});

Deno.test("closeCategory() lets a refund make cash overspending smaller", () => {
  const { closing } = close({ available: 0, cash: -50, credit: [["visa", 30]] });
  assertEquals([closing.balance, closing.cashOverspent], [-20, 20]);
});

function close(
  { available, cash = 0, credit = [] }: Case,
): { readonly closing: CategoryClosing; readonly cards: Record<string, number> } {
  const cards: Record<string, number> = {};
  const entries = credit.map(([accountId, amount]) => ({ accountId, amount }));
  const closing = closeCategory(
    { carried: 0, budgeted: available, tally: { cash, credit: entries } },
    (id, amount) => cards[id] = (cards[id] ?? 0) + amount,
  );
  return { closing, cards };
}
