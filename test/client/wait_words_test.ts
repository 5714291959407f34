import { assertEquals } from "@std/assert";
import { waitWords } from "../../client/upstream_error.ts";

const words: readonly (readonly [ms: number, words: string])[] = [
  [0, "1 second"],
  [1_000, "1 second"],
  [1_001, "2 seconds"],
  [119_000, "119 seconds"],
  [119_001, "2 minutes"],
  [120_001, "3 minutes"],
  [3_600_000, "60 minutes"],
];
for (const [ms, said] of words) {
  Deno.test(`waitWords() returns ${said} for ${ms} ms`, () => assertEquals(waitWords(ms), said));
}
