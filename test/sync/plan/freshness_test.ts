import { assert, assertEquals } from "@std/assert";
import { isFreshEnough, Moments } from "../../../sync/plan/freshness.ts";
import { aClock, DAY_MS } from "../_copy.ts";

const asked = { at: 100_000, sequence: 10, utcDay: "2024-03-10" };
const need = { asked, maxAgeMs: 30_000, isFreshOnly: false };

Deno.test("isFreshEnough() takes what was validated within the window", () => {
  assertEquals(isFreshEnough({ at: 100_000 - 29_999, sequence: 1 }, need), true);
});

Deno.test("isFreshEnough() takes nothing that is as old as the window is long", () => {
  assertEquals(isFreshEnough({ at: 70_000, sequence: 1 }, need), false);
});

Deno.test("isFreshEnough() takes what was validated at the same millisecond", () => {
  assertEquals(isFreshEnough({ at: 100_000, sequence: 1 }, need), true);
});

Deno.test("isFreshEnough() takes nothing from the future of a clock that was set back", () => {
  assertEquals(isFreshEnough({ at: 100_001, sequence: 1 }, need), false);
});

Deno.test("isFreshEnough() takes nothing from before when the window is zero", () => {
  assertEquals(isFreshEnough({ at: 100_000, sequence: 9 }, { ...need, maxAgeMs: 0 }), false);
});

Deno.test("isFreshEnough() takes what was validated after the caller asked, whatever the clock says", () => {
  const late = { at: 999_999, sequence: 11 };
  assertEquals(isFreshEnough(late, { ...need, maxAgeMs: 0, isFreshOnly: true }), true);
});

Deno.test("isFreshEnough() takes nothing from before for a caller who wants fresh data only", () => {
  assertEquals(isFreshEnough({ at: 100_000, sequence: 9 }, { ...need, isFreshOnly: true }), false);
});

Deno.test("isFreshEnough() takes what an earlier process read within the window", () => {
  assertEquals(isFreshEnough({ at: 99_000, sequence: 0 }, need), true);
});

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
