import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Outcome } from "../../../changes/journal.ts";
import { compareTargets } from "../../../changes/outcome/compare_targets.ts";
import type { Evidence } from "../../../changes/outcome/evidence.ts";
import { aStep, aTarget } from "../_journal_entry.ts";

const certain: Evidence = {
  news: { added: null, askedAt: 0 },
  sinceAbsent: null,
  mayComeLate: false,
  mayBeTakenBack: false,
};
const unknown = aTarget({ outcome: "unknown" });

function outcome(
  target: ReturnType<typeof aTarget>,
  record: object | null,
  evidence: Partial<Evidence> = {},
): Outcome | undefined {
  const records = new Map(record === null ? [] : [[target.id, { id: target.id, ...record }]]);
  const step = aStep("updateTransactions", [target]);
  return compareTargets(step, records, { ...certain, ...evidence }).targets[0]?.outcome;
}

Deno.test("compareTargets() tells what was done, what was not, and what is neither", () => {
  assertEquals(outcome(unknown, { flag_color: "red" }), "done");
  assertEquals(outcome(unknown, { flag_color: null }), "not_done");
  assertEquals(outcome(unknown, { flag_color: "blue" }), "unknown");
  assertEquals(outcome(unknown, null), "unknown");
});

Deno.test("compareTargets() waits for what may come late or be taken back", () => {
  assertEquals(outcome(unknown, { flag_color: null }, { mayComeLate: true }), "unknown");
  assertEquals(outcome(unknown, { flag_color: "red" }, { mayComeLate: true }), "done");
  assertEquals(outcome(unknown, { flag_color: "red" }, { mayBeTakenBack: true }), "unknown");
});

Deno.test("compareTargets() takes a target that nobody had read for not done unless it is", () => {
  const unread = aTarget({ outcome: "unknown", before: {} });
  assertEquals(outcome(unread, { flag_color: "red" }), "done");
  assertEquals(outcome(unread, { flag_color: "blue" }), "not_done");
  assertEquals(outcome({ ...unread, before: null }, { flag_color: "blue" }), "unknown");
});

Deno.test("compareTargets() believes first that a record is what it was", () => {
  const before = { flag_color: "red", memo: "x" };
  const target = aTarget({ outcome: "unknown", before, after: { flag_color: "red" } });
  assertEquals(outcome(target, { flag_color: "red", memo: "x" }), "not_done");
  assertEquals(outcome(target, { flag_color: "red", memo: "y" }), "done");
});

Deno.test("compareTargets() goes by the lines of a split", () => {
  const lines = [{ amount: -1, category_id: "c", memo: null }];
  const target = aTarget({ outcome: "unknown", lines });
  const line = { id: "l", amount: -1, category_id: "c", memo: "", deleted: false };
  assertEquals(outcome(target, { subtransactions: [line] }), "done");
  assertEquals(outcome(target, { subtransactions: [] }), "not_done");
});

Deno.test("compareTargets() gives back the same step where nothing can be told", () => {
  const step = aStep("updateTransactions", [unknown, aTarget()]);
  const records = new Map([["t1", { id: "t1", flag_color: "blue" }]]);
  assertStrictEquals(compareTargets(step, undefined, certain), step);
  assertStrictEquals(compareTargets(step, records, certain), step);
});

Deno.test("compareTargets() leaves alone what is known already", () => {
  const done = aTarget({ outcome: "done" });
  const step = aStep("updateTransactions", [done, { ...unknown, id: "t2" }]);
  const records = new Map([
    ["t1", { id: "t1", flag_color: null }],
    ["t2", { id: "t2", flag_color: "red" }],
  ]);
  const { targets } = compareTargets(step, records, certain);
  assertEquals(targets.map((one) => one.outcome), ["done", "done"]);
});
