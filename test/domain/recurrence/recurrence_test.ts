import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { addDays } from "../../../domain/base/day.ts";
import { addMonths } from "../../../domain/base/month.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import {
  type RecurrenceOptions,
  type RecurringSeries,
  recurringSeries,
} from "../../../domain/recurrence/recurrence.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";
import { runs } from "../../_runs.ts";

const TODAY = "2026-06-15";

/** Creates a categorized payment of 9.99 to "Moonreel" on each given day. */
function paidOn(
  days: readonly string[],
  change: Partial<TransactionRecord> = {},
): TransactionRecord[] {
  return days.map((date, at) => ({
    ...aTransaction(),
    id: `${change.payee_name ?? "Moonreel"}/${change.amount ?? 0}/${date}/${at}`,
    date,
    amount: -9_990,
    payee_name: "Moonreel",
    payee_id: "moonreel",
    category_id: "streaming",
    ...change,
  }));
}

/** Returns a date on day `dayOfMonth` for each of the last `count` months, through June 2026. */
function monthly(count: number, dayOfMonth: number): string[] {
  const newest = addMonths(TODAY, 0, dayOfMonth);
  return Array.from({ length: count }, (_, at) => addMonths(newest, at - count + 1, dayOfMonth));
}

function everyDays(count: number, days: number, newest: string): string[] {
  return Array.from({ length: count }, (_, at) => addDays(newest, (at - count + 1) * days));
}

/** Moves dates that fall on a weekend to the following Monday, as banks do with payments. */
function onWorkdays(days: readonly string[]): string[] {
  return days.map((day) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
  });
}

/** Moves dates that fall on a weekend back to Friday, as employers do with paydays. */
function beforeWeekends(days: readonly string[]): string[] {
  return days.map((day) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return addDays(day, weekday === 6 ? -1 : weekday === 0 ? -2 : 0);
  });
}

type Series = RecurringSeries;

function found(
  rows: readonly TransactionRecord[],
  options: Partial<RecurrenceOptions> = {},
): readonly Series[] {
  return recurringSeries(rows, { today: TODAY, lookbackMonths: 13, ...options });
}

function described(series: readonly Series[]): readonly string[] {
  return series.toSorted((a, b) => b.transactions.length - a.transactions.length).map((one) =>
    `${one.direction} ${one.due.rhythm.cadence} ${one.price.current} x${one.transactions.length}`
  );
}

function uneven(rows: readonly TransactionRecord[], by: number): TransactionRecord[] {
  return rows.map((row, at) => ({
    ...row,
    amount: Math.round(row.amount * (1 + by * Math.sin(at * 2.4))),
  }));
}

Deno.test("recurringSeries() doesn't treat frequent visits as a subscription", () => {
  const visits = fc.sample(
    fc.uniqueArray(fc.integer({ min: 0, max: 390 }), { minLength: 50, maxLength: 60 }),
    runs(20, 7),
  );
  for (const ago of visits) {
    const days = ago.map((one) => addDays(TODAY, -one));
    const rows = paidOn(days, { payee_name: "Market", amount: -30_000 });
    assertEquals(described(found(uneven(rows, 0.7))), []);
  }
});

Deno.test("recurringSeries() doesn't treat weekly shopping as a subscription", () => {
  const rows = paidOn(everyDays(40, 7, "2026-06-13"), { payee_name: "Market", amount: -80_000 });
  assertEquals(described(found(uneven(rows, 0.7))), []);
  assertEquals(described(found(uneven(rows, 0.1))).length, 1);
});

Deno.test("recurringSeries() finds a subscription among other purchases at a shop", () => {
  const ago = Array.from({ length: 50 }, (_, at) => (at * 7919) % 390);
  const visits = uneven(paidOn(ago.map((one) => addDays(TODAY, -one)), { amount: -30_000 }), 0.7);
  const membership = paidOn(monthly(12, 5), { amount: -8_490 });
  assertEquals(described(found([...visits, ...membership])), ["out monthly 8490 x12"]);
});

Deno.test("recurringSeries() doesn't treat split purchases as a subscription", () => {
  const ago = Array.from({ length: 50 }, (_, at) => (at * 7919) % 390);
  const visits = uneven(paidOn(ago.map((one) => addDays(TODAY, -one)), { amount: -30_000 }), 0.7);
  const lines = ["food", "house"].map((category_id) => aSplitLine({ category_id }));
  const large = uneven(paidOn(monthly(12, 12), { amount: -90_000 }), 0.4)
    .map((row) => ({ ...row, category_id: "split", subtransactions: lines }));
  assertEquals(described(found([...visits, ...large])), []);
});

