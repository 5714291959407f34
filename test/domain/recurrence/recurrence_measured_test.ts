import { assert } from "@std/assert";
import { type Random, randomFrom } from "../../../demo/model/random.ts";
import { addDays } from "../../../domain/base/day.ts";
import { addMonths } from "../../../domain/base/month.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { normalizePayee } from "../../../domain/payees/payee_label.ts";
import type { Cadence } from "../../../domain/recurrence/payment_rhythm.ts";
import { type RecurringSeries, recurringSeries } from "../../../domain/recurrence/recurrence.ts";
import { aTransaction } from "../../_builders.ts";

interface TrueSeries {
  readonly payee: string;
  readonly cadence: Cadence;
  readonly direction: "in" | "out";
  readonly price: number;
  readonly rows: readonly TransactionRecord[];
  /** Whether the series ended long before today. */
  readonly hasEnded: boolean;
  readonly raise:
    | { readonly before: number; readonly after: number; readonly since: string }
    | null;
}

interface GeneratedPlan {
  readonly today: string;
  readonly rows: readonly TransactionRecord[];
  readonly series: readonly TrueSeries[];
}

interface Rhythm {
  readonly cadence: Cadence;
  readonly days?: number;
  readonly months?: number;
  readonly mostOff: number;
  readonly share: number;
}

const RHYTHMS: readonly Rhythm[] = [
  // A series whose payments are more than two days early or late doesn't count as weekly.
  { cadence: "weekly", days: 7, mostOff: 2, share: 10 },
  { cadence: "biweekly", days: 14, mostOff: 4, share: 12 },
  { cadence: "monthly", days: 28, mostOff: 4, share: 6 },
  { cadence: "monthly", months: 1, mostOff: 4, share: 42 },
  { cadence: "quarterly", months: 3, mostOff: 4, share: 12 },
  { cadence: "half-yearly", months: 6, mostOff: 4, share: 8 },
  { cadence: "yearly", months: 12, mostOff: 4, share: 10 },
];

const MONTHS_OF_HISTORY = 40;
const MISSING = 0.05;

function generatedPlan(seed: number): GeneratedPlan {
  const draws = randomFrom(`series/${seed}`);
  const today = addDays("2026-01-15", draws.integer(0, 700));
  const world: World = { today, start: addMonths(today, -MONTHS_OF_HISTORY, 1), draws };
  const merchants = Array.from({ length: 44 }, (_, index) => `Merchant ${word(draws)} ${index}x`);
  const series = merchants.flatMap((payee, index) => {
    // One merchant in ten has two contracts with the same household.
    const first = aSeries(world, payee, { direction: index < 5 ? "in" : "out" });
    if (index % 10 !== 9) return [first];
    const price = Math.round(first.price * (1.5 + 2 * draws.fraction()) / 10) * 10;
    return [first, aSeries(world, payee, { direction: "out", price })];
  });
  const names = Array.from({ length: 16 }, (_, index) => index);
  const shops = names.map((index) => shopRows(world, `Shop ${word(draws)} ${index}x`));
  const both = aSeries(world, shops[0]?.[0]?.payee_name ?? "Shop", { direction: "out" });
  const rows = [
    ...series.flatMap((one) => one.rows),
    ...both.rows,
    ...shops.flat(),
  ];
  return { today, series: [...series, both], rows: shuffled(rows, draws) };
}

interface World {
  readonly today: string;
  readonly start: string;
  readonly draws: Random;
}

