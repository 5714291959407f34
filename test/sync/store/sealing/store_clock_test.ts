import { assertEquals } from "@std/assert";
import { createStoreClock } from "../../../../sync/store/sealing/store_clock.ts";

Deno.test("a store's clock is one's own until the backend has told the time, and then goes with its", () => {
  let own = 100_000;
  const clock = createStoreClock(() => own);
  assertEquals(clock.now(), 100_000);
  own += 5;
  assertEquals(clock.now(), 100_005);
  clock.set(160_005);
  own += 10;
  assertEquals(clock.now(), 160_015);
  // The other way round: ours runs ahead.
  clock.set(own - 40_000);
  assertEquals(clock.now(), own - 40_000);
});

Deno.test("less than a second is taken for the way that the answer took", () => {
  const clock = createStoreClock(() => 100_000);
  for (
    const [told, expected] of [
      [100_999, 100_000],
      [99_001, 100_000],
      [101_000, 101_000],
      // From where it stands now, not from our own.
      [101_999, 101_000],
      [100_001, 101_000],
      [100_000, 100_000],
      [99_000, 99_000],
    ] as const
  ) {
    clock.set(told);
    assertEquals(clock.now(), expected, `${told}`);
  }
});
