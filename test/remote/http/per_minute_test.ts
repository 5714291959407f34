import { assertEquals } from "@std/assert";
import { PerMinute } from "../../../remote/http/per_minute.ts";

Deno.test("PerMinute.add() counts by address and minute", () => {
  let now = 0;
  const counts = new PerMinute(2, () => now);
  assertEquals([1, 2, 3].map(() => counts.add("a")), [false, false, true]);
  assertEquals(counts.add("b"), false);
  now = 60_000;
  assertEquals(counts.add("a"), false);
});

Deno.test("PerMinute.add() keeps no more addresses than it can hold", () => {
  const counts = new PerMinute(2, () => 0);
  for (let at = 0; at < 10_000; at += 1) counts.add(String(at));
  assertEquals(["x", "y", "z"].map((address) => counts.add(address)), [false, false, true]);
});