function aSeries(
  { today, start, draws }: World,
  payee: string,
  options: { readonly direction: "in" | "out"; readonly price?: number },
): TrueSeries {
  const rhythm = pickRhythm(draws);
  const price = options.price ?? aPrice(draws);
  const hasEnded = draws.chance(0.1);
  const began = draws.chance(0.2) ? addDays(start, draws.integer(0, 900)) : start;
  const ended = hasEnded ? addDays(today, -periodDays(rhythm) * draws.integer(3, 6)) : today;
  const days = dueDays(rhythm, began, draws).filter((day) => day <= ended);
  const varies = draws.chance(1 / 3);
  const rise = draws.chance(0.1) && days.length >= 6
    ? { at: draws.integer(3, days.length - 3), factor: 1.08 + 0.3 * draws.fraction() }
    : null;
  const raised = rise === null ? price : cents(price * rise.factor);
  const off = draws.integer(0, rhythm.mostOff);
  const waitsForMonday = rhythm.cadence !== "weekly" && draws.chance(0.5);
  const rows = days.flatMap((due, index) => {
    if (draws.chance(MISSING)) return [];
    const base = rise !== null && index >= rise.at ? raised : price;
    const paid = varies ? cents(base * (0.85 + 0.3 * draws.fraction())) : base;
    let date = addDays(due, draws.integer(-off, off));
    while (waitsForMonday && new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0) {
      date = addDays(date, 1);
    }
    if (date > today) return [];
    const amount = options.direction === "in" ? paid : -paid;
    return [aRow(draws, { date, amount, payee_name: payee })];
  });
  return {
    payee,
    cadence: rhythm.cadence,
    direction: options.direction,
    price: raised,
    rows,
    hasEnded,
    raise: rise === null ? null : { before: price, after: raised, since: days[rise.at] ?? "" },
  };
}

/** A shop that is visited one to eight times a month, at irregular intervals. */
function shopRows({ today, start, draws }: World, payee: string): TransactionRecord[] {
  const perDay = (1 + 7 * draws.fraction()) / 30.4;
  const weekend = draws.chance(0.3) ? 2.5 : 1;
  const typical = aPrice(draws) / 3;
  const isOnePrice = draws.chance(0.25);
  const rows: TransactionRecord[] = [];
  for (let date = start; date <= today; date = addDays(date, 1)) {
    const isWeekend = new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0;
    if (!draws.chance(perDay * (isWeekend ? weekend : 1) * 7 / (5 + 2 * weekend))) continue;
    const price = cents(isOnePrice ? typical : typical * basket(draws));
    rows.push(aRow(draws, { date, amount: -price, payee_name: payee }));
    if (draws.chance(0.03)) {
      const back = addDays(date, draws.integer(1, 20));
      if (back <= today) {
        rows.push(aRow(draws, { date: back, amount: price, payee_name: payee }));
      }
    }
  }
  return rows;
}

function dueDays(rhythm: Rhythm, began: string, draws: Random): string[] {
  const most = Math.ceil(1300 / periodDays(rhythm));
  if (rhythm.days !== undefined) {
    const first = addDays(began, draws.integer(0, rhythm.days - 1));
    return Array.from({ length: most }, (_, index) => addDays(first, index * (rhythm.days ?? 0)));
  }
  const months = rhythm.months ?? 1;
  const dayOfMonth = draws.integer(1, 31);
  const first = addMonths(began, draws.integer(0, months - 1), dayOfMonth);
  return Array.from({ length: most }, (_, index) => addMonths(first, index * months, dayOfMonth));
}

function periodDays({ days, months }: Rhythm): number {
  return days ?? Math.round((months ?? 1) * 30.4375);
}

function pickRhythm(draws: Random): Rhythm {
  let left = draws.fraction() * 100;
  for (const rhythm of RHYTHMS) {
    left -= rhythm.share;
    if (left < 0) return rhythm;
  }
  return RHYTHMS[3] as Rhythm;
}

function aRow(draws: Random, change: Partial<TransactionRecord>): TransactionRecord {
  const id = draws.uuid();
  return { ...aTransaction({ id }), category_id: `category ${draws.integer(1, 3)}`, ...change };
}

function aPrice(draws: Random): number {
  return cents(4_000 * Math.exp(4.4 * draws.fraction()));
}

function basket(draws: Random): number {
  const spread = draws.fraction() + draws.fraction() + draws.fraction() - 1.5;
  return Math.exp(spread * 1.1);
}

function cents(milliunits: number): number {
  return Math.max(10, Math.round(milliunits / 10) * 10);
}

