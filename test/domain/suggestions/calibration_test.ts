import { assert, assertAlmostEquals } from "@std/assert";
import {
  calibratedConfidence,
  CALIBRATION,
  logOdds,
} from "../../../domain/suggestions/suggestions.ts";
import { leaveOneOut, type Prediction } from "./_leave_one_out.ts";
import { measuredHistory, measuredHousehold } from "./_measured_plans.ts";

Deno.test("calibratedConfidence() rises in hundredths without reaching 1, and is lowest after one use", () => {
  let last = 0;
  for (let probability = 0; probability <= 1; probability += 0.01) {
    const confidence = calibratedConfidence(probability, 10);
    assert(confidence >= last && confidence < 1);
    assertAlmostEquals(confidence * 100, Math.round(confidence * 100), 1e-9);
    last = confidence;
  }
  assert(calibratedConfidence(1, 1) < calibratedConfidence(1, 2));
});

Deno.test("CALIBRATION comes from a fit to seeds that no other test uses", () => {
  const histories = Array.from({ length: 24 }, (_, at) => measuredHistory(101 + at));
  const households = [11, 12].map(measuredHousehold);
  const fitted = fit(
    [histories, households].map((plans) => plans.flatMap((plan) => leaveOneOut(plan).predictions)),
  );
  assertAlmostEquals(fitted.intercept, CALIBRATION.intercept, 0.03);
  assertAlmostEquals(fitted.slope, CALIBRATION.slope, 0.03);
});

/** Logistic regression of being right on the log-odds, by Newton's method; sets weigh the same. */
function fit(
  sets: readonly (readonly Prediction[])[],
): { readonly intercept: number; readonly slope: number } {
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
