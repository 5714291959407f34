import type { Random } from "../../../demo/model/random.ts";
import { addDays } from "../../../domain/base/day.ts";
import { addMonths } from "../../../domain/base/month.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { about } from "./_even_visits.ts";
import { paidOn, TODAY } from "./_payments.ts";

type Rows = TransactionRecord[];

const DAYS = 1_095;

/** A kind of bill and what is to be found of it. */
export interface Bill {
  readonly rowsOf: (draws: Random) => Rows;
  /** Its true rhythm, as in `1 months`. */
  readonly every: string;
  readonly contracts: number;
}

/** Bills, three years of them unless their name says otherwise. */
export const BILLS: Readonly<Record<string, Bill>> = {
  "a currency-converted subscription": {
    rowsOf: (draws) => varied(monthsApart(1, 36, draws), () => about(9_990, 0.03, draws)),
    every: "1 months",
    contracts: 1,
  },
  "a gym that charges every four weeks": aBill("28 days", (draws) => daysApart(28, DAYS, draws, 1)),
  "a lesson a week": aBill(
    "7 days",
    (draws) =>
      daysApart(7, DAYS, draws).filter((_, at) =>
        (at % 52 < 20 || at % 52 > 25) && !draws.chance(0.06)
      ),
  ),
  "a subscription that was paused": aBill("1 months", (draws) => {
    const stopped = draws.integer(8, 20);
    return monthsApart(1, 36, draws).filter((_, at) => at < stopped || at >= stopped + 5);
  }),
  "a subscription of three payments": aBill("1 months", (draws) => monthsApart(1, 3, draws)),
  "six weekly payments": aBill("7 days", (draws) => daysApart(7, 41, draws)),
  "half-yearly insurance": aBill("6 months", (draws) => monthsApart(6, 6, draws, 3)),
  "every other month": aBill("2 months", (draws) => monthsApart(2, 18, draws, 2)),
  "yearly bills": aBill("12 months", (draws) => monthsApart(12, 3, draws, 3)),
  "quarterly bills that vary": {
    rowsOf: (draws) =>
      varied(monthsApart(3, 12, draws, 2), () => 120_000 * (0.85 + 0.3 * draws.fraction())),
    every: "3 months",
    contracts: 1,
  },
  "power, more in winter": {
    rowsOf: (draws) =>
      varied(monthsApart(1, 36, draws, 3), (day) => {
        const season = Math.cos(2 * Math.PI * Number(day.slice(5, 7)) / 12);
        return 100_000 * (1 + 0.5 * season) * (0.9 + 0.2 * draws.fraction());
      }),
    every: "1 months",
    contracts: 1,
  },
  "a price change": {
    rowsOf: (draws) => {
      const days = monthsApart(1, 36, draws);
      return varied(days, (day) => day < (days[20] ?? "") ? 9_990 : 12_990);
    },
    every: "1 months",
    contracts: 1,
  },
  "a membership of a shop that is visited evenly": {
    rowsOf: (draws) => [
      ...paidOn(monthsApart(1, 36, draws), { amount: -8_490 }),
      ...varied(evenly(() => draws.integer(5, 9)), () => about(60_000, 0.35, draws)),
    ],
    every: "1 months",
    contracts: 1,
  },
  "two subscriptions at one merchant": {
    rowsOf: (draws) => [
      ...paidOn(monthsApart(1, 36, draws), { amount: -8_490 }),
      ...paidOn(monthsApart(1, 36, draws), { amount: -2_990 }),
    ],
    every: "1 months",
    contracts: 2,
  },
};

