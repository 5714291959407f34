import { assert, assertEquals } from "@std/assert";
import type { StoredTransaction } from "../../demo/model/records.ts";
import { addDays } from "../../domain/base/day.ts";
import { addMonths } from "../../domain/base/month.ts";
import { aSchedule } from "../demo/_tiny_plan.ts";
import { aRow, household, idOf, ids, monthly } from "./_plan.ts";
import { aWorld, callIn, rowsOf } from "./_world.ts";

const SHOPPING = [
  "2025-09-03",
  "2025-09-19",
  "2025-09-28",
  "2025-11-07",
  "2025-11-11",
  "2026-01-25",
  "2026-02-03",
  "2026-02-04",
  "2026-03-12",
] as const;

/** Monthly rent that rose in January, a monthly salary, and some shopping. */
function bills(): readonly StoredTransaction[] {
  const shopping = SHOPPING.map((date, at) =>
    aRow({
      id: idOf(`9${at}`),
      date,
      amount: -11_000 - (at * 37_300) % 90_000,
      payee_id: ids.amazon,
      category_id: ids.gifts,
    })
  );
  const rent = { payee_id: ids.landlord, category_id: ids.rent };
  const pay = { amount: 3_000_000, payee_id: ids.employer, category_id: ids.inflow };
  return [
    ...monthly("2025-09-02", 4, { ...rent, id: "5", amount: -1_000_000 }),
    ...monthly("2026-01-02", 3, { ...rent, id: "8", amount: -1_100_000 }),
    ...monthly("2025-09-01", 7, { ...pay, id: "6" }),
    ...shopping,
  ];
}

const rent = {
  payee: "Landlord",
  cadence: "monthly",
  amount: 1100,
  yearly_amount: 13200,
  times_seen: 7,
  last_date: "2026-03-02",
  next_date: "2026-04-02",
  price: "changed",
  price_change: { before: 1000, after: 1100, since: "2026-01-02" },
  category: "Rent",
};

function plan(): ReturnType<typeof household> {
  return household({ transactions: [...bills()] });
}

Deno.test("find_recurring_charges returns each bill's price, price increase and next due date, and ignores shopping", async () => {
  const { structured } = await callIn(aWorld({ plans: [plan()] }), "find_recurring_charges");
  assertEquals(structured, { yearly_total: 13200, charges: [rent] });
});

Deno.test("find_recurring_charges returns income when requested", async () => {
  const args = { include_income: true };
  const { text } = await callIn(aWorld({ plans: [plan()] }), "find_recurring_charges", args);
  assertEquals(text.split("\n"), [
    "yearly_total: $13200.00",
    "charges ($): payee|cadence|amount|yearly_amount|times_seen|last_date|next_date|price|" +
    "price_change.before|price_change.after|price_change.since|category",
    "Landlord|monthly|1100.00|13200.00|7|2026-03-02|2026-04-02|changed|1000.00|1100.00|" +
    "2026-01-02|Rent",
    "income ($): payee|cadence|amount|yearly_amount|times_seen|last_date|next_date|price",
    "Employer|monthly|3000.00|36000.00|7|2026-03-01|2026-04-01|steady",
  ]);
});

Deno.test("find_recurring_charges detects a yearly bill that was paid three times, even if the amounts vary", async () => {
  const insurance = [["2023-10-09", 480_000], ["2024-10-09", 500_000], ["2025-10-09", 520_000]]
    .map(([date, amount], at) =>
      aRow({
        id: idOf(`7${at}`),
        date: String(date),
        amount: -Number(amount),
        payee_id: ids.landlord,
        category_id: ids.rent,
      })
    );
  await using world = await aWorld({ plans: [household({ transactions: insurance })] });
  const { structured } = await world.call("find_recurring_charges");
  const [charge] = rowsOf({ structured }, "charges");
  const { cadence, amount, typical, last_amount, price, price_change } = charge ?? {};
  assertEquals([cadence, amount, typical, last_amount], ["yearly", 500, true, 520]);
  assertEquals([price, price_change], ["unknown", undefined]);
});

Deno.test("find_recurring_charges rounds yearly amounts to the currency's smallest unit", async () => {
  // 365.2425 days in a year, divided by 30, is 12.174750.
  for (const [amount, yearly] of [[1_000, 12.17], [10_000, 121.75]] as const) {
    const transactions = Array.from({ length: 30 }, (_, at) =>
      aRow({
        ...{ id: idOf(`9${at}`), date: addDays("2026-03-10", -30 * at), amount: -amount },
        ...{ payee_id: ids.landlord, category_id: ids.rent },
      }));
    await using world = await aWorld({ plans: [household({ transactions })] });
    const { structured } = await world.call("find_recurring_charges");
    assertEquals(rowsOf({ structured }, "charges").map((one) => one["yearly_amount"]), [yearly]);
    assertEquals(structured?.["yearly_total"], yearly);
  }
});