function shuffled<Item>(items: readonly Item[], draws: Random): Item[] {
  return items.map((item) => ({ item, at: draws.fraction() })).sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function word(draws: Random): string {
  const syllables = ["ba", "ko", "lu", "mi", "ne", "ri", "so", "ta"];
  return Array.from({ length: 4 }, () => draws.pick(syllables)).join("");
}

const PLANS = Array.from({ length: 6 }, (_, at) => generatedPlan(at + 1));
const MIN = 0.95;

type Series = RecurringSeries;

interface Score {
  readonly found: number;
  readonly missed: number;
  readonly wrong: number;
  readonly increases: readonly [right: number, missed: number, invented: number];
}

/**
 * Whether a detected series has the right payee, direction and cadence, and a price within 20% of
 * the true one.
 */
function isSame(truth: TrueSeries, one: Series): boolean {
  return normalizePayee(truth.payee) === one.payeeKey && truth.direction === one.direction &&
    truth.cadence === one.due.rhythm.cadence &&
    Math.abs(one.price.current - truth.price) <= truth.price / 5;
}

/**
 * Scores the series found in a plan. Active series with too few payments in the lookback period
 * count as neither found nor missed.
 */
function scoreOf({ today, rows, series: truths }: GeneratedPlan, lookbackMonths: number): Score {
  const series = recurringSeries(rows, { today, lookbackMonths });
  const since = addMonths(today, -lookbackMonths);
  const left = new Set(series);
  let [found, missed] = [0, 0];
  const increases: [number, number, number] = [0, 0, 0];
  const isDue = ({ hasEnded, cadence, rows }: TrueSeries): boolean =>
    !hasEnded && rows.filter(({ date }) => date >= since).length >= (cadence === "yearly" ? 2 : 3);
  // First match the series that count toward the score, so that their matches can't be assigned to
  // other series.
  for (const truth of truths.toSorted((a, b) => Number(isDue(b)) - Number(isDue(a)))) {
    const match = [...left].find((one) => isSame(truth, one));
    if (match !== undefined) left.delete(match);
    if (!isDue(truth)) continue;
    if (match === undefined) {
      missed++;
      continue;
    }
    found++;
    const { raise } = truth;
    const { change } = match.price;
    const days = truth.rows.map(({ date }) => date).filter((date) => date >= since);
    const paidBefore = days.filter((date) => date < (raise?.since ?? "")).length;
    const isSeen = raise !== null && paidBefore >= 3 && days.length - paidBefore >= 3;
    const isRight = isSeen && change !== null &&
      Math.abs(change.before - raise.before) <= raise.before * 0.1 &&
      Math.abs(change.after - raise.after) <= raise.after * 0.1;
    if (isSeen) increases[isRight ? 0 : 1]++;
    else if (change !== null && raise === null) increases[2]++;
  }
  const hasEnded = (one: Series): boolean =>
    truths.some((truth) => truth.hasEnded && isSame(truth, one));
  const wrong = series.filter((one) => left.has(one) || hasEnded(one)).length;
  return { found, missed, wrong, increases };
}

for (const lookbackMonths of [13, 36]) {
  Deno.test(`recurringSeries() finds 95% of generated series with a lookback of ${lookbackMonths} months`, () => {
    const scores = PLANS.map((plan) => scoreOf(plan, lookbackMonths));
    const sum = (of: (score: Score) => number): number =>
      scores.reduce((total, score) => total + of(score), 0);
    const found = sum((score) => score.found);
    const [right, missed, invented] = [0, 1, 2].map((at) =>
      sum(({ increases }) => increases[at] ?? 0)
    ) as [number, number, number];
    assert(found / (found + sum((score) => score.wrong)) >= MIN, JSON.stringify(scores));
    assert(found / (found + sum((score) => score.missed)) >= MIN, JSON.stringify(scores));
    if (lookbackMonths < 36) return;
    assert(right / (right + missed) >= 0.7 && right / (right + invented) >= 0.7, `${right}`);
  });
}
