import { assertEquals } from "@std/assert";
import type { Step, Target } from "../../../changes/change.ts";
import { verifyStep } from "../../../changes/outcome/verify.ts";

function aStep(operation: Step["operation"], ...targets: readonly Target[]): Step {
  return { operation, args: { planId: "p" }, targets } as unknown as Step;
}

const first: Target = { id: "new 1", label: "one", before: null, after: { amount: 1 } };
const second: Target = { id: "new 2", label: "two", before: null, after: { amount: 2 } };

Deno.test("verifyStep() gives created rows their ids whatever the order of the answer", () => {
  const answer = { transactions: [{ id: "b", amount: 2 }, { id: "a", amount: 1 }] };
  const { targets, deviations } = verifyStep(aStep("createTransaction", first, second), answer);
  assertEquals([targets.map(({ id }) => id), deviations], [["a", "b"], []]);
});

Deno.test("verifyStep() tells equal new rows apart", () => {
  const answer = { transactions: [{ id: "a", amount: 1 }, { id: "b", amount: 1 }] };
  const { targets } = verifyStep(aStep("createTransaction", first, first), answer);
  assertEquals(targets.map(({ id }) => id), ["a", "b"]);
});

Deno.test("verifyStep() keeps what upstream has stored of a row that is not as asked", () => {
  const answer = { transactions: [{ id: "a", amount: 9 }] };
  const { targets, deviations } = verifyStep(aStep("createTransaction", first), answer);
  assertEquals(targets, [{ ...first, id: "a", after: { amount: 9 }, outcome: "done" }]);
  assertEquals(deviations, ["one: YNAB did not take amount"]);
});

Deno.test("verifyStep() leaves open what came of a new row that is not answered", () => {
  const answer = { transactions: [{ id: "b", amount: 2 }] };
  const { targets } = verifyStep(aStep("createTransaction", first, second), answer);
  assertEquals(targets.map(({ id, outcome }) => [id, outcome]), [
    ["new 1", "unknown"],
    ["b", "done"],
  ]);
});

const lines = [{ amount: -1, category_id: "c", memo: null }, {
  amount: -2,
  category_id: "d",
  memo: "m",
}];
const split: Target = {
  id: "t",
  label: "a row",
  before: { category_id: "x" },
  after: { category_id: null },
  lines,
};

for (
  const [what, subtransactions, outcome, count] of [
    ["the asked lines in another order", lines.toReversed(), "done", 0],
    ["the asked lines beside deleted ones", [...lines, { deleted: true }], "done", 0],
    ["no line", [], "not_done", 1],
    ["other lines", lines.slice(1), "done", 1],
  ] as const
) {
  Deno.test(`verifyStep() judges a split by its lines: ${what}`, () => {
    const answer = { transactions: [{ id: "t", category_id: "split", subtransactions }] };
    const { targets, deviations } = verifyStep(aStep("updateTransactions", split), answer);
    assertEquals([targets[0]?.outcome, deviations.length], [outcome, count]);
  });
}

for (const operation of ["deleteTransaction", "deleteScheduledTransaction"] as const) {
  Deno.test(`verifyStep() takes what ${operation}() has answered for done`, () => {
    const gone: Target = { id: "t", label: "one", before: { amount: 1 }, after: null };
    const side: Target = { ...gone, id: "u", isFollower: true };
    assertEquals(verifyStep(aStep(operation, gone, side), { transaction: { id: "t" } }), {
      targets: [{ ...gone, outcome: "done" }, { ...side, outcome: "done" }],
      deviations: [],
    });
  });
}
