import { assertEquals } from "@std/assert";
import { isKnowledge, PlanKnowledge } from "../../../sync/plan/freshness.ts";

Deno.test("isKnowledge() holds for what upstream counts", () => {
  assertEquals(isKnowledge(1), true);
});

Deno.test("isKnowledge() does not hold for the zero of an absent list", () => {
  assertEquals(isKnowledge(0), false);
});

Deno.test("PlanKnowledge.last is null before the first read", () => {
  assertEquals(new PlanKnowledge().last, null);
});

Deno.test("PlanKnowledge.validate() keeps the knowledge and when it was validated", () => {
  const knowledge = new PlanKnowledge();
  knowledge.validate(7, { at: 1_000, sequence: 1 });
  assertEquals(knowledge.last, 7);
  assertEquals(knowledge.validatedAt(7), { at: 1_000, sequence: 1 });
});

Deno.test("PlanKnowledge.validatedAt() proves no other knowledge, lower or higher", () => {
  const knowledge = new PlanKnowledge();
  knowledge.validate(7, { at: 1_000, sequence: 1 });
  assertEquals([knowledge.validatedAt(6), knowledge.validatedAt(8)], [null, null]);
});

Deno.test("PlanKnowledge.validate() takes the read that began last, even if it knows less", () => {
  const knowledge = new PlanKnowledge();
  knowledge.validate(9, { at: 1_000, sequence: 1 });
  knowledge.validate(4, { at: 2_000, sequence: 2 });
  assertEquals(knowledge.last, 4);
});

Deno.test("PlanKnowledge.validate() ignores a read that began earlier than the last known", () => {
  const knowledge = new PlanKnowledge();
  knowledge.validate(7, { at: 2_000, sequence: 2 });
  knowledge.validate(9, { at: 1_000, sequence: 1 });
  assertEquals(knowledge.last, 7);
});

Deno.test("PlanKnowledge.validate() takes the later of two reads that an earlier process kept", () => {
  const [forward, backward] = [new PlanKnowledge(), new PlanKnowledge()];
  forward.validate(6, { at: 1_000, sequence: 0 });
  forward.validate(7, { at: 2_000, sequence: 0 });
  backward.validate(7, { at: 2_000, sequence: 0 });
  backward.validate(6, { at: 1_000, sequence: 0 });
  assertEquals([forward.last, backward.last], [7, 7]);
});

Deno.test("PlanKnowledge.validate() learns nothing from the zero of an absent list", () => {
  const knowledge = new PlanKnowledge();
  knowledge.validate(7, { at: 1_000, sequence: 1 });
  knowledge.validate(0, { at: 2_000, sequence: 2 });
  assertEquals(knowledge.last, 7);
  assertEquals(knowledge.validatedAt(0), null);
});

Deno.test("PlanKnowledge.forget() forgets what was validated and tells every listener", () => {
  const knowledge = new PlanKnowledge();
  const told: string[] = [];
  knowledge.onForget(() => void told.push("a"));
  knowledge.onForget(() => void told.push("b"));
  knowledge.validate(7, { at: 1_000, sequence: 1 });
  knowledge.forget();
  assertEquals([knowledge.last, knowledge.validatedAt(7)], [null, null]);
  assertEquals(told, ["a", "b"]);
});

Deno.test("PlanKnowledge.isValidAfterWrites() holds for everything before the first write of ours", () => {
  assertEquals(new PlanKnowledge().isValidAfterWrites({ at: 0, sequence: 0 }), true);
});

Deno.test("PlanKnowledge.isValidAfterWrites() holds only for what was read after our last write", () => {
  const knowledge = new PlanKnowledge();
  knowledge.invalidate({ at: 3_000, sequence: 3 });
  const held = [2, 3, 4].map((sequence) => knowledge.isValidAfterWrites({ at: 0, sequence }));
  assertEquals(held, [false, false, true]);
});

Deno.test("PlanKnowledge.isValidAfterWrites() holds for what was kept at the plan's last touch only", () => {
  const knowledge = new PlanKnowledge();
  const kept = (touches?: number): boolean =>
    knowledge.isValidAfterWrites({
      at: 9_000,
      sequence: 0,
      ...(touches === undefined ? {} : { touches }),
    });
  assertEquals([kept(4), kept()], [true, true]);
  knowledge.notice(5, { at: 1_000, sequence: 1 });
  assertEquals([kept(4), kept(5), kept(6), kept()], [false, true, false, false]);
  knowledge.touched(6, { at: 1_000, sequence: 2 });
  assertEquals([kept(5), kept(6)], [false, true]);
});

Deno.test("PlanKnowledge.notice() invalidates what we have read when another process has written", () => {
  const knowledge = new PlanKnowledge();
  const own = (sequence: number): boolean => knowledge.isValidAfterWrites({ at: 0, sequence });
  knowledge.notice(5, { at: 1_000, sequence: 2 });
  assertEquals([own(1), own(3)], [true, true]);
  knowledge.notice(5, { at: 1_000, sequence: 4 });
  assertEquals(own(3), true);
  knowledge.notice(6, { at: 1_000, sequence: 5 });
  assertEquals([own(3), own(5), own(6)], [false, false, true]);
  // A store that was emptied counts from the beginning.
  knowledge.notice(0, { at: 1_000, sequence: 7 });
  assertEquals([own(6), own(8)], [false, true]);
});

Deno.test("PlanKnowledge.touched() invalidates what we have read where another one came between", () => {
  const knowledge = new PlanKnowledge();
  const own = (sequence: number): boolean => knowledge.isValidAfterWrites({ at: 0, sequence });
  knowledge.notice(5, { at: 1_000, sequence: 1 });
  knowledge.touched(6, { at: 1_000, sequence: 3 });
  assertEquals(own(2), true);
  knowledge.touched(8, { at: 1_000, sequence: 4 });
  assertEquals([own(2), own(5)], [false, true]);
});

Deno.test("PlanKnowledge.touched() trusts nothing kept while a change could not be told to the store", () => {
  const knowledge = new PlanKnowledge();
  const kept = (touches: number): boolean =>
    knowledge.isValidAfterWrites({ at: 0, sequence: 0, touches });
  knowledge.notice(5, { at: 1_000, sequence: 1 });
  knowledge.touched(null, { at: 1_000, sequence: 2 });
  knowledge.notice(5, { at: 1_000, sequence: 3 });
  assertEquals(kept(5), false);
  knowledge.touched(6, { at: 1_000, sequence: 4 });
  assertEquals(kept(6), true);
});

Deno.test("of what the store has kept at one knowledge what was read last validates it", () => {
  const knowledge = new PlanKnowledge();
  for (const [at, expected] of [[2_000, 2_000], [1_000, 2_000], [3_000, 3_000]] as const) {
    knowledge.validate(5, { at, sequence: 0, touches: at });
    assertEquals(knowledge.validatedAt(5), { at: expected, sequence: 0, touches: expected });
  }
  // What this process has read itself counts for more, whatever the clocks say.
  knowledge.validate(5, { at: 1, sequence: 7 });
  knowledge.validate(5, { at: 9_000, sequence: 0 });
  assertEquals(knowledge.validatedAt(5), { at: 1, sequence: 7 });
  assertEquals([knowledge.validatedAt(null), new PlanKnowledge().validatedAt(null)], [null, null]);
});
