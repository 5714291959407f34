import { assertEquals } from "@std/assert";
import { isFreshEnough } from "../../sync/freshness.ts";

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
