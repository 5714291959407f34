import { assertEquals } from "@std/assert";
import { readyToAssignByMonth } from "../../../demo/model/books.ts";

Deno.test("readyToAssignByMonth() leaves a month without later ones unchanged", () => {
  assertEquals(shown([70, 0]), [70]);
});

Deno.test("readyToAssignByMonth() reduces a month by later assignments, not below zero", () => {
  assertEquals(shown([100, 0], [60, 0], [80, 0]), [60, 60, 80]);
  assertEquals(shown([100, 0], [-20, 0]), [0, -20]);
});

Deno.test("readyToAssignByMonth() leaves a negative month unchanged", () => {
  assertEquals(shown([-5, 0], [-20, 0]), [-5, -20]);
});

Deno.test("readyToAssignByMonth() doesn't reduce a month by overspending", () => {
  assertEquals(shown([100, 30], [70, 10], [60, 0]), [100, 70, 60]);
});

function shown(...months: readonly (readonly [number, number])[]): number[] {
  return readyToAssignByMonth(months.map(([readyToAssign, cashOverspent]) => ({
    readyToAssign,
    cashOverspent,
  })));
}
