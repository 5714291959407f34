import { assert, assertEquals } from "@std/assert";
import { daysBetween } from "../../../domain/base/day.ts";
import { addMonths, lastOfMonth } from "../../../domain/base/month.ts";
import { monthDraws, type PastMonth } from "../../../domain/forecast/month_draws.ts";
import { resample, type ResampledRange } from "../../../domain/forecast/resample.ts";

/** A past month that brought an amount on a day. */
function month(
  amount: number,
  change: Partial<PastMonth> & { readonly day?: number } = {},
): PastMonth {
  const { day = 1, ...rest } = change;
  const sums = Array.from({ length: 32 }, (_, at) => at >= day ? amount : 0);
  return { sums, levelShift: 0, monthOfYear: 6, weight: 1, ...rest };
}

const spread = [-130, -110, -100, -90, -70].map((amount) => month(amount * 1000));

function ranges(
  past: readonly PastMonth[],
  { months = 1, balance = 0, today = "2024-03-31" } = {},
): ResampledRange {
  const length = daysBetween(today, lastOfMonth(addMonths(today, months, 1))) + 1;
  const evenings = Array.from({ length }, () => balance);
  return resample({ today, evenings }, past);
}

Deno.test("resample() gives a range about the path, wider for longer", () => {
  const { months } = ranges(spread, { months: 6, balance: 1e9 });
  const [today, ...ahead] = months;
  // On the last day of a month nothing is left of it to stray.
  assertEquals([today?.p10, today?.p90], [1e9, 1e9]);
  const widths = ahead.map(({ p10, p90 }) => p90 - p10);
  assert(widths.every((width, at) => width > (widths[at - 1] ?? 0)), `${widths}`);
  assert(ahead.every(({ p10, p90 }) => p10 < 1e9 && p90 > 1e9));
});

Deno.test("resample() tells how many paths go below zero on any day", () => {
  assertEquals(ranges(spread, { balance: 1e9 }).chanceBelowZero, 0);
  assertEquals(ranges(spread, { balance: -1 }).chanceBelowZero, 1);
  const even = ranges(spread, { balance: 0 }).chanceBelowZero;
  assert(even > 0.3 && even <= 1, `${even}`);
  // Below on a day, whatever comes back before the month ends.
  const dip = Array.from({ length: 5 }, () => {
    const sums = Array.from({ length: 32 }, (_, day) => day >= 10 && day < 20 ? -1e9 : 0);
    return { ...month(0), sums };
  });
  assertEquals(ranges(dip, { balance: 1e6 }).chanceBelowZero, 1);
});

Deno.test("resample() counts a path that is below zero today, whatever comes", () => {
  const path = { today: "2024-03-30", evenings: [-5, 1e9] };
  assertEquals(resample(path, spread).chanceBelowZero, 1);
});

Deno.test("resample() grants that the past's mean may be wrong, month after month", () => {
  const { months } = ranges(spread, { months: 24 });
  const width = (at: number): number => (months[at]?.p90 ?? 0) - (months[at]?.p10 ?? 0);
  // Chance alone would grow with the square root of the months: five times as wide.
  assert(width(24) > 8 * width(1), `${width(24) / width(1)}`);
});

Deno.test("resample() smooths: months never repeat to the cent", () => {
  const past = Array.from({ length: 400 }, (_, at) => month(at % 2 === 0 ? -1e6 : 1e6));
  const p90 = ranges(past).months[1]?.p90 ?? 0;
  assert(p90 > 1.12e6 && p90 < 1.5e6, `${p90}`);
});

Deno.test("resample() lets only the days of this month stray that are left", () => {
  const early = [-9e6, 0, 9e6].map((amount) => month(amount, { day: 10 }));
  const late = [-9e6, 0, 9e6].map((amount) => month(amount, { day: 25 }));
  const width = (past: readonly PastMonth[]): number => {
    const { months: [now] } = ranges(past, { months: 0, today: "2024-03-15" });
    return (now?.p90 ?? 0) - (now?.p10 ?? 0);
  };
  assert(width(late) > 2 * width(early), `${width(late)} ${width(early)}`);
});

Deno.test("resample() carries on what changed for good", () => {
  const steady = Array.from({ length: 4 }, () => month(0));
  const changing = steady.map((one, at) => ({ ...one, levelShift: at % 2 === 0 ? -1_000 : 1_000 }));
  const widths = (past: readonly PastMonth[]): readonly number[] =>
    ranges(past, { months: 4 }).months.map(({ p10, p90 }) => p90 - p10);
  assertEquals(widths(steady), [0, 0, 0, 0, 0]);
  // Nothing in the first month, then in every one that follows again.
  const [, first, second = 0, , fourth = 0] = widths(changing);
  assert(first === 0 && second >= 2_000 && fourth > 2 * second, `${widths(changing)}`);
});

Deno.test("resample() keeps its range about the path, whatever past months came to", () => {
  const grown = spread.map((one, at) => ({ ...one, levelShift: 20_000 * at, weight: 1 + at }));
  for (const past of [spread, grown, spread.map((one) => ({ ...one, levelShift: -50_000 }))]) {
    const { months } = ranges(past, { months: 12, balance: 5e6 });
    for (const { p10, p90 } of months.slice(1)) {
      const place = (5e6 - p10) / (p90 - p10);
      assert(place > 0.3 && place < 0.7, `${place}`);
    }
  }
});

