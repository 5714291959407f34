import { assert, assertEquals, assertRejects } from "@std/assert";
import { after, delay, monotonicMs } from "../../client/timers.ts";

Deno.test("after() runs what is not called off", async () => {
  const isRun = Promise.withResolvers<string>();
  const callOff = after(0, () => isRun.resolve("called off"));
  after(0, () => isRun.resolve("run"));
  callOff();

  assertEquals(await isRun.promise, "run");
});

Deno.test("delay() ends, with a signal and without one, and leaves the signal alone", async () => {
  const { signal } = new AbortController();
  const left: string[] = [];
  signal.removeEventListener = (type: string) => left.push(type);

  await delay(0);
  await delay(0, signal);

  assertEquals(left, ["abort"]);
});

Deno.test("delay() ends early, before it begins or while it waits, with the reason", async () => {
  const controller = new AbortController();
  const waiting = delay(2_147_000_000, controller.signal);

  controller.abort(new Error("Enough"));

  await assertRejects(() => waiting, Error, "Enough");
  await assertRejects(() => delay(2_147_000_000, controller.signal), Error, "Enough");
});

Deno.test("monotonicMs() never goes back", () => {
  const before = monotonicMs();
  assert(monotonicMs() >= before && before >= 0);
});
