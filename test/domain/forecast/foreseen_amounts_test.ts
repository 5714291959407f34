import { assertEquals } from "@std/assert";
import { foreseenAmounts, type HabitPayment } from "../../../domain/forecast/foreseen_amounts.ts";
import { dayNumber } from "../../../domain/calendar/day.ts";
import { addMonths } from "../../../domain/calendar/month.ts";
import { RHYTHMS } from "../../../domain/recurrence/payment_rhythm.ts";

const rhythm = RHYTHMS.find(({ unit, every }) => unit === "months" && every === 1);
if (rhythm === undefined) throw new Error("There is a monthly rhythm");
const today = dayNumber("2024-01-05");
const SPENT = [-210, -340, -90, -420, -160, -380, -250, -310, -120, -400, -280, -190];

/** The 10th of every month of 2023, each payment what was spent the month before. */
const payments: readonly HabitPayment[] = SPENT.map((amount, at) => ({
  dueDay: dayNumber(addMonths("2023-01-10", at)),
  amount,
}));

/** Owed is what will be paid next, from the first of the month after it was spent. */
const card = {
  balanceOn: (day: number): number => payments.find(({ dueDay }) => dueDay > day)?.amount ?? -777,
};

Deno.test("foreseenAmounts() sees a card paid in full, from its debt when the month ended", () => {
  const foreseen = foreseenAmounts(payments, { rhythm, today, card });
  assertEquals(foreseen.isOwed, true);
  assertEquals(foreseen.before.slice(1), SPENT.slice(1));
  assertEquals(foreseen.on([dayNumber("2024-01-10")]), [-777]);
});

Deno.test("foreseenAmounts() goes by the payments where the debt foretells nothing", () => {
  const flat = payments.map((payment) => ({ ...payment, amount: -200 }));
  const foreseen = foreseenAmounts(flat, { rhythm, today, card });
  assertEquals([foreseen.isOwed, foreseen.on([today + 5, today + 36])], [false, [-200, -200]]);
});

Deno.test("foreseenAmounts() believes in no debt after two payments", () => {
  const foreseen = foreseenAmounts(payments.slice(-2), { rhythm, today, card });
  assertEquals(foreseen.isOwed, false);
});