Deno.test("resample() gives the lowest evening that nine of ten paths keep above", () => {
  const dip = Array.from({ length: 10 }, (_, at) => {
    const low = at < 3 ? -9e6 : 0;
    const sums = Array.from({ length: 32 }, (_, day) => day >= 10 && day < 20 ? low : 0);
    return { ...month(0), sums };
  });
  const [today, april] = ranges(dip, { balance: 1e6 }).months;
  assertEquals([today?.lowest_p10, april?.p10, april?.p90], [1e6, 1e6, 1e6]);
  assert((april?.lowest_p10 ?? 0) < -7.9e6, `${april?.lowest_p10}`);
  // A dip in one month does not lower the next one's.
  const [, , may] = ranges(spread, { months: 2, balance: 1e9 }).months;
  assert((may?.lowest_p10 ?? 0) <= (may?.p10 ?? 0));
});

Deno.test("resample() strays nowhere without a past, or from a past that never strayed", () => {
  const steady = Array(3).fill({ p10: 5, p90: 5, lowest_p10: 5 });
  assertEquals(ranges([], { months: 2, balance: 5 }).months, steady);
  const same = Array.from({ length: 6 }, () => month(0));
  assertEquals(
    ranges(same, { months: 2, balance: 5 }).months,
    steady,
  );
});

Deno.test("monthDraws() repeats itself, and begins a longer path as a shorter one", () => {
  const open = (path: number): readonly unknown[] => {
    const { first, next } = monthDraws(spread)(path);
    return [first, next(1), next(2), next(3)];
  };
  assertEquals(open(3), open(3));
});

Deno.test("monthDraws() draws by weight, and the season three times as often", () => {
  const past = [
    month(1, { monthOfYear: 6, weight: 2 }),
    month(2, { monthOfYear: 12, weight: 1 }),
    month(3, { monthOfYear: 6, weight: 1 }),
  ];
  const draws = monthDraws(past);
  const share = (monthOfYear: number, wanted: number): number => {
    const drawn = Array.from({ length: 4000 }, (_, path) => draws(path).next(monthOfYear).month);
    return drawn.filter((one) => one?.sums[31] === wanted).length / drawn.length;
  };
  // The first draw of a path follows nothing: 2, 1 and 1 of 4; in winter 2, 3 and 1 of 6.
  assert(Math.abs(share(6, 1) - 6 / 10) < 0.03, `${share(6, 1)}`);
  assert(Math.abs(share(9, 1) - 2 / 4) < 0.03, `${share(9, 1)}`);
  assert(Math.abs(share(1, 2) - 3 / 6) < 0.03, `${share(1, 2)}`);
});

Deno.test("monthDraws() lets a month be followed by its successor about half of the time", () => {
  const past = Array.from({ length: 20 }, (_, at) => month(at));
  const draws = monthDraws(past);
  let followed = 0;
  for (let path = 0; path < 2000; path++) {
    const { next } = draws(path);
    const [one, other] = [next(6).month?.sums[31] ?? 0, next(6).month?.sums[31] ?? 0];
    if (other === one + 1) followed += 1;
  }
  assert(followed > 900 && followed < 1150, `${followed}`);
});

Deno.test("resample() carries on of this month's change what lies ahead of it", () => {
  // One month in five raised the level by 4,000: 3,200 above the mean, the others 800 below it.
  const past = Array.from({ length: 10 }, (_, at) => ({
    ...month(0),
    levelShift: at % 5 === 0 ? 4_000 : 0,
  }));
  const april = (today: string): readonly number[] => {
    const { months } = ranges(past, { months: 1, today });
    return [months[1]?.p10 ?? 0, months[1]?.p90 ?? 0];
  };
  // Ten of April's thirty days are left, then five.
  assertEquals(april("2024-04-20"), [-267, 1_067]);
  assertEquals(april("2024-04-25"), [-133, 533]);
  assertEquals(april("2024-04-30"), [0, 0]);
});

Deno.test("monthDraws() draws deviates of a normal distribution", () => {
  const deviates = Array.from({ length: 4_000 }, (_, path) => {
    const { first, next } = monthDraws(spread)(path);
    return [first, next(1).deviate, next(2).deviate];
  }).flat();
  const share = (isIn: (one: number) => boolean): number =>
    deviates.filter(isIn).length / deviates.length;
  const mean = deviates.reduce((sum, one) => sum + one, 0) / deviates.length;
  assert(Math.abs(mean) < 0.03, `${mean}`);
  // As tables of the distribution have it.
  const expected = [[0.5, 0.3829], [1, 0.6827], [2, 0.9545]] as const;
  for (const [width, within] of expected) {
    const found = share((one) => Math.abs(one) < width);
    assert(Math.abs(found - within) < 0.02, `${found} within ${width}`);
  }
  assert(Math.abs(share((one) => one > 0) - 0.5) < 0.02);
});
