import { assertEquals } from "@std/assert";
import { foreseenAmounts, type HabitPayment } from "../../../domain/forecast/foreseen_amounts.ts";
import { dayNumber } from "../../../domain/base/day.ts";
import { addMonths } from "../../../domain/base/month.ts";
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

Deno.test("foreseenAmounts() looks a year back only where twelve payments make one", () => {
  const year = [130, 120, 100, 80, 60, 50, 50, 55, 70, 90, 110, 125];
  const seasonal = [...year, ...year.slice(0, 7)].map((amount, at) => ({
    dueDay: 19_000 + 30 * at,
    amount: amount * -1000,
  }));
  const next = (unit: string, every: number): number | undefined => {
    const found = RHYTHMS.find((one) => one.unit === unit && one.every === every);
    return found && foreseenAmounts(seasonal, { rhythm: found, today, card: null }).on([today])[0];
  };
  assertEquals(next("months", 1), -55_000);
  for (const [unit, every] of [["months", 2], ["months", 12], ["days", 7], ["days", 28]] as const) {
    assertEquals(next(unit, every) === -55_000, false, `${every} ${unit}`);
  }
});
