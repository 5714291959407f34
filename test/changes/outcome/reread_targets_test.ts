import { assertEquals } from "@std/assert";
import { rereadTargets, withOutcomeNow } from "../../../changes/reread_targets.ts";
import { UpstreamError } from "../../../client/upstream_error.ts";

const target = {
  id: "c",
  label: "Rent",
  before: { goal_target: 1, goal_cadence: 1 },
  after: { goal_target: 1 },
};

Deno.test("withOutcomeNow() takes what it was before for what it is to be", () => {
  const now = new Map([["c", { goal_target: 1, goal_cadence: 1 }]]);
  assertEquals(withOutcomeNow(target, now).outcome, "not_done");
  const later = new Map([["c", { goal_target: 1, goal_cadence: 2 }]]);
  assertEquals(withOutcomeNow(target, later).outcome, "done");
});

Deno.test("withOutcomeNow() gives a created record its own id", () => {
  const created = { id: "new 1", label: "Rent", before: null, after: { name: "Rent" } };
  const found = new Map([["new 1", { id: "c", name: "Rent" }]]);
  assertEquals(withOutcomeNow(created, found), { ...created, id: "c", outcome: "done" });
  assertEquals(withOutcomeNow(created, new Map([["new 1", null]])).outcome, "not_done");
  assertEquals(withOutcomeNow(created, new Map()).outcome, "unknown");
});

Deno.test("withOutcomeNow() takes a record that is gone for deleted only if that was asked", () => {
  const gone = new Map([["c", null]]);
  assertEquals(withOutcomeNow(target, gone).outcome, "unknown");
  assertEquals(withOutcomeNow({ ...target, after: null }, gone).outcome, "done");
});

Deno.test("rereadTargets() knows nothing without a look and after one that fails", async () => {
  const failing = (): Promise<never> =>
    Promise.reject(new UpstreamError("It is down", { code: "unavailable" }));
  for (const readTargets of [undefined, failing]) {
    const faults: unknown[] = [];
    const [found] = await rereadTargets(readTargets, (error) => faults.push(error))([target]);
    assertEquals([found?.outcome, faults], ["unknown", []]);
  }
});

Deno.test("rereadTargets() tells of a fault of our own, and knows nothing", async () => {
  const faults: unknown[] = [];
  const faulty = (): Promise<never> => Promise.reject(new TypeError("our fault"));
  const [found] = await rereadTargets(faulty, (error) => faults.push(error))([target]);
  assertEquals([found?.outcome, faults.length], ["unknown", 1]);
});

Deno.test("rereadTargets() needs nobody to hear of a fault", async () => {
  const [found] = await rereadTargets(() => Promise.reject(new TypeError("our fault")))([target]);
  assertEquals(found?.outcome, "unknown");
});

Deno.test("withOutcomeNow() keeps the id of what was found without one", () => {
  const found = withOutcomeNow(target, new Map([["c", { ...target.after }]]));
  assertEquals([found.id, found.outcome], ["c", "done"]);
});
