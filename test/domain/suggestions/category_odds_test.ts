import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { CategoryUse } from "../../../domain/suggestions/category_evidence.ts";
import { likeliestAmong, likeliestCategory } from "../../../domain/suggestions/category_odds.ts";
import { NumberedUses } from "../../../domain/suggestions/numbered_uses.ts";
import { plainLikeliestCategory } from "./_plain_odds.ts";

const ASKED = { day: 20_000, account: "checking", amount: -20_000 };

Deno.test("likeliestCategory() finds nothing without uses", () => {
  assertEquals(likeliestCategory([], ASKED), null);
});

Deno.test("likeliestCategory() leaves room for something else after one use", () => {
  const { probability = 1 } = likeliestCategory([aUse()], ASKED) ?? {};
  assert(probability > 0.5 && probability < 0.95);
});

Deno.test("likeliestCategory() weighs a use by its weight", () => {
  const rows = [aUse({ category: "a", weight: 0.4 }), aUse({ category: "b", weight: 0.6 })];
  assertEquals(likeliestCategory(rows, ASKED)?.category, "b");
});

Deno.test("likeliestCategory() is less sure of what was long ago", () => {
  const sure = (day: number): number => likeliestCategory([aUse({ day })], ASKED)?.probability ?? 0;
  assert(sure(19_990) > sure(19_000) && sure(19_000) > sure(15_000));
});

Deno.test("likeliestCategory() counts days after the row like days before it", () => {
  const before = likeliestCategory([aUse({ day: 19_700 })], ASKED)?.probability ?? 0;
  const after = likeliestCategory([aUse({ day: 20_300 })], ASKED)?.probability ?? 1;
  assertAlmostEquals(before, after);
});

Deno.test("likeliestCategory() is less sure of another amount and of another account", () => {
  const sure = (change: Partial<typeof ASKED>): number =>
    likeliestCategory([aUse(), aUse()], { ...ASKED, ...change })?.probability ?? 0;
  assert(sure({}) > sure({ amount: -150_000 }));
  assert(sure({}) > sure({ account: "visa" }));
});

Deno.test("likeliestCategory() always gives the probability of a category that was used", () => {
  const uses = fc.array(
    fc.record({
      category: fc.constantFrom("a", "b", "c"),
      day: fc.integer({ min: 0, max: 30_000 }),
      account: fc.constantFrom("checking", "visa"),
      amount: fc.integer({ min: -1e12, max: 1e12 }),
      weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 100 },
  );
  fc.assert(fc.property(uses, (list) => {
    const sorted = list.toSorted((a, b) => a.day - b.day);
    const { category = "", probability = 0 } = likeliestCategory(sorted, ASKED) ?? {};
    assert(list.some((use) => use.category === category));
    assert(probability > 0 && probability <= 1);
  }));
});

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

const someUse = fc.record({
  category: fc.constantFrom("food", "fun", "rent", "gifts"),
  day: fc.oneof(fc.integer({ min: 17_000, max: 20_000 }), fc.constant(19_500)),
  account: fc.constantFrom("a", "b", "c"),
  amount: fc.integer({ min: -90_000, max: 90_000 }),
  weight: fc.constantFrom(1, 0.5, 0.25),
});

Deno.test("likeliestAmong() gives what weighing use by use gives, of any part", () => {
  const asked = fc.record({
    day: fc.integer({ min: 16_000, max: 21_000 }),
    account: fc.constantFrom("a", "b", "c", "d"),
    amount: fc.integer({ min: -90_000, max: 90_000 }),
  });
  fc.assert(fc.property(
    fc.array(someUse, { maxLength: 200 }),
    fc.array(fc.tuple(asked, fc.nat(200), fc.nat(200)), { minLength: 1, maxLength: 4 }),
    (given, questions) => {
      const uses = given.toSorted((a, b) => a.day - b.day);
      const numbered = NumberedUses.of(uses);
      for (const [one, first, second] of questions) {
        const [from, until] = [Math.min(first, second), Math.max(first, second)]
          .map((at) => Math.min(at, uses.length)) as [number, number];
        const found = likeliestAmong(numbered, { from, until }, one);
        assertEquals(found, plainLikeliestCategory(uses.slice(from, until), one));
      }
    },
  ));
});
