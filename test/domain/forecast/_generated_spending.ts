import type { Random } from "../../../demo/model/random.ts";
import { addDays } from "../../../domain/base/day.ts";
import { lastOfMonth } from "../../../domain/base/month.ts";
import { type Movement, noise, type Randoms, round } from "./_generated_cashflow.ts";

interface Habit {
  readonly payees: readonly string[];
  /** Times a month, on average. */
  readonly often: number;
  /** Milliunits that half of the purchases stay below. */
  readonly typical: number;
  readonly spread: number;
}

const HABITS: readonly Habit[] = [
  {
    payees: ["Greengrocer", "Corner Market", "Bulk Store"],
    often: 9,
    typical: 48_000,
    spread: 0.5,
  },
  { payees: ["Bistro", "Noodle Bar", "Cafe Roma"], often: 5, typical: 27_000, spread: 0.6 },
  { payees: ["Fuel Stop", "City Transit"], often: 3, typical: 42_000, spread: 0.25 },
  { payees: ["Web Shop", "Department Store", "Bookshop"], often: 3, typical: 40_000, spread: 0.9 },
  { payees: ["Pharmacy", "Dentist"], often: 1, typical: 30_000, spread: 0.8 },
  { payees: ["Cash machine"], often: 1.5, typical: 60_000, spread: 0.3 },
];

/** How much more is spent in each month than in a plain one. */
const SEASON = [0.85, 0.9, 1, 1, 1, 1.05, 1.25, 1.25, 0.95, 1, 1.1, 1.5];

/** Draws what is spent without a plan. */
export function spendingOf(
  months: readonly string[],
  scale: number,
  random: Randoms,
): Movement[] {
  const draw = random("spending");
  const cardShare = 0.6 * draw.fraction();
  const drift = 1 + 0.04 * draw.fraction();
  return months.flatMap((month, at): Movement[] => {
    const season = SEASON[Number(month.slice(5, 7)) - 1] ?? 1;
    const level = scale * drift ** (at / 12) * season * noise(draw, 0.18);
    const movements = HABITS.flatMap((habit) =>
      purchases(habit, { month, level, cardShare, draw })
    );
    return [...movements, ...surprises(month, { level: scale, cardShare, draw })];
  });
}

interface Mood {
  readonly level: number;
  readonly cardShare: number;
  readonly draw: Random;
}

function purchases(
  { payees, often, typical, spread }: Habit,
  { month, level, cardShare, draw }: Mood & { readonly month: string },
): Movement[] {
  const days = Number(lastOfMonth(month).slice(8));
  const movements: Movement[] = [];
  for (let day = 0; day < days; day++) {
    if (!draw.chance(often / days)) continue;
    const amount = round(typical * level * noise(draw, spread));
    const isRefund = draw.chance(0.02);
    movements.push({
      date: addDays(month, day),
      amount: isRefund ? amount : 0 - amount,
      payee: draw.pick(payees),
      account: draw.chance(cardShare) ? "visa" : "checking",
    });
  }
  return movements;
}

/** What breaks, is booked or is corrected: seldom, and large. */
function surprises(month: string, { level, cardShare, draw }: Mood): Movement[] {
  const movements: Movement[] = [];
  const date = addDays(month, draw.integer(0, 27));
  const account = draw.chance(cardShare) ? "visa" : "checking";
  const big = 0 - Math.min(6_000_000, round(750_000 * level * noise(draw, 0.7)));
  const payee = draw.pick(["Garage", "Travel Agent", "Furniture House", "Veterinary"]);
  if (draw.chance(0.13)) movements.push({ date, amount: big, payee, account });
  if (draw.chance(0.04)) {
    const gap = round(40_000 * noise(draw, 1)) * (draw.chance(0.5) ? 1 : -1);
    const correction = "Reconciliation Balance Adjustment";
    movements.push({ date, amount: gap, payee: correction, account: "checking" });
  }
  return movements;
}
