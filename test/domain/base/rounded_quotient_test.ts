import { assertEquals } from "@std/assert";
import { roundedQuotient } from "../../../domain/base/money.ts";

Deno.test("roundedQuotient() rounds half away from zero, both ways", () => {
  const cases: readonly (readonly [number, number, number])[] = [
    [7, 2, 4],
    [-7, 2, -4],
    [7, 3, 2],
    [8, 3, 3],
    [-8, 3, -3],
    [0, 5, 0],
    [-1, 5, 0],
    [999_999_999_999_998, 999_999_999_999_999, 1],
  ];
  for (const [dividend, divisor, quotient] of cases) {
    assertEquals(roundedQuotient(dividend, divisor), quotient, `${dividend} / ${divisor}`);
  }
});
