import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { CategoryUse } from "../../../domain/suggestions/category_history.ts";
import {
  amountLogLikelihood,
  habitWeights,
  likeliestCategory,
} from "../../../domain/suggestions/category_odds.ts";

const ASKED = { day: 20_000, account: "checking", amount: -20_000 };

const someUses = fc.array(
  fc.record({
    category: fc.constantFrom("a", "b", "c"),
    day: fc.integer({ min: 0, max: 30_000 }),
    account: fc.constantFrom("checking", "visa"),
    amount: fc.integer({ min: -1e12, max: 1e12 }),
    weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 100 },
).map((uses) => uses.toSorted((a, b) => a.day - b.day));

function aUse(change: Partial<CategoryUse> = {}): CategoryUse {
  return {
    category: "food",
    day: 19_990,
    account: "checking",
    amount: -20_000,
    weight: 1,
    ...change,
  };
}

Deno.test("likeliestCategory() returns the probability of a used category", () => {
  assertEquals(likeliestCategory([], ASKED), null);
  fc.assert(fc.property(someUses, (uses) => {
    const { category = "", probability = 0 } = likeliestCategory(uses, ASKED) ?? {};
    assert(uses.some((use) => use.category === category));
    assert(probability > 0 && probability <= 1);
  }));
});

Deno.test("likeliestCategory() is less certain for old uses, other amounts and other accounts", () => {
  const certainty = (change: Partial<typeof ASKED>): number =>
    likeliestCategory([aUse(), aUse()], { ...ASKED, ...change })?.probability ?? 0;
  assert(certainty({}) > certainty({ day: 21_000 }));
  assert(certainty({ day: 21_000 }) > certainty({ day: 25_000 }));
  assertAlmostEquals(certainty({ day: 19_980 }), certainty({}));
  assert(certainty({}) > certainty({ amount: -150_000 }));
  assert(certainty({}) > certainty({ account: "visa" }));
});

Deno.test("amountLogLikelihood() is a density and finite for equal amounts", () => {
  const tallyOf = (sizes: readonly number[]) => ({
    weight: sizes.length,
    sum: sizes.reduce((sum, size) => sum + size, 0),
    sumOfSquares: sizes.reduce((sum, size) => sum + size * size, 0),
  });
  for (const tally of [tallyOf([]), tallyOf([9, 10, 11]), tallyOf([10, 10, 10, 10])]) {
    let sum = 0;
    for (let size = -190; size < 210; size += 0.01) {
      sum += 0.01 * Math.exp(amountLogLikelihood(tally, size, 10));
    }
    assertAlmostEquals(sum, 1, 0.005);
  }
  assert(Number.isFinite(amountLogLikelihood(tallyOf(new Array(1000).fill(9.2)), 9.2, 9.2)));
});

const HABITS: readonly {
  readonly choices: string;
  readonly place: number;
  /** Bounds of the first choice's weight. */
  readonly first: readonly [least: number, most: number];
}[] = [
  { choices: "aaaaaa", place: 6, first: [0.95, 1] },
  { choices: "abaabaaabababa", place: 14, first: [0.95, 1] },
  { choices: "aaaaaaaaaab", place: 11, first: [0.7, 1] },
  { choices: "aaaaaaaaaabbb", place: 13, first: [0, 0.2] },
  { choices: "aaaaabaaaaa", place: 11, first: [0.9, 1] },
  { choices: "aaaaaaaabbbbbbbb", place: 2, first: [0.95, 1] },
  { choices: "aaaaaaaabbbbbbbb", place: 8, first: [0.4, 0.65] },
  { choices: "aaaaaaaabbbbbbbb", place: 16, first: [0, 0.05] },
];
Deno.test("habitWeights() detects one change of habit and ignores single exceptions", () => {
  for (const { choices, place, first: [least, most] } of HABITS) {
    const [weight = -1] = habitWeights([...choices], place);
    assert(weight >= least && weight <= most, `${choices} at ${place}: ${weight}`);
  }
});

Deno.test("habitWeights() returns probabilities that are symmetric in time", () => {
  const sequences = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 60 })
    .chain((choices) => fc.tuple(fc.constant(choices), fc.nat(choices.length)));
  fc.assert(fc.property(sequences, ([choices, place]) => {
    const forth = habitWeights(choices, place);
    const back = habitWeights(choices.toReversed(), choices.length - place).toReversed();
    assertEquals(forth.length, choices.length);
    for (const [at, weight] of forth.entries()) {
      assert(weight >= 0 && weight <= 1);
      assertAlmostEquals(weight, back[at] ?? -1, 1e-9);
    }
  }));
});
