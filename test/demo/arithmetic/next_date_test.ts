import { assertEquals } from "@std/assert";
import { dateAfterNext } from "../../../demo/api/enter_scheduled.ts";

const steps: Readonly<Record<string, readonly string[]>> = {
  never: ["2026-01-31"],
  daily: ["2026-01-31", "2026-02-01", "2026-02-02"],
  weekly: ["2026-01-31", "2026-02-07", "2026-02-14"],
  everyOtherWeek: ["2026-01-31", "2026-02-14", "2026-02-28"],
  every4Weeks: ["2026-01-31", "2026-02-28", "2026-03-28"],
  twiceAMonth: ["2026-01-31", "2026-02-16", "2026-02-28", "2026-03-16", "2026-03-31"],
  monthly: ["2026-01-31", "2026-02-28", "2026-03-31"],
  everyOtherMonth: ["2026-01-31", "2026-03-31", "2026-05-31"],
  every3Months: ["2026-01-31", "2026-04-30", "2026-07-31"],
  every4Months: ["2026-01-31", "2026-05-31", "2026-09-30"],
  twiceAYear: ["2026-01-31", "2026-07-31", "2027-01-31"],
  yearly: ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"],
  everyOtherYear: ["2028-02-29", "2030-02-28", "2032-02-29"],
};

for (const [frequency, dates] of Object.entries(steps)) {
  Deno.test(`dateAfterNext() steps ${frequency}`, () => {
    const [date_first = ""] = dates;
    const taken = [date_first];
    while (taken.length < dates.length) {
      taken.push(dateAfterNext({ frequency, date_first, date_next: taken.at(-1) ?? "" }) ?? "none");
    }
    assertEquals(taken, dates);
    if (frequency === "never") {
      assertEquals(dateAfterNext({ frequency, date_first, date_next: date_first }), null);
    }
  });
}

Deno.test("dateAfterNext() keeps the two days of a month 15 days apart", () => {
  const twice = { frequency: "twiceAMonth", date_first: "2026-02-15" };
  assertEquals(dateAfterNext({ ...twice, date_next: "2026-02-15" }), "2026-02-28");
  assertEquals(dateAfterNext({ ...twice, date_next: "2026-02-28" }), "2026-03-15");
  assertEquals(dateAfterNext({ ...twice, date_next: "2026-03-15" }), "2026-03-30");
});
