import { assertEquals } from "@std/assert";
import { addMonths } from "../../../domain/base/month.ts";
import type { AccountRecord, ScheduledRecord } from "../../../domain/base/plan_records.ts";
import { comingPayments } from "../../../domain/insights/upcoming_needs.ts";
import { anAccount, aSchedule, aTransaction } from "../../_builders.ts";

const TODAY = "2026-03-15";

const accounts: readonly AccountRecord[] = [
  anAccount({ id: "checking", type: "checking" }),
];

/** Six monthly payments, the last one this month. */
const paid = (size: number, day: string, payee = "Gym"): ReturnType<typeof aTransaction>[] =>
  ["2025-10", "2025-11", "2025-12", "2026-01", "2026-02", "2026-03"].map((month) =>
    aTransaction({
      id: `${month}-${day} ${payee}`,
      date: `${month}-${day}`,
      amount: -size,
      payee_name: payee,
      category_id: "food",
    })
  );

const anEntry = (change: Parameters<typeof aSchedule>[0]): ScheduledRecord =>
  aSchedule({
    date_first: change?.date_next ?? "",
    frequency: "monthly",
    account_id: "checking",
    payee_name: "Gym",
    category_id: "food",
    ...change,
  });

interface Expected {
  readonly what: string;
  readonly past: readonly (readonly [size: number, day: string])[];
  readonly schedules: readonly ScheduledRecord[];
  /** Days and amounts of the expected payments through June 30. */
  readonly coming: readonly (readonly [date: string, amount: number])[];
}

const APRIL_TO_JUNE = ["2026-04-03", "2026-05-03", "2026-06-03"];
const every = (amount: number, dates = APRIL_TO_JUNE): Expected["coming"] =>
  dates.map((date) => [date, amount]);

const cases: readonly Expected[] = [
  {
    what: "each payment without a schedule",
    past: [[25_000, "03"]],
    schedules: [],
    coming: every(-25_000),
  },
  {
    what: "a schedule instead of the charge that it enters",
    past: [[25_000, "03"]],
    schedules: [anEntry({ date_next: "2026-04-03", amount: -26_000 })],
    coming: every(-26_000),
  },
  {
    what: "a one-time scheduled transaction instead of one payment",
    past: [[25_000, "03"]],
    schedules: [anEntry({ date_next: "2026-04-05", amount: -25_000, frequency: "never" })],
    coming: [["2026-04-05", -25_000], ...every(-25_000, APRIL_TO_JUNE.slice(1))],
  },
  {
    what: "the second of two contracts if one schedule enters the first",
    past: [[25_000, "03"], [29_000, "09"]],
    schedules: [anEntry({ date_next: "2026-04-03", amount: -25_000 })],
    coming: [
      ...every(-25_000),
      ...every(-29_000, ["2026-04-09", "2026-05-09", "2026-06-09"]),
    ].sort(),
  },
  {
    what: "a schedule with an outdated amount instead of the charge due that week",
    past: [[25_000, "03"]],
    schedules: [anEntry({ date_first: "2026-01-05", date_next: "2026-04-05", amount: -15_000 })],
    coming: every(-15_000, ["2026-04-05", "2026-05-05", "2026-06-05"]),
  },
  {
    what: "a charge and a new schedule for a second contract in the same week",
    past: [[25_000, "03"]],
    schedules: [anEntry({ date_first: "2026-04-05", date_next: "2026-04-05", amount: -15_000 })],
    coming: [
      ...every(-25_000),
      ...every(-15_000, ["2026-04-05", "2026-05-05", "2026-06-05"]),
    ].sort(),
  },
  {
    what: "a one-time scheduled transaction instead of a payment that differs by under a quarter",
    past: [[25_000, "03"]],
    schedules: [anEntry({ date_next: "2026-04-03", amount: -19_250, frequency: "never" })],
    coming: [["2026-04-03", -19_250], ...every(-25_000, APRIL_TO_JUNE.slice(1))],
  },
  {
    what: "a charge and a schedule with another amount on another day",
    past: [[25_000, "03"]],
    schedules: [anEntry({ date_next: "2026-04-18", amount: -38_000 })],
    coming: [
      ...every(-25_000),
      ...every(-38_000, ["2026-04-18", "2026-05-18", "2026-06-18"]),
    ].sort(),
  },
  {
    what: "a charge and a schedule with another amount and rhythm",
    past: [[25_000, "03"]],
    schedules: [
      anEntry({ date_next: "2026-04-04", amount: -38_000, frequency: "everyOtherMonth" }),
    ],
    coming: [...every(-25_000), ...every(-38_000, ["2026-04-04", "2026-06-04"])].sort(),
  },
  {
    what: "a charge if the schedule with a similar amount enters another charge of the same payee",
    past: [[20_000, "03"], [37_000, "08"]],
    schedules: [
      anEntry({ date_next: "2026-04-25", amount: -25_000 }),
      anEntry({ date_next: "2026-04-03", amount: -20_000 }),
    ],
    coming: [
      ...every(-20_000),
      ...every(-37_000, ["2026-04-08", "2026-05-08", "2026-06-08"]),
      ...every(-25_000, ["2026-04-25", "2026-05-25", "2026-06-25"]),
    ].sort(),
  },
  {
    what: "only the schedule if it enters payments on two days of the month",
    past: [[25_000, "03"], [25_000, "18"]],
    schedules: [
      anEntry({ date_next: "2026-03-18", amount: -25_000, frequency: "twiceAMonth" }),
    ],
    coming: every(
      -25_000,
      ["03", "04", "05", "06"].flatMap((month) => [
        ...(month === "03" ? [] : [`2026-${month}-03`]),
        `2026-${month}-18`,
      ]),
    ),
  },
];

