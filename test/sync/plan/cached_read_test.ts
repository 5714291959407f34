import { assertEquals, assertRejects } from "@std/assert";
import { CachedRead, type CachedSource } from "../../../sync/plan/cached_read.ts";
import { Moments } from "../../../sync/plan/freshness.ts";
import { aClock, settle } from "../_copy.ts";

/** A source whose answers wait until they are told to come, the nth with the value n. */
function aSource(change: Partial<CachedSource<number>> = {}): {
  readonly cached: CachedRead<number>;
  readonly asked: () => number;
  readonly answer: () => void;
} {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const cached = new CachedRead<number>({
    moments: new Moments(aClock()),
    maxAgeMs: 1_000,
    valid: () => null,
    restore: () => Promise.resolve(),
    ask: async () => {
      const value = ++asked;
      await gate.promise;
      return value;
    },
    isValidAfterWrites: () => true,
    ...change,
  });
  return { cached, asked: () => asked, answer: () => gate.resolve() };
}

Deno.test("CachedRead.read() restores only what is not valid, and asks only then", async () => {
  const steps: string[] = [];
  let kept: number | null = null;
  const { cached } = aSource({
    valid: () => kept,
    restore: () => {
      steps.push("restore");
      kept = 7;
      return Promise.resolve();
    },
    ask: () => Promise.reject(new Error("was asked")),
  });
  assertEquals([await cached.read(), await cached.read()], [7, 7]);
  assertEquals(steps, ["restore"]);
});

Deno.test("CachedRead.read() shares a read that began after a fresh one was called for", async () => {
  const { cached, asked, answer } = aSource();
  const both = Promise.all([
    cached.read({ isFreshOnly: true }),
    cached.read({ isFreshOnly: true }),
  ]);
  await settle();
  const later = cached.read({ isFreshOnly: true });
  await settle();
  assertEquals(asked(), 2);
  answer();
  assertEquals([await both, await later], [[1, 1], 2]);
});

Deno.test("CachedRead.read() joins no read from before a write of ours", async () => {
  let isValid = true;
  const { cached, asked, answer } = aSource({ isValidAfterWrites: () => isValid });
  const before = cached.read();
  await settle();
  isValid = false;
  const after = cached.read();
  await settle();
  assertEquals(asked(), 2);
  answer();
  assertEquals(await Promise.all([before, after]), [1, 2]);
});

Deno.test("CachedRead.read() asks again after a read that failed", async () => {
  let asked = 0;
  const { cached } = aSource({
    ask: () => ++asked === 1 ? Promise.reject(new Error("cut")) : Promise.resolve(asked),
  });
  await assertRejects(() => cached.read(), Error, "cut");
  assertEquals(await cached.read(), 2);
});
