import { assertEquals } from "@std/assert";
import { isAlike } from "../../../domain/forecast/alike_amounts.ts";

Deno.test("isAlike() takes amounts of one sign for alike up to a factor, whichever is larger", () => {
  assertEquals([isAlike(500, 500), isAlike(-500, -500), isAlike(500, -500)], [true, true, false]);
  assertEquals([isAlike(500, 1_000, 2), isAlike(1_000, 500, 2)], [true, true]);
  assertEquals([isAlike(500, 1_001, 2), isAlike(1_001, 500, 2)], [false, false]);
  assertEquals([isAlike(-500, -1_000, 2), isAlike(-1_001, -500, 2)], [true, false]);
  assertEquals([isAlike(0, 0), isAlike(0, 500), isAlike(500, 0)], [false, false, false]);
});