/** Shops, three years of visits. */
export const SHOPS: Readonly<Record<string, (draws: Random) => Rows>> = {
  "the shopping on Saturdays": (draws) =>
    varied(daysApart(7, DAYS, draws), () => about(90_000, 0.3, draws)),
  "the shopping on most Saturdays": (draws) =>
    varied(
      daysApart(7, DAYS, draws).filter(() => draws.chance(0.75)),
      () => about(90_000, 0.4, draws),
    ),
  "the shopping at the weekend": (draws) =>
    varied(
      daysApart(7, DAYS, draws).map((day) => addDays(day, -draws.integer(0, 1))),
      () => about(90_000, 0.4, draws),
    ),
  "one of two petrol stations": (draws) => {
    const here = evenly(() => draws.integer(9, 16)).filter(() => draws.chance(0.5));
    return varied(here, () => about(60_000, 0.12, draws));
  },
  "petrol at nearly one price": (draws) =>
    varied(evenly(() => draws.integer(9, 16)), () => about(50_000, 0.01, draws)),
  "a travel card topped up with 50 when it is empty": (draws) =>
    varied(evenly(() => draws.integer(9, 16)), () => 50_000),
  "haircuts at one price": (draws) => varied(evenly(() => draws.integer(25, 45)), () => 32_000),
  "tanks filled whole and half": (draws) => {
    let isWhole = true;
    const days = evenly(() => {
      isWhole = draws.chance(0.6);
      return Math.round((isWhole ? 14 : 6) * (0.75 + 0.5 * draws.fraction()));
    });
    return varied(days, () => about(draws.chance(0.6) ? 70_000 : 30_000, 0.08, draws));
  },
  "petrol with holidays between": (draws) =>
    varied(
      evenly(() => draws.integer(9, 16) + (draws.chance(0.06) ? 21 : 0)),
      () => about(60_000, 0.12, draws),
    ),
  "petrol that lasts longer in summer": (draws) => {
    let ago = DAYS;
    const days = evenly(() => {
      const season = 14 + 5 * Math.cos(2 * Math.PI * ago / 365);
      const step = Math.round(season * (0.75 + 0.5 * draws.fraction()));
      ago -= step;
      return step;
    });
    return varied(days, () => about(60_000, 0.12, draws));
  },
  "a canteen on workdays": (draws) => {
    const isWorkday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() % 6 !== 0;
    const days = evenly(() => 1).filter((day) => isWorkday(day) && draws.chance(0.6));
    return varied(days, () => draws.pick([3_500, 4_200, 5_100]));
  },
};

function aBill(every: string, daysOf: (draws: Random) => readonly string[]): Bill {
  return { rowsOf: (draws) => paidOn(daysOf(draws)), every, contracts: 1 };
}

/** Rows of amounts drawn for each, milliunits above zero. */
function varied(days: readonly string[], amountOf: (day: string) => number): Rows {
  return paidOn(days).map((row) => ({
    ...row,
    id: `varied ${row.id}`,
    amount: -Math.round(amountOf(row.date) / 10) * 10,
  }));
}

/** Days that follow one another by steps that are drawn, up to today. */
function evenly(step: () => number): string[] {
  const days: string[] = [];
  for (let ago = DAYS; ago >= 0; ago -= step()) days.push(addDays(TODAY, -ago));
  return days;
}

/** Every so many days, `off` days early or late. */
function daysApart(every: number, span: number, draws: Random, off = 0): string[] {
  const first = span - draws.integer(0, every - 1);
  return Array.from({ length: Math.floor(first / every) + 1 }, (_, at) => first - at * every)
    .map((ago) => addDays(TODAY, Math.min(0, draws.integer(-off, off) - ago)));
}

/** So many times every so many months, up to `late` days late; the newest is in the past. */
function monthsApart(every: number, times: number, draws: Random, late = 1): string[] {
  const dayOfMonth = draws.integer(1, 28);
  const newest = Number(TODAY.slice(8)) < dayOfMonth + late ? 1 : 0;
  return Array.from({ length: times }, (_, at) => {
    const month = addMonths(TODAY, -(times - 1 - at) * every - newest, dayOfMonth);
    return addDays(month, draws.integer(0, late));
  });
}
