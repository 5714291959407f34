import { assertEquals } from "@std/assert";
import { isKnowledge, PlanKnowledge } from "../../sync/plan_knowledge.ts";

Deno.test("isKnowledge() holds for what upstream counts", () => {
  assertEquals(isKnowledge(1), true);
});

Deno.test("isKnowledge() does not hold for the zero of an absent list", () => {
  assertEquals(isKnowledge(0), false);
});

Deno.test("PlanKnowledge.last is null before the first read", () => {
  assertEquals(new PlanKnowledge().last, null);
});

Deno.test("PlanKnowledge.prove() keeps the knowledge and when it was proven", () => {
  const knowledge = new PlanKnowledge();
  knowledge.prove(7, { at: 1_000, tick: 1 });
  assertEquals(knowledge.last, 7);
  assertEquals(knowledge.provenAt(7), { at: 1_000, tick: 1 });
});

Deno.test("PlanKnowledge.provenAt() proves no other knowledge, lower or higher", () => {
  const knowledge = new PlanKnowledge();
  knowledge.prove(7, { at: 1_000, tick: 1 });
  assertEquals([knowledge.provenAt(6), knowledge.provenAt(8)], [null, null]);
});

Deno.test("PlanKnowledge.prove() takes the read that began last, even if it knows less", () => {
  const knowledge = new PlanKnowledge();
  knowledge.prove(9, { at: 1_000, tick: 1 });
  knowledge.prove(4, { at: 2_000, tick: 2 });
  assertEquals(knowledge.last, 4);
});

Deno.test("PlanKnowledge.prove() ignores a read that began earlier than the last known", () => {
  const knowledge = new PlanKnowledge();
  knowledge.prove(7, { at: 2_000, tick: 2 });
  knowledge.prove(9, { at: 1_000, tick: 1 });
  assertEquals(knowledge.last, 7);
});

Deno.test("PlanKnowledge.prove() takes the later of two reads that an earlier process kept", () => {
  const [forward, backward] = [new PlanKnowledge(), new PlanKnowledge()];
  forward.prove(6, { at: 1_000, tick: 0 });
  forward.prove(7, { at: 2_000, tick: 0 });
  backward.prove(7, { at: 2_000, tick: 0 });
  backward.prove(6, { at: 1_000, tick: 0 });
  assertEquals([forward.last, backward.last], [7, 7]);
});

Deno.test("PlanKnowledge.prove() learns nothing from the zero of an absent list", () => {
  const knowledge = new PlanKnowledge();
  knowledge.prove(7, { at: 1_000, tick: 1 });
  knowledge.prove(0, { at: 2_000, tick: 2 });
  assertEquals(knowledge.last, 7);
  assertEquals(knowledge.provenAt(0), null);
});

Deno.test("PlanKnowledge.forget() forgets what was proven and tells every listener", () => {
  const knowledge = new PlanKnowledge();
  const told: string[] = [];
  knowledge.onForget(() => void told.push("a"));
  knowledge.onForget(() => void told.push("b"));
  knowledge.prove(7, { at: 1_000, tick: 1 });
  knowledge.forget();
  assertEquals([knowledge.last, knowledge.provenAt(7)], [null, null]);
  assertEquals(told, ["a", "b"]);
});

Deno.test("PlanKnowledge.isAfterChange() holds for everything before the first write of ours", () => {
  assertEquals(new PlanKnowledge().isAfterChange({ at: 0, tick: 0 }), true);
});

Deno.test("PlanKnowledge.isAfterChange() holds only for what was read after our last write", () => {
  const knowledge = new PlanKnowledge();
  knowledge.touch({ at: 3_000, tick: 3 });
  const held = [2, 3, 4].map((tick) => knowledge.isAfterChange({ at: 0, tick }));
  assertEquals(held, [false, false, true]);
});

Deno.test("PlanKnowledge.isAfterChange() holds for what another process read later than our write", () => {
  const knowledge = new PlanKnowledge();
  knowledge.touch({ at: 3_000, tick: 3 });
  const held = [2_999, 3_000, 3_001].map((at) => knowledge.isAfterChange({ at, tick: 0 }));
  assertEquals(held, [false, false, true]);
});

Deno.test("PlanKnowledge.isAfterChange() holds only for what was read after another's last write", () => {
  const knowledge = new PlanKnowledge();
  knowledge.touchElsewhere(3_000);
  knowledge.touchElsewhere(2_000);
  const held = [2_999, 3_000].map((at) => knowledge.isAfterChange({ at, tick: 9 }));
  assertEquals(held, [false, true]);
});
