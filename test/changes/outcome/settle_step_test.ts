import { assertEquals } from "@std/assert";
import { settleBy, settledTarget } from "../../../changes/outcome/settle_step.ts";
import { UpstreamError } from "../../../client/upstream_error.ts";

const target = {
  id: "c",
  label: "Rent",
  before: { goal_target: 1, goal_cadence: 1 },
  after: { goal_target: 1 },
};

Deno.test("settledTarget() takes what it was before for what it is to be", () => {
  const now = new Map([["c", { goal_target: 1, goal_cadence: 1 }]]);
  assertEquals(settledTarget(target, now).outcome, "not_done");
  const later = new Map([["c", { goal_target: 1, goal_cadence: 2 }]]);
  assertEquals(settledTarget(target, later).outcome, "done");
});

Deno.test("settledTarget() gives a created record its own id", () => {
  const created = { id: "new 1", label: "Rent", before: null, after: { name: "Rent" } };
  const found = new Map([["new 1", { id: "c", name: "Rent" }]]);
  assertEquals(settledTarget(created, found), { ...created, id: "c", outcome: "done" });
  assertEquals(settledTarget(created, new Map([["new 1", null]])).outcome, "not_done");
  assertEquals(settledTarget(created, new Map()).outcome, "unknown");
});

Deno.test("settledTarget() takes a record that is gone for deleted only if that was asked", () => {
  const gone = new Map([["c", null]]);
  assertEquals(settledTarget(target, gone).outcome, "unknown");
  assertEquals(settledTarget({ ...target, after: null }, gone).outcome, "done");
});

Deno.test("settleBy() knows nothing without a look and after one that fails", async () => {
  const failing = (): Promise<never> =>
    Promise.reject(new UpstreamError("It is down", { code: "unavailable" }));
  for (const look of [undefined, failing]) {
    const [settled] = await settleBy(look)([target]);
    assertEquals(settled?.outcome, "unknown");
  }
});

Deno.test("settleBy() tells of a fault of our own, and knows nothing", async () => {
  const faults: unknown[] = [];
  const faulty = (): Promise<never> => Promise.reject(new TypeError("our fault"));
  const [settled] = await settleBy(faulty, (error) => faults.push(error))([target]);
  assertEquals([settled?.outcome, faults.length], ["unknown", 1]);
});
