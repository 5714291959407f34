import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import {
  calibratedConfidence,
  CALIBRATION,
  logOdds,
} from "../../../domain/suggestions/calibration.ts";
import { leaveOneOut, type Prediction } from "./_leave_one_out.ts";
import { measuredHistory, measuredHousehold } from "./_measured_plans.ts";

Deno.test("calibratedConfidence() grows with the probability and never claims certainty", () => {
  let last = 0;
  for (let probability = 0; probability <= 1; probability += 0.01) {
    const confidence = calibratedConfidence(probability, 10);
    assert(confidence >= last && confidence < 1);
    last = confidence;
  }
});

Deno.test("calibratedConfidence() gives hundredths", () => {
  for (const probability of [0.1234, 0.5, 0.8765, 0.999]) {
    const hundredths = calibratedConfidence(probability, 10) * 100;
    assertAlmostEquals(hundredths, Math.round(hundredths), 1e-9);
  }
});

Deno.test("calibratedConfidence() stays modest after a single use", () => {
  assertEquals(calibratedConfidence(1, 1), 0.85);
  assert(calibratedConfidence(1, 2) > 0.85);
});

Deno.test("CALIBRATION is what the fit to seeds that nothing else measures gives", () => {
  const histories = Array.from({ length: 24 }, (_, at) => measuredHistory(101 + at));
  const households = [11, 12].map(measuredHousehold);
  const fitted = fit(
    [histories, households].map((plans) => plans.flatMap((plan) => leaveOneOut(plan).predictions)),
  );
  assertAlmostEquals(fitted.intercept, CALIBRATION.intercept, 0.03);
  assertAlmostEquals(fitted.slope, CALIBRATION.slope, 0.03);
});

/** Logistic regression of being right on the log-odds, by Newton's method; each set weighs the same. */
function fit(sets: readonly (readonly Prediction[])[]): typeof CALIBRATION {
  let [intercept, slope] = [0, 1];
  for (let round = 0; round < 30; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0];
    for (const set of sets) {
      for (const { probability, isRight } of set) {
        const x = logOdds(probability);
        const claimed = 1 / (1 + Math.exp(-intercept - slope * x));
        const error = (claimed - Number(isRight)) / set.length;
        const weight = claimed * (1 - claimed) / set.length;
        g0 += error;
        g1 += error * x;
        h00 += weight;
        h01 += weight * x;
        h11 += weight * x * x;
      }
    }
    const determinant = h00 * h11 - h01 * h01;
    intercept -= (h11 * g0 - h01 * g1) / determinant;
    slope -= (h00 * g1 - h01 * g0) / determinant;
  }
  return { intercept, slope };
}
