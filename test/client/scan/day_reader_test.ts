import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { day } from "../../../client/answers/value_kinds.ts";
import { DayReader } from "../../../client/scan/day_reader.ts";
import { jsonBytes } from "../../../client/scan/json_bytes.ts";

/** Reads texts one after another, each as a record's day. */
function read(texts: readonly string[]): readonly (number | null)[] {
  const reader = new DayReader();
  return texts.map((text, row) => {
    const bytes = new TextEncoder().encode(`"${text}"`);
    const end = reader.read({ ...jsonBytes(bytes), until: bytes.length }, 0, row);
    return end < 0 ? null : reader.days[row] as number;
  });
}

Deno.test("a day is read where a day may stand in an answer, and nothing else is", () => {
  const two = (most: number): fc.Arbitrary<string> =>
    fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, "0"));
  const someDay = fc.oneof(
    fc.tuple(
      fc.constantFrom("1899", "1900", "2000", "2023", "2024", "2199", "2200"),
      two(14),
      two(33),
    )
      .map((parts) => parts.join("-")),
    fc.constantFrom(
      "2024-02-29",
      "2023-02-29",
      "1900-02-29",
      "2024/02/29",
      "2024-2-290",
      "someday",
    ),
    fc.stringMatching(/^[0-9-]{10}$/u),
  );
  fc.assert(
    fc.property(fc.array(someDay), (texts) => {
      assertEquals(
        read(texts),
        texts.map((text) => day(text) ? Number(text.replaceAll("-", "")) : null),
      );
    }),
    { numRuns: 500 },
  );
});