Deno.test("recurringSeries() separates two subscriptions with the same merchant", () => {
  const rows = [
    ...paidOn(monthly(12, 5)),
    ...paidOn(monthly(12, 21).map((day) => addDays(day, -30)), { amount: -2_990 }),
    ...paidOn(["2023-09-09", "2024-09-09", "2025-09-09"], { amount: -99_000 }),
  ];
  assertEquals(described(found(rows, { lookbackMonths: 36 })), [
    "out monthly 9990 x12",
    "out monthly 2990 x12",
    "out yearly 99000 x3",
  ]);
});

Deno.test("recurringSeries() finds both days of a twice-a-month payment", () => {
  const pay = { payee_name: "Employer", amount: 2_500_000 };
  const paydays = [
    onWorkdays([...monthly(12, 1), ...monthly(12, 15)]),
    beforeWeekends([...monthly(12, 15), ...monthly(13, 31).slice(0, -1)]),
  ];
  for (const days of paydays) {
    const series = described(found(paidOn(days, pay)));
    assertEquals(series, ["in monthly 2500000 x12", "in monthly 2500000 x12"]);
  }
});

Deno.test("recurringSeries() finds twice-a-month bills of varying amounts", () => {
  const bills: Readonly<Record<string, (at: number) => number>> = {
    cleaner: (at) => at * at % 7 < 3 ? 100_000 : 120_000,
    daycare: (at) => at * at % 11 > 8 ? 450_000 : 300_000,
    won: (at) => 100_000_000 + Math.round(1_300 * Math.sin(at * 2.4)) * 10_000,
  };
  const days = [...monthly(18, 1), ...monthly(18, 15)].sort();
  for (const [name, sizeAt] of Object.entries(bills)) {
    const rows = paidOn(days).map((row, at) => ({ ...row, amount: 0 - sizeAt(at) }));
    assertEquals(found(rows, { lookbackMonths: 36 }).length, 2, name);
  }
});

/** For each recent payday (the 1st and the 15th), returns a day up to three days later. */
function afterPaydays(months: number): readonly string[] {
  const days = [...monthly(months, 1), ...monthly(months, 15)].sort();
  return days.map((day, at) => addDays(day, Math.floor(at * at / 2 + at) % 4))
    .filter((day) => day <= TODAY);
}

Deno.test("recurringSeries() doesn't treat groceries bought soon after each payday as a bill", () => {
  for (const months of [12, 36]) {
    const rows = paidOn(afterPaydays(months), { amount: -90_000 });
    assertEquals(described(found(uneven(rows, 0.4), { lookbackMonths: 36 })), []);
  }
});

Deno.test("recurringSeries() doesn't treat cash withdrawn soon after each payday as a bill", () => {
  for (const months of [12, 36]) {
    const rows = paidOn(afterPaydays(months)).map((row, at) => ({
      ...row,
      amount: at * at % 7 < 3 ? -100_000 : -200_000,
    }));
    assertEquals(described(found(rows, { lookbackMonths: 36 })), []);
    const transfers = rows.map((row) => ({ ...row, transfer_account_id: "visa" }));
    const options = { lookbackMonths: 36, includeTransfers: true };
    assertEquals(found(transfers, options).length, 2);
    // Round-number amounts that vary little may be wages, such as a nanny's.
    const pay = rows.map((row, at) => ({ ...row, amount: -800_000 - 10_000 * (at % 3) }));
    assertEquals(found(pay, options).length, 2);
  }
});

Deno.test("recurringSeries() follows a subscription that moves to a different day of the month", () => {
  const days = [...monthly(12, 5).slice(0, 6), ...monthly(6, 14)];
  const [series] = found(paidOn(days));
  assertEquals([series?.due.dayOfMonth, series?.nextDate], [14, "2026-07-14"]);
});

Deno.test("if amounts vary, recurringSeries() returns the current typical amount and the date when the typical amount last changed", () => {
  const days = monthly(24, 5);
  const amounts = days.map((_, at) => at < 14 ? -50_000 : -61_000);
  const rows = paidOn(days).map((row, at) => ({ ...row, amount: amounts[at] ?? 0 }));
  const [series] = found(uneven(rows, 0.03), { lookbackMonths: 36 });
  const { current = 0, change } = series?.price ?? {};
  assertEquals(change?.since, days[14]);
  for (
    const [level, size] of [[current, 61_000], [change?.after, 61_000], [change?.before, 50_000]]
  ) {
    assert(Math.abs((level ?? 0) - (size ?? 0)) < 1_000, `${level} instead of ${size}`);
  }
});

Deno.test("recurringSeries() omits series that have ended", () => {
  const rows = paidOn(monthly(13, 5)).slice(0, 12);
  assertEquals(found(rows, { today: "2026-06-27" }).length, 1);
  assertEquals(found(rows, { today: "2026-06-28" }).length, 0);
});

