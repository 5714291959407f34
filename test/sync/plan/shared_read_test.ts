import { assert, assertEquals, assertRejects } from "@std/assert";
import { SharedRead } from "../../../sync/plan/cached_read.ts";
import { settle } from "../_copy.ts";

/** A read that ends when the test says so, and the signal that it was given. */
function heldRead(): {
  readonly read: SharedRead<string>;
  readonly give: (text: string) => void;
  readonly fail: (error: Error) => void;
  readonly signal: AbortSignal;
} {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let given: AbortSignal | null = null;
  const read = new SharedRead((signal) => {
    given = signal;
    signal.addEventListener("abort", () => reject(new Error("request aborted")), { once: true });
    return promise;
  });
  if (given === null) throw new Error("The read was not started");
  return { read, give: resolve, fail: reject, signal: given };
}

Deno.test("join() gives every caller the one result", async () => {
  const { read, give } = heldRead();
  const callers = [read.join(), read.join(), read.join()];
  give("rows");
  assertEquals(await Promise.all(callers), ["rows", "rows", "rows"]);
});

Deno.test("join() gives every caller the one error", async () => {
  const { read, fail } = heldRead();
  const callers = [read.join(), read.join()];
  fail(new Error("cut"));
  for (const caller of callers) await assertRejects(() => caller, Error, "cut");
});

Deno.test("join() rejects with the signal's reason while the others get their answer", async () => {
  const { read, give, signal } = heldRead();
  const leaver = new AbortController();
  const leaving = read.join(leaver.signal);
  const staying = read.join(new AbortController().signal);
  leaver.abort(new Error("user cancelled"));
  await assertRejects(() => leaving, Error, "user cancelled");
  assertEquals(signal.aborted, false);
  give("rows");
  assertEquals(await staying, "rows");
});

Deno.test("join() aborts the read when the last caller has given up", async () => {
  const { read, signal } = heldRead();
  const [first, second] = [new AbortController(), new AbortController()];
  const callers = [read.join(first.signal), read.join(second.signal)];
  first.abort(new Error("first"));
  await settle();
  assertEquals([signal.aborted, read.isAbandoned], [false, false]);
  second.abort(new Error("second"));
  await settle();
  assertEquals([signal.aborted, read.isAbandoned], [true, true]);
  for (const caller of callers) await assertRejects(() => caller);
});

Deno.test("join() refuses a caller who has given up before, and others go on", async () => {
  const { read, give, signal } = heldRead();
  const staying = read.join();
  await assertRejects(() => read.join(AbortSignal.abort(new Error("gone"))), Error, "gone");
  assertEquals(signal.aborted, false);
  give("rows");
  assertEquals(await staying, "rows");
});

Deno.test("join() does not abort a read that has ended", async () => {
  const { read, give, signal } = heldRead();
  const caller = new AbortController();
  give("rows");
  await read.join(caller.signal);
  caller.abort();
  await settle();
  assertEquals(signal.aborted, false);
});

Deno.test("ended resolves when the read fails and nobody waits", async () => {
  const { read, fail } = heldRead();
  fail(new Error("cut"));
  await read.ended;
});

Deno.test("ended resolves only when the read has ended", async () => {
  const { read, give } = heldRead();
  let hasEnded = false;
  const ending = read.ended.then(() => hasEnded = true);
  await settle();
  assertEquals(hasEnded, false);
  give("rows");
  await ending;
  assert(hasEnded);
});
