import { assert, assertEquals } from "@std/assert";
import { Moments } from "../../sync/moment.ts";
import { aClock, DAY_MS } from "./_copy.ts";

Deno.test("Moments.next() tells moments apart while the clock stands still", () => {
  const moments = new Moments(aClock());
  const [first, second] = [moments.next(), moments.next()];
  assertEquals(first.at, second.at);
  assert(first.sequence < second.sequence);
});

Deno.test("Moments.next() begins above the sequence of what an earlier process kept", () => {
  assert(new Moments(aClock()).next().sequence > 0);
});

Deno.test("Moments.next() gives the clock's time and UTC day", () => {
  const clock = aClock("2024-03-10T23:59:59Z");
  const moments = new Moments(clock);
  assertEquals(moments.next().utcDay, "2024-03-10");
  clock.advance(DAY_MS);
  assertEquals(moments.next().at, Date.parse("2024-03-11T23:59:59Z"));
  assertEquals(moments.next().utcDay, "2024-03-11");
});
