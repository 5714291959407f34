import { assert, assertAlmostEquals } from "@std/assert";
import { randomFrom } from "../../../demo/model/random.ts";
import { type Rhythm, RHYTHMS } from "../../../domain/recurrence/payment_rhythm.ts";
import { rhythmEvidence } from "../../../domain/recurrence/rhythm_evidence.ts";
import { fitRhythm } from "../../../domain/recurrence/rhythm_fit.ts";

const monthly = RHYTHMS.find(({ every, unit }) => every === 1 && unit === "months") as Rhythm;

Deno.test("rhythmEvidence() grows with the number of payments", () => {
  const evidence = (count: number): number =>
    rhythmEvidence(monthly, {
      off: Array.from({ length: count }, () => 1),
      numbers: Array.from({ length: count }, (_, at) => at),
      visits: count,
    });
  assert(evidence(3) < evidence(4) && evidence(4) < evidence(12));
});

Deno.test("rhythmEvidence() is what the distributions say", () => {
  // Two payments on their day: a discrete Laplace of scale 0.7, and a Poisson
  // process with one visit in each period.
  const decay = Math.exp(-1 / 0.7);
  const peak = 0.95 * (1 - decay) / (1 + decay) + 0.05 / 15;
  const onDay = Math.log(monthly.length * peak) - Math.log(2) / 2;
  const inTurn = (2 * Math.log(0.92) + 2) / 2;
  const payments = { off: [0, 0], numbers: [0, 1], visits: 2 };
  assertAlmostEquals(rhythmEvidence(monthly, payments), onDay + inTurn, 1e-9);
});

Deno.test("rhythmEvidence() seldom speaks for visits at random", () => {
  const draws = randomFrom("visits at random");
  const plans = 2_000;
  let fooled = 0;
  for (let plan = 0; plan < plans; plan++) {
    const count = draws.integer(3, 16);
    const days = Array.from({ length: count }, () => draws.integer(20_000, 20_395))
      .sort((a, b) => a - b);
    const isFooled = RHYTHMS.some((rhythm) => (fitRhythm(days, rhythm)?.evidence ?? 0) >= 5.5);
    fooled += Number(isFooled);
  }
  assert(fooled / plans < 0.01, `${fooled} of ${plans}`);
});
