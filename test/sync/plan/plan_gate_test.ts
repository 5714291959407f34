import { assertEquals, assertRejects } from "@std/assert";
import { PlanGate } from "../../../sync/plan/plan_context.ts";
import { settle } from "../_copy.ts";

Deno.test("PlanGate.withMutex() starts nothing before the one before has ended", async () => {
  const gate = new PlanGate();
  const held = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = gate.withMutex(async () => {
    order.push("first begins");
    await held.promise;
    order.push("first ends");
  });
  const second = gate.withMutex(() => Promise.resolve(void order.push("second begins")));
  await settle();
  assertEquals(order, ["first begins"]);
  held.resolve();
  await Promise.all([first, second]);
  assertEquals(order, ["first begins", "first ends", "second begins"]);
});

Deno.test("PlanGate.withMutex() goes on after a failure, which only its own caller hears of", async () => {
  const gate = new PlanGate();
  const failing = gate.withMutex(() => Promise.reject(new Error("cut")));
  const next = gate.withMutex(() => Promise.resolve("done"));
  await assertRejects(() => failing, Error, "cut");
  assertEquals(await next, "done");
});

Deno.test("PlanGate.readsMayGo() waits for a change that is being written", async () => {
  const gate = new PlanGate();
  const held = Promise.withResolvers<string>();
  const order: string[] = [];
  const writing = gate.holdingReads(() => held.promise);
  const reading = gate.readsMayGo().then(() => order.push("read"));
  await settle();
  assertEquals(order, []);
  held.resolve("written");
  assertEquals(await writing, "written");
  await reading;
});

Deno.test("PlanGate.readsMayGo() goes on after a change that failed", async () => {
  const gate = new PlanGate();
  const writing = gate.holdingReads(() => Promise.reject(new Error("cut")));
  await assertRejects(() => writing, Error, "cut");
  await gate.readsMayGo();
});

Deno.test("PlanGate.allWritten() waits for every collection", async () => {
  const gate = new PlanGate();
  const order: string[] = [];
  gate.addWriter(async () => void order.push(await Promise.resolve("one")));
  gate.addWriter(async () => void order.push(await Promise.resolve("other")));
  await gate.allWritten();
  assertEquals(order, ["one", "other"]);
});
