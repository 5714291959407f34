import { assert } from "@std/assert";
import { leaveOneOut, type MeasuredPlan, type View } from "./_leave_one_out.ts";
import { measuredHistory, measuredHousehold } from "./_measured_plans.ts";
import { type Figures, figuresOf } from "./_reliability.ts";

/** The default of the tool. */
const THRESHOLD = 0.8;

const household = [measuredHousehold(1)];
const histories = Array.from({ length: 10 }, (_, at) => measuredHistory(at + 1));

function figures(plans: readonly MeasuredPlan[], view?: View): Figures {
  return figuresOf(plans.map((plan) => leaveOneOut(plan, view)), THRESHOLD);
}

Deno.test("suggestions are right, frequent and calibrated on the demo household", () => {
  const { right, coverage, calibrationError } = figures(household);
  assert(right >= 0.95, `right: ${right}`);
  assert(coverage >= 0.8, `coverage: ${coverage}`);
  assert(calibrationError <= 0.05, `calibration error: ${calibrationError}`);
});

Deno.test("suggestions are right, frequent and calibrated on generated plans", () => {
  const { meant, right, possible, coverage, calibrationError } = figures(histories);
  assert(meant >= 0.95, `meant: ${meant}`);
  assert(right >= possible - 0.02, `right: ${right} of ${possible}`);
  assert(coverage >= 0.8, `coverage: ${coverage}`);
  assert(calibrationError <= 0.05, `calibration error: ${calibrationError}`);
});

Deno.test("suggestions need only earlier transactions", () => {
  for (const plans of [household, histories]) {
    const { meant, calibrationError } = figures(plans, "earlier rows");
    assert(meant >= 0.95, `meant: ${meant}`);
    assert(calibrationError <= 0.05, `calibration error: ${calibrationError}`);
  }
});
