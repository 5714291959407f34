import { assertEquals } from "@std/assert";
import { dayNumber } from "../../../domain/base/day.ts";
import { type Residual, residualMonths } from "../../../domain/forecast/residual_months.ts";

const span = { first: "2024-01-01", last: "2024-02-01" };
const on = (day: string, amount: number): Residual => ({
  day: dayNumber(day),
  amount,
  part: "habits",
});

Deno.test("residualMonths() sorts money by month, part and day, and leaves out other months", () => {
  const months = residualMonths(
    [on("2024-01-31", 1), on("2024-02-29", 2), on("2024-02-29", 3), on("2024-03-01", 9)],
    [on("2024-02-10", 7), on("2023-12-31", 9)],
    span,
  );
  assertEquals(months.map(({ month }) => month), ["2024-01-01", "2024-02-01"]);
  assertEquals(months.map(({ days }) => [days.habits[31], days.habits[29]]), [[1, 0], [0, 5]]);
  assertEquals(months.map(({ levelShifts }) => levelShifts.habits), [0, 7]);
  assertEquals(months.map(({ days }) => days.spending.every((amount) => amount === 0)), [
    true,
    true,
  ]);
});

Deno.test("residualMonths() gives none of a span that ends before it begins", () => {
  assertEquals(residualMonths([], [], { first: "2024-02-01", last: "2024-01-01" }), []);
});
