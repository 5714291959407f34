import { assert, assertEquals } from "@std/assert";
import { randomFrom } from "../../../demo/model/random.ts";
import { renewalEvidence } from "../../../domain/recurrence/renewal_evidence.ts";

/** Days of so many visits, each an interval after the one before. */
function visits(count: number, interval: () => number): number[] {
  let day = 20_000;
  return Array.from({ length: count }, () => day += interval());
}

Deno.test("renewalEvidence() grows with how even intervals are, and how many there are", () => {
  const draws = randomFrom("even visits");
  const evidence = (count: number, off: number): number =>
    renewalEvidence(visits(count, () => 12 + draws.integer(-off, off)));
  assert(evidence(40, 2) > evidence(40, 5) && evidence(40, 5) > evidence(40, 9));
  assert(evidence(80, 3) > evidence(20, 3) && evidence(20, 3) > 5);
});

Deno.test("renewalEvidence() is the same whatever the unit of time is", () => {
  const days = visits(30, () => 7);
  const wider = days.map((day) => 20_000 + (day - 20_000) * 4);
  const [one, other] = [renewalEvidence(days, 7), renewalEvidence(wider, 28)];
  assert(Math.abs(one - other) < 1e-9);
});

Deno.test("renewalEvidence() forgives visits elsewhere and holidays", () => {
  const draws = randomFrom("visits elsewhere");
  const gaps = visits(
    60,
    () => draws.integer(9, 16) * (draws.chance(0.1) ? 2 : 1) + (draws.chance(0.04) ? 21 : 0),
  );
  assert(renewalEvidence(gaps) > 20);
});

Deno.test("renewalEvidence() is seldom found in visits at random", () => {
  const draws = randomFrom("visits at random");
  const plans = Array.from(
    { length: 500 },
    () => visits(draws.integer(3, 80), () => Math.ceil(-12 * Math.log(1 - draws.fraction()))),
  );
  const fooled = plans.filter((days) => renewalEvidence(days) > 3).length;
  assert(fooled < 10, `${fooled} of 500`);
});

Deno.test("renewalEvidence() has nothing to say of fewer than three days", () => {
  assertEquals([[], [5], [5, 17], [5, 5, 17]].map(renewalEvidence), [0, 0, 0, 0]);
});
