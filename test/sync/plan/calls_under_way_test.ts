import { assertEquals, assertRejects } from "@std/assert";
import { CallsUnderWay } from "../../../sync/plan/plan_context.ts";
import { settle } from "../_copy.ts";

/** Calls, and what ends each of them. */
function twoCalls(calls: CallsUnderWay): readonly PromiseWithResolvers<void>[] {
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const { promise } of both) calls.during(() => promise).catch(() => {});
  return both;
}

Deno.test("whenNone() waits for the last of several calls, one that fails among them", async () => {
  const calls = new CallsUnderWay();
  const [first, second] = twoCalls(calls);
  let isOver = false;
  const waiting = calls.whenNone();
  const over = waiting.over.then(() => isOver = true);
  first?.reject(new Error("down"));
  await settle();
  assertEquals([isOver, calls.areNone], [false, false]);
  second?.resolve();
  await settle();
  // At once: the longest wait would be a second.
  assertEquals([isOver, calls.areNone], [true, true]);
  await over;
});

Deno.test("whenNone() is over at once where no call is under way, or when it is ended", async () => {
  const calls = new CallsUnderWay();
  await calls.whenNone().over;
  const [first, second] = twoCalls(calls);
  const { over, end } = calls.whenNone();
  end();
  await over;
  assertEquals(calls.areNone, false);
  first?.resolve();
  second?.resolve();
  await settle();
  assertEquals(calls.areNone, true);
});

Deno.test("during() gives what the call gives, and what it fails with", async () => {
  const calls = new CallsUnderWay();
  assertEquals(await calls.during(() => Promise.resolve(7)), 7);
  await assertRejects(() => calls.during(() => Promise.reject(new Error("down"))), Error, "down");
  assertEquals(calls.areNone, true);
});
