import { assertEquals } from "@std/assert";
import { allSteps, StepSize } from "../../../domain/base/all_steps.ts";

Deno.test("allSteps() takes every step and gives the result", () => {
  const taken: number[] = [];
  function* three(): Generator<void, string> {
    for (let step = 0; step < 3; step++) {
      taken.push(step);
      yield;
    }
    return "done";
  }
  assertEquals([allSteps(three()), taken], ["done", [0, 1, 2]]);
});

Deno.test("StepSize ends a step with the work that reaches its size, and begins anew", () => {
  const step = new StepSize(5);
  assertEquals([4, 1, 4, 9, 5].map((work) => step.isOver(work)), [false, true, false, true, true]);
});
