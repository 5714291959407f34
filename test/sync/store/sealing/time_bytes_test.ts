import { assertEquals } from "@std/assert";
import { bytesOfTimes, timesIn } from "../../../../sync/store/sealing/time_bytes.ts";

Deno.test("a time is six bytes, the highest first", () => {
  assertEquals([...bytesOfTimes([0x0102_0304_0506, 1])], [1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 1]);
  assertEquals(timesIn(Uint8Array.of(1, 2, 3, 4, 5, 6)), [0x0102_0304_0506]);
});

Deno.test("times come back whole, and none before 1970", () => {
  const times = [0, 4_294_967_295, 4_294_967_296, 1_795_348_800_000];
  assertEquals(timesIn(bytesOfTimes(times)), times);
  assertEquals(timesIn(bytesOfTimes([1.9, -5])), [1, 0]);
  assertEquals(timesIn(bytesOfTimes([])), []);
});

Deno.test("times are read where their bytes begin, and half a time is none", () => {
  const bytes = Uint8Array.of(9, 9, 0, 0, 0, 0, 0, 7, 0, 0);
  assertEquals(timesIn(bytes.subarray(2)), [7]);
});
