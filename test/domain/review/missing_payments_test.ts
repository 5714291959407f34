import { assertEquals } from "@std/assert";
import { addMonths } from "../../../domain/base/month.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { type MissingPayment, missingPayments } from "../../../domain/review/missing_payments.ts";
import { aSchedule, aTransaction } from "../../_builders.ts";

const DAYS = { today: "2026-03-15", since: "2026-01-01" };

const scheduled = (date_next: string, change: object = {}): readonly MissingPayment[] =>
  missingPayments([], [aSchedule({ id: "s", date_next, amount: -9_000, ...change })], DAYS);

Deno.test("missingPayments() tells a schedule whose day has passed, from the first day that is looked at", () => {
  const told = (date: string): boolean => scheduled(date).length > 0;
  assertEquals(["2025-12-31", "2026-01-01", "2026-03-14", "2026-03-15"].map(told), [
    false,
    true,
    true,
    false,
  ]);
  assertEquals(scheduled("2026-03-14", { deleted: true }), []);
});

Deno.test("missingPayments() tells all of a schedule", () => {
  const named = { payee_name: "Landlord", account_id: "checking", category_id: "rent" };
  assertEquals(scheduled("2026-03-14", named), [{
    ...{ id: "s", payee: "Landlord", date: "2026-03-14", amount: -9_000 },
    ...{ accountId: "checking", categoryId: "rent", isScheduled: true, timesSeen: 0 },
  }]);
  const [bare] = scheduled("2026-03-14", { payee_name: null, category_id: null });
  assertEquals([bare?.payee, bare?.categoryId], [null, null]);
});

/** The same every month on the 3rd, up to February 2026. */
function monthly(
  count: number,
  change: Partial<TransactionRecord> = {},
): readonly TransactionRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    ...aTransaction({
      ...{ id: `t${at}`, date: addMonths("2026-02-03", -at), amount: -9_990 },
      ...{ payee_id: "g", payee_name: "Gym", account_id: "checking", category_id: "sport" },
    }),
    ...change,
  }));
}

Deno.test("missingPayments() tells a monthly payment that has not come, with the newest one's id", () => {
  assertEquals(missingPayments(monthly(12), [], DAYS), [{
    ...{ id: "t0", payee: "Gym", date: "2026-03-03", amount: -9_990 },
    ...{ accountId: "checking", categoryId: "sport", isScheduled: false, timesSeen: 12 },
  }]);
  const income = missingPayments(monthly(12, { amount: 9_990 }), [], DAYS);
  assertEquals(income.map(({ amount }) => amount), [9_990]);
});

Deno.test("missingPayments() misses nothing of a series of four", () => {
  assertEquals(missingPayments(monthly(5), [], DAYS).length, 1);
  assertEquals(missingPayments(monthly(4), [], DAYS), []);
});

Deno.test("missingPayments() waits three days, and tells nothing from before it looks", () => {
  const on = (today: string, since = "2026-01-01"): number =>
    missingPayments(monthly(12), [], { today, since }).length;
  assertEquals([on("2026-03-06"), on("2026-03-07")], [0, 1]);
  assertEquals([on("2026-03-15", "2026-03-03"), on("2026-03-15", "2026-03-04")], [1, 0]);
});

Deno.test("missingPayments() waits longer for what keeps its day less well, and in the end not at all", () => {
  // Mostly on the 3rd, every third time some days later.
  const shifting = (days: number): readonly TransactionRecord[] =>
    monthly(12).map((row, at) => ({
      ...row,
      date: addMonths("2026-02-03", -at, at % 3 === 1 ? 3 + days : 3),
    }));
  const firstTold = (days: number): string | undefined =>
    Array.from({ length: 25 }, (_, at) => `2026-03-${String(at + 1).padStart(2, "0")}`)
      .find((today) => missingPayments(shifting(days), [], { ...DAYS, today }).length > 0);
  // Three days, and as many more as it is off on average.
  assertEquals([0, 3, 6].map(firstTold), ["2026-03-07", "2026-03-08", "2026-03-09"]);
  assertEquals(firstTold(12), undefined);
});
