import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { plainHabitWeights } from "./_plain_odds.ts";
import { habitWeights } from "../../../domain/suggestions/habit_change.ts";

Deno.test("habitWeights() has nothing to weigh without choices", () => {
  assertEquals(habitWeights([], 0), []);
});

Deno.test("habitWeights() leaves a steady habit alone", () => {
  for (const habit of ["aaaaaa", "abaabaaabababa"]) {
    for (const weight of habitWeights([...habit], habit.length)) assert(weight > 0.95);
  }
});

Deno.test("habitWeights() doubts the old habit a little after one other choice, much after three", () => {
  assert((habitWeights([..."aaaaaaaaaab"], 11)[0] ?? 0) > 0.7);
  assert((habitWeights([..."aaaaaaaaaabbb"], 13)[0] ?? 1) < 0.2);
});

Deno.test("habitWeights() takes one exception in the middle for no change", () => {
  assert((habitWeights([..."aaaaabaaaaa"], 11)[0] ?? 0) > 0.9);
});

Deno.test("habitWeights() judges from the place in question", () => {
  const choices = [..."aaaaaaaabbbbbbbb"];
  const early = habitWeights(choices, 2);
  const late = habitWeights(choices, 16);
  assert((early[0] ?? 0) > 0.95 && (early[15] ?? 1) < 0.05);
  assert((late[0] ?? 1) < 0.05 && (late[15] ?? 0) > 0.95);
});

Deno.test("habitWeights() parts the moment of the change from both sides alike", () => {
  const weights = habitWeights([..."aaaaaaaabbbbbbbb"], 8);
  for (const weight of weights) assert(weight > 0.4 && weight < 0.65);
});

Deno.test("habitWeights() gives probabilities, the same when time runs backwards", () => {
  const sequences = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 60 })
    .chain((choices) => fc.tuple(fc.constant(choices), fc.nat(choices.length)));
  fc.assert(fc.property(sequences, ([choices, place]) => {
    const forth = habitWeights(choices, place);
    const back = habitWeights(choices.toReversed(), choices.length - place).toReversed();
    assertEquals(forth.length, choices.length);
    for (const [at, weight] of forth.entries()) {
      assert(weight >= 0 && weight <= 1);
      assert(Math.abs(weight - (back[at] ?? -1)) < 1e-9);
    }
  }));
});

Deno.test("habitWeights() looks up what it would work out, for long sequences too", () => {
  const sequences = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 200 })
    .chain((choices) => fc.tuple(fc.constant(choices), fc.nat(choices.length)));
  fc.assert(fc.property(sequences, ([choices, place]) => {
    assertEquals(habitWeights(choices, place), plainHabitWeights(choices, place));
  }));
});