for (const { what, past, schedules, coming } of cases) {
  Deno.test(`comingPayments() lists ${what}`, () => {
    const transactions = past.flatMap(([size, day]) => paid(size, day))
      .filter(({ date }) => date <= TODAY)
      .toSorted((a, b) => a.date < b.date ? 1 : -1);
    const plan = { accounts, categories: [], schedules, transactions };
    const found = comingPayments(plan, { today: TODAY, until: "2026-06-30", decimals: 2 });
    assertEquals(found.map(({ date, amount }) => [date, amount] as const), [...coming]);
  });
}

/**
 * Payments expected through June, given past payments of a monthly bill, the most recent of which
 * was made on March 12.
 */
function afterBills(
  sizes: readonly number[],
  schedules: readonly ScheduledRecord[] = [],
): Expected["coming"] {
  const transactions = sizes.map((size, at) =>
    aTransaction({
      date: addMonths("2026-03-12", at + 1 - sizes.length),
      amount: size * -1_000,
      payee_name: "Gas",
      category_id: "heating",
    })
  ).filter(({ date }) => date !== "2025-09-12").reverse();
  const plan = { accounts, categories: [], schedules, transactions };
  return comingPayments(plan, { today: TODAY, until: "2026-06-30", decimals: 2 })
    .map(({ date, amount }) => [date, amount]);
}

const SEASONS = [150, 130, 110, 70, 40, 30, 30, 30, 40, 70, 110, 140];
const SEASONAL = [...SEASONS, ...SEASONS, ...SEASONS.slice(0, 3)];

Deno.test("comingPayments() expects a seasonal bill to cost as much as it did a year earlier", () => {
  const coming = [["2026-04-12", -70_000], ["2026-05-12", -40_000], ["2026-06-12", -30_000]];
  assertEquals(afterBills(SEASONAL), coming);
  // A fixed price with a surcharge each May.
  const fees = [30, 30, 90, ...Array<number>(11).fill(30), 90, ...Array<number>(10).fill(30)];
  assertEquals(afterBills(fees).map(([, amount]) => amount), [-30_000, -90_000, -30_000]);
  for (const amount of [-40_000, -70_000]) {
    const once = anEntry({
      date_next: "2026-05-12",
      amount,
      frequency: "never",
      payee_name: "Gas",
    });
    assertEquals(afterBills(SEASONAL, [once]), coming.with(1, ["2026-05-12", amount]));
  }
});

Deno.test("comingPayments() doesn't expect an unusually large bill to recur", () => {
  const usual = (size: number): Expected["coming"] =>
    every(-1_000 * size, ["2026-04-12", "2026-05-12", "2026-06-12"]);
  assertEquals(afterBills([60, 63, 58, 61, 62, 240]), usual(61));
  assertEquals(afterBills([100, 105, 97, 200]), usual(100));
  // Two unusually large bills are a year apart by chance.
  const since = [58, 61, 60, 62, 63, 60, 59, 58, 240, 60, 61, 240, 59];
  assertEquals(afterBills([58, 60, 63, 60, 240, ...since]), usual(60));
});
