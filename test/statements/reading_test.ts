import { assert, assertEquals } from "@std/assert";
import { measure } from "./_measure.ts";
import { seedOr, times } from "../_runs.ts";

const COUNT = times(150);
const SEED = seedOr(1);

/**
 * Required percentages of correct readings, which are lower for a small sample because its results
 * vary more.
 */
const GOALS = COUNT < 1_000
  ? { right: 92, rightOnceAnswered: 98.5 }
  : { right: 95, rightOnceAnswered: 99.5 };

Deno.test("readStatement() asks a question rather than misreading a CSV file", async () => {
  const { wrong, right, rightOnceAnswered, payees, notRight } = await measure("csv", {
    count: COUNT,
    seed: SEED,
  });
  const failures = notRight.join("\n");
  assertEquals(wrong, []);
  assert(right >= GOALS.right, `${right} % right without a question\n${failures}`);
  assert(
    rightOnceAnswered >= GOALS.rightOnceAnswered,
    `${rightOnceAnswered} % right once answered\n${failures}`,
  );
  assert(payees >= 85, `${payees} % of the payees`);
});

for (const kind of ["ofx", "camt", "mt940"] as const) {
  Deno.test(`readStatement() reads every ${kind.toUpperCase()} file`, async () => {
    const { wrong, rightOnceAnswered, askedNeedlessly, payees, notRight } = await measure(kind, {
      count: Math.ceil(COUNT / 4),
      seed: SEED,
    });
    assertEquals(wrong, []);
    assertEquals({ rightOnceAnswered, askedNeedlessly }, {
      rightOnceAnswered: 100,
      askedNeedlessly: 0,
    }, notRight.join("\n"));
    assert(payees >= 85, `${payees} % of the payees`);
  });
}

Deno.test("readStatement() asks a question rather than misreading a QIF file", async () => {
  const { wrong, rightOnceAnswered, askedNeedlessly, payees, notRight } = await measure("qif", {
    count: Math.ceil(COUNT / 3),
    seed: SEED,
  });
  assertEquals(wrong, []);
  assert(rightOnceAnswered >= 98 && askedNeedlessly <= 2, notRight.join("\n"));
  assert(payees >= 85, `${payees} % of the payees`);
});