Deno.test("recurringSeries() doesn't append a payee's other payments to a series that has ended", () => {
  const rows = [
    ...paidOn(everyDays(30, 7, "2026-04-30"), { amount: -15_980 }),
    ...paidOn(monthly(3, 5), { amount: -30_970 }),
  ];
  assertEquals(described(found(rows)), ["out monthly 30970 x3"]);
});

Deno.test("recurringSeries() requires three payments for short cadences", () => {
  const two = (first: string, second: string, amount = -48_000): readonly string[] => {
    const [one, other] = paidOn([first, second]);
    const rows = [one, { ...other, amount }] as TransactionRecord[];
    return described(found(rows.map((row, at) => at === 0 ? { ...row, amount: -48_000 } : row)));
  };
  assertEquals(two("2025-06-03", "2026-06-03"), ["out yearly 48000 x2"]);
  assertEquals(two("2025-06-03", "2026-06-03", -51_000), ["out yearly 51000 x2"]);
  assertEquals(two("2025-06-03", "2026-06-03", -91_000), []);
  assertEquals(two("2025-12-01", "2026-06-01"), ["out half-yearly 48000 x2"]);
  assertEquals(two("2025-12-01", "2026-06-01", -49_000), []);
  assertEquals(two("2026-05-01", "2026-06-01"), []);
});

Deno.test("recurringSeries() ignores refunds", () => {
  const back = { amount: 9_990, payee_name: "Moonreel" };
  const rows = [...paidOn(monthly(12, 5)), ...paidOn(monthly(4, 9), back)];
  assertEquals(described(found(rows)), ["out monthly 9990 x12"]);
});

Deno.test("recurringSeries() finds income, including wages that vary from week to week", () => {
  const wages = { payee_name: "Cafe Wages", payee_id: "wages", amount: 400_000 };
  const rows = uneven(paidOn(everyDays(30, 7, "2026-06-12"), wages), 0.35);
  assertEquals(found(rows).map(({ direction, due }) => [direction, due.rhythm.cadence]), [
    ["in", "weekly"],
  ]);
});

Deno.test("recurringSeries() omits transfers unless requested", () => {
  const saving = {
    payee_name: "Transfer : Savings",
    transfer_account_id: "savings",
    amount: -200_000,
  };
  const rows = paidOn(monthly(12, 5), saving);
  assertEquals(described(found(rows)), []);
  const [series] = found(rows, { includeTransfers: true });
  assertEquals([series?.accountId, series?.transferAccountId], ["checking", "savings"]);
});

Deno.test("recurringSeries() omits loans, tracking accounts and adjustments", () => {
  const days = monthly(12, 5);
  assertEquals(described(found(paidOn(days, { debt_transaction_type: "interest" }))), []);
  const tracked = paidOn(days, { account_id: "house", category_id: null });
  assertEquals(described(found(tracked)), []);
  assertEquals(described(found(paidOn(days, { payee_name: "Balance correction" }))), []);
});

Deno.test("recurringSeries() groups payments whose bank labels differ only in reference numbers", () => {
  const rows = paidOn(monthly(12, 5)).map((row, at) => ({
    ...row,
    payee_id: at < 6 ? null : `payee ${at % 2}`,
    payee_name: at < 6 ? null : "Northwest Gas",
    import_payee_name: `NORTHWEST GAS CO DES:UTIL PMT ID:${190_000_000 + at * 7_777}`,
  }));
  const [series] = found(rows);
  assertEquals([series?.transactions.length, series?.payee], [12, "Northwest Gas"]);
  assertEquals(series?.payeeIds, new Set(["payee 0", "payee 1"]));
});

Deno.test("recurringSeries() never returns a next date that is more than 15 days in the past", () => {
  const missed = paidOn(monthly(12, 5)).slice(0, 11);
  assertEquals(found(missed)[0]?.nextDate, "2026-07-05");
  assertEquals(found(missed, { today: "2026-06-08" })[0]?.nextDate, "2026-06-05");
  const off = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 12, maxLength: 12 });
  const rhythm = fc.constantFrom(monthly(12, 31), everyDays(12, 14, "2026-06-11"), monthly(12, 1));
  fc.assert(fc.property(off, rhythm, fc.integer({ min: 0, max: 40 }), (days, due, later) => {
    const today = addDays(TODAY, later);
    const rows = paidOn(due.map((day, at) => addDays(day, days[at] ?? 0)));
    for (const { nextDate, lastDate } of found(rows, { today })) {
      assert(nextDate > lastDate && nextDate >= addDays(today, -15));
    }
  }));
});
