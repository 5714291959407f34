import { assertEquals } from "@std/assert";
import { cashFlows } from "../../../domain/forecast/cash_flows.ts";
import { dayNumber } from "../../../domain/base/day.ts";
import { payeeIndexOf } from "../../../domain/payees/payee_index.ts";
import type { ScheduledRecord, TransactionRecord } from "../../../domain/base/plan_records.ts";
import { type ScheduledFlow, scheduledFlows } from "../../../domain/forecast/scheduled_flows.ts";
import { aSchedule, aTransaction } from "../../_builders.ts";

const TODAY = "2024-03-15";

function flowsFor(
  schedules: readonly ScheduledRecord[],
  rows: readonly TransactionRecord[] = [],
  today: string = TODAY,
): readonly ScheduledFlow[] {
  const accountIds = new Set(["checking"]);
  const since = "2023-01-01";
  return scheduledFlows(schedules, {
    accountIds,
    groups: cashFlows(payeeIndexOf(rows), accountIds, dayNumber(since)),
    accountNames: new Map([["visa", "Visa"]]),
    since,
    today,
    until: "2024-05-31",
  });
}

const rentOn = (day: string): ScheduledRecord =>
  aSchedule({ date_first: day, date_next: day, amount: -900, payee_name: "Landlord" });
const paidOn = (date: string, amount = -900): TransactionRecord =>
  aTransaction({ date, amount, payee_name: "Landlord" });

const dates = (flows: readonly ScheduledFlow[]): readonly string[] =>
  flows.flatMap((one) => one.dates);

Deno.test("scheduledFlows() expects overdue payments today", () => {
  const ahead = ["2024-04-02", "2024-05-02"];
  assertEquals(dates(flowsFor([rentOn("2024-03-02")])), [TODAY, ...ahead]);
  assertEquals(dates(flowsFor([rentOn("2024-02-02")])), [TODAY, ...ahead]);
  const first = (today: string): string | undefined =>
    dates(flowsFor([rentOn("2024-02-27")], [], today))[0];
  assertEquals(first("2024-03-08"), "2024-03-08");
  assertEquals(first("2024-03-09"), "2024-03-27");
});

Deno.test("scheduledFlows() matches a similar payment near the due day", () => {
  const due = (paid: string, amount?: number): string | undefined =>
    dates(flowsFor([rentOn("2024-03-08")], [paidOn(paid, amount)]))[0];
  assertEquals(due("2024-03-15"), "2024-04-08");
  assertEquals(due("2024-03-01"), "2024-04-08");
  assertEquals(due("2024-02-29"), TODAY);
  assertEquals(due("2024-03-08", -1_800), "2024-04-08");
  assertEquals(due("2024-03-08", -1_801), TODAY);
  assertEquals(due("2024-03-08", 900), TODAY);
});

Deno.test("scheduledFlows() is stricter before the due day", () => {
  const due = (amount: number): string | undefined =>
    dates(flowsFor([rentOn("2024-03-18")], [paidOn("2024-03-14", amount)]))[0];
  assertEquals(due(-980), "2024-04-18");
  assertEquals(due(-1_000), "2024-03-18");
});

Deno.test("scheduledFlows() matches each payment once", () => {
  const weekly = { ...rentOn("2024-03-04"), frequency: "weekly" };
  assertEquals(dates(flowsFor([weekly], [paidOn("2024-03-04")])).slice(0, 2), [
    TODAY,
    "2024-03-18",
  ]);
  const both = flowsFor([rentOn("2024-03-08"), rentOn("2024-03-09")], [paidOn("2024-03-08")]);
  assertEquals(both.map((one) => one.dates[0]), ["2024-04-08", TODAY]);
});

Deno.test("scheduledFlows() matches transfers that replaced a scheduled one", () => {
  const transfer = {
    payee_name: "Transfer : Savings",
    transfer_account_id: "savings",
    amount: -200,
  };
  const schedule = aSchedule({ date_first: "2024-03-28", date_next: "2024-03-28", ...transfer });
  const moved = (date: string, amount: number): TransactionRecord =>
    aTransaction({ date, ...transfer, amount });
  const [flow] = flowsFor([schedule], [
    moved("2023-10-28", -900),
    moved("2023-11-28", 750),
    moved("2023-12-28", -210),
    moved("2024-01-12", -900),
    moved("2024-02-26", -600),
  ]);
  assertEquals(flow?.paid.map(({ dueDay }) => dueDay), [dayNumber("2023-12-28")]);
  assertEquals(flow?.replacedDays, ["2023-10-28", "2023-11-28", "2024-02-26"].map(dayNumber));
  assertEquals(flow?.dates, ["2024-03-28", "2024-04-28", "2024-05-28"]);
  // Another amount for the same merchant may be another purchase.
  const [rent] = flowsFor([rentOn("2024-03-28")], [paidOn("2024-02-28", -10)]);
  assertEquals(rent?.replacedDays, []);
});

Deno.test("scheduledFlows() takes the nearest transfer, the earlier of a tie", () => {
  const transfer = { payee_name: "Transfer : Savings", transfer_account_id: "savings" };
  const due = { date_first: "2024-03-28", date_next: "2024-03-28", amount: -200 };
  const moved = (date: string): TransactionRecord =>
    aTransaction({ date, ...transfer, amount: -900 });
  const [flow] = flowsFor([aSchedule({ ...due, ...transfer })], [
    ...[moved("2024-02-21"), moved("2024-02-27"), moved("2024-02-29")],
    ...[moved("2024-01-24"), moved("2024-01-29")],
  ]);
  assertEquals(flow?.replacedDays, ["2024-01-29", "2024-02-27"].map(dayNumber));
});

Deno.test("scheduledFlows() matches the nearest of several payments", () => {
  const rows = ["2024-03-05", "2024-03-08", "2024-03-10"].map((day) => paidOn(day));
  const [flow] = flowsFor([rentOn("2024-03-08")], rows);
  assertEquals(flow?.paid.map((one) => one.flow.transaction.date), ["2024-03-08"]);
});
