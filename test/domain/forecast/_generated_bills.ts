import { addDays } from "../../../domain/base/day.ts";
import { addMonths } from "../../../domain/base/month.ts";
import { type Movement, noise, type Randoms, round, workingDay } from "./_generated_cashflow.ts";

interface Bill {
  readonly payee: string;
  readonly day: number;
  readonly every: number;
  readonly amount: number;
  /** Deviation of the amount, as a fraction. */
  readonly vary?: number;
  /** How much more it is in winter than in summer, as a fraction. */
  readonly winter?: number;
  readonly card?: boolean;
  readonly from?: number;
  readonly to?: number;
}

/** Draws what falls due by contract. */
export function billsOf(
  months: readonly string[],
  scale: number,
  random: Randoms,
): Movement[] {
  const draw = random("bills");
  const bills: readonly Bill[] = [
    { payee: "Landlord", day: 1, every: 1, amount: 1_150_000 },
    { payee: "City Power", day: 12, every: 1, amount: 95_000, vary: 0.07, winter: 0.5 },
    { payee: "Fiber Net", day: 17, every: 1, amount: 49_000 },
    { payee: "Phone Co", day: 22, every: 1, amount: 31_000, vary: 0.02 },
    { payee: "Gym", day: 3, every: 1, amount: 39_900, to: draw.integer(18, 60) },
    { payee: "Daycare", day: 5, every: 1, amount: 380_000, from: draw.integer(0, 40) },
    { payee: "Streambox", day: 9, every: 1, amount: 15_990, card: true },
    { payee: "Water Board", day: 20, every: 3, amount: 120_000, vary: 0.1 },
    { payee: "Car Insurance", day: 14, every: 6, amount: 410_000 },
    { payee: "Home Insurance", day: 8, every: 12, amount: 330_000 },
  ];
  return bills.flatMap((bill, place) => {
    const offset = draw.integer(0, bill.every - 1);
    const rise = 1 + 0.05 * draw.fraction();
    const due = months.filter((_, at) =>
      at % bill.every === offset && at >= (bill.from ?? 0) && at <= (bill.to ?? months.length)
    );
    return due.map((month): Movement => {
      const year = Math.floor((months.indexOf(month) + place) / 12);
      const cold = Math.cos(2 * Math.PI * (Number(month.slice(5, 7)) - 1) / 12);
      const amount = bill.amount * scale * rise ** year * noise(draw, bill.vary ?? 0) *
        (1 + (bill.winter ?? 0) * cold);
      const late = draw.chance(0.15) ? draw.integer(1, 3) : 0;
      const date = workingDay(addDays(addMonths(month, 0, bill.day), late));
      const account = bill.card === true ? "visa" : "checking";
      return { date, amount: 0 - round(amount), payee: bill.payee, account };
    });
  });
}
