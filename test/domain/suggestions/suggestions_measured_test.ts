// deno-lint-ignore-file no-console
import { assert } from "@std/assert";
import { type Figures, figuresOf, inWords, reliabilityTable } from "./_reliability.ts";
import { leaveOneOut, type MeasuredPlan } from "./_leave_one_out.ts";
import { measuredHistory, measuredHousehold } from "./_measured_plans.ts";

/** The default of the tool. */
const THRESHOLD = 0.8;

const household = measuredHousehold(1);
const histories = Array.from({ length: 10 }, (_, at) => measuredHistory(at + 1));

Deno.test("suggestions are right, frequent and calibrated on the demo household", () => {
  const figures = reported("household", [household]);
  assert(figures.right >= 0.95, `right: ${figures.right}`);
  assert(figures.coverage >= 0.8, `coverage: ${figures.coverage}`);
  assert(figures.calibrationError <= 0.05, `calibration error: ${figures.calibrationError}`);
});

Deno.test("suggestions are right, frequent and calibrated on generated plans", () => {
  const figures = reported("generated", histories);
  assert(figures.meant >= 0.95, `meant: ${figures.meant}`);
  assert(figures.right >= figures.possible - 0.02, `right: ${figures.right}`);
  assert(figures.coverage >= 0.8, `coverage: ${figures.coverage}`);
  assert(figures.calibrationError <= 0.05, `calibration error: ${figures.calibrationError}`);
});

Deno.test("suggestions know enough from earlier rows alone", () => {
  for (const plans of [[household], histories]) {
    const measured = plans.map((plan) => leaveOneOut(plan, "earlier rows"));
    const name = plans.length === 1 ? "household" : "generated";
    const figures = figuresOf(measured, THRESHOLD);
    console.log(inWords(`${name}, earlier rows`, figures));
    assert(figures.meant >= 0.95, `meant: ${figures.meant}`);
    assert(figures.calibrationError <= 0.05, `calibration error: ${figures.calibrationError}`);
  }
});

/** Prints the figures of each plan, those of all, and their reliability table. */
function reported(name: string, plans: readonly MeasuredPlan[]): Figures {
  const measured = plans.map((plan) => leaveOneOut(plan));
  if (plans.length > 1) {
    for (const one of measured) console.log(inWords(one.name, figuresOf([one], THRESHOLD)));
  }
  const figures = figuresOf(measured, THRESHOLD);
  console.log(inWords(name, figures));
  for (const bin of reliabilityTable(measured.flatMap(({ predictions }) => predictions))) {
    const { claimed, right, count } = bin;
    console.log(`  claimed ${claimed.toFixed(3)}  right ${right.toFixed(3)}  of ${count}`);
  }
  return figures;
}
