import { assertEquals } from "@std/assert";
import { weightAt, weightedMean, winsorize } from "../../../domain/forecast/typical_month.ts";

Deno.test("winsorize() draws what lies far out to the outer fence, on both sides", () => {
  const usual = [-200, -220, -240, -260, -280];
  assertEquals(winsorize([...usual, -900], 0), [...usual, -425]);
  assertEquals(winsorize([...usual, 700], 0), [...usual, -55]);
});

Deno.test("winsorize() leaves what lies within the slack alone", () => {
  assertEquals(winsorize([0, 0, 0, 0, 0, 0, 0, -300, -900], 500), [
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    -300,
    -500,
  ]);
  assertEquals(winsorize([0, 0, 0, 0, 0, -900], 0), [0, 0, 0, 0, 0, 0]);
});

Deno.test("weightedMean() rounds to the milliunit and knows no months", () => {
  assertEquals(weightedMean([]), 0);
  assertEquals(
    weightedMean([{ sum: 1, weight: weightAt(0) }, { sum: 4, weight: weightAt(12) }]),
    2,
  );
});