Deno.test("find_recurring_charges shows a schedule's next date even if the schedule repeats twice as often as the bill", async () => {
  const cases = [
    { frequency: "monthly", date_next: "2026-04-01", next: ["2026-04-01"] },
    { frequency: "monthly", date_next: "2026-06-01", next: ["2026-06-01"] },
    { frequency: "twiceAMonth", date_next: "2026-03-17", next: ["2026-03-17", "2026-04-02"] },
  ];
  const rent = { payee_id: ids.landlord, category_id: ids.rent, amount: -500_000 };
  for (const { next, ...dates } of cases) {
    const schedule = aSchedule({
      ...{ date_first: dates.date_next, amount: -500_000, account_id: ids.checking },
      ...{ payee_id: ids.landlord, ...dates },
    });
    const transactions = [
      ...monthly("2025-09-02", 7, { ...rent, id: "a" }),
      ...next.slice(1).flatMap(() => monthly("2025-09-17", 6, { ...rent, id: "b" })),
    ];
    const plans = [household({ transactions, scheduled: [schedule] })];
    const answer = await callIn(aWorld({ plans }), "find_recurring_charges");
    const charges = rowsOf(answer, "charges");
    assertEquals(charges.map((one) => one["next_date"]).toSorted(), next, dates.frequency);
    assert(charges.every((one) => one["scheduled"]));
  }
});

Deno.test("find_recurring_charges reports that nothing recurs", async () => {
  await using world = await aWorld({ plans: [household({ transactions: [] })] });
  const { structured, text } = await world.call("find_recurring_charges");
  assertEquals([structured, text], [{ yearly_total: 0 }, "yearly_total: $0.00\ncharges: none"]);
});

Deno.test("if a payee has two charges, find_recurring_charges marks only the one with a schedule as scheduled", async () => {
  const phone = { payee_id: ids.cafe, category_id: ids.power };
  const phones = [
    ...monthly("2025-09-04", 7, { ...phone, id: "a", amount: -20_000 }),
    ...monthly("2025-09-11", 7, { ...phone, id: "b", amount: -23_000 }),
  ];
  const schedule = aSchedule({
    date_next: "2026-04-04",
    amount: -20_000,
    account_id: ids.checking,
    payee_id: ids.cafe,
  });
  const plans = [household({ transactions: phones, scheduled: [schedule] })];
  const { structured } = await callIn(aWorld({ plans }), "find_recurring_charges");
  const charges = rowsOf({ structured }, "charges");
  assertEquals(charges.map(({ amount, scheduled }) => [amount, scheduled]), [
    [23, undefined],
    [20, true],
  ]);
});

Deno.test("like get_upcoming_needs, find_recurring_charges marks a charge as scheduled if a one-time scheduled transaction covers the charge", async () => {
  const seasons = [150, 130, 110, 70, 40, 30, 30, 30, 40, 70, 110, 140];
  const gas = Array.from({ length: 27 }, (_, at) =>
    aRow({
      id: idOf(`b${at}`),
      date: addMonths("2024-01-12", at),
      amount: -1_000 * (seasons[at % 12] ?? 0),
      payee_id: ids.landlord,
      category_id: ids.power,
    }));
  // April's bill is 70 each year; the median of all bills is also 70.
  const cases = [
    { date_next: "2026-04-12", amount: -72_000, scheduled: true, bills: [72] },
    { date_next: "2026-05-12", amount: -41_000, scheduled: true, bills: [70] },
    { date_next: "2026-05-12", amount: -150_000, scheduled: undefined, bills: [70] },
    // This payment is too early to be April's bill.
    { date_next: "2026-03-18", amount: -70_000, scheduled: undefined, bills: [70] },
  ];
  for (const { scheduled, bills, ...dates } of cases) {
    const once = aSchedule({
      ...{ ...dates, date_first: dates.date_next, frequency: "never" },
      ...{ account_id: ids.checking, payee_id: ids.landlord },
    });
    const plans = [household({ transactions: gas, scheduled: [once] })];
    await using world = await aWorld({ profile: "complete", plans });
    const charges = rowsOf(await world.call("find_recurring_charges"), "charges");
    assertEquals(charges.map((one) => one["scheduled"]), [scheduled], dates.date_next);
    const needs = rowsOf(await world.call("get_upcoming_needs"), "bills");
    assertEquals(needs.map(({ amount }) => amount), bills);
  }
});
