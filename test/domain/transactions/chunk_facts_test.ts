import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  dayAsNumber,
  dayOfNumber,
  factsOf,
  STATES,
} from "../../../domain/transactions/chunk_facts.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

Deno.test("dayAsNumber() takes no text for a day that has anything but digits in its places", () => {
  const day = "2024-03-09";
  for (let at = 0; at < day.length; at++) {
    // What stands just before and just after the digits, and the hyphen, among characters.
    for (const other of ["/", ":", "!", "a", " ", ",", ".", "\u0663"]) {
      const text = day.slice(0, at) + other + day.slice(at + 1);
      assertEquals(dayAsNumber(text), -1, text);
    }
  }
  for (const text of ["", "2024-03-9", "2024-03-091", "20240309", "-024-03-09", "2024-0-309"]) {
    assertEquals(dayAsNumber(text), -1, text);
  }
  for (const none of [null, undefined]) assertEquals(dayAsNumber(none as unknown as string), -1);
});

Deno.test("dayOfNumber() gives each day back as it was written, years before 1000 too", () => {
  const digits = (most: number, width: number): fc.Arbitrary<string> =>
    fc.nat({ max: most }).map((number) => String(number).padStart(width, "0"));
  fc.assert(fc.property(digits(9_999, 4), digits(99, 2), digits(99, 2), (year, month, day) => {
    const text = `${year}-${month}-${day}`;
    assertEquals(dayOfNumber(dayAsNumber(text)), text);
  }));
});

Deno.test("days as numbers sort as their texts do", () => {
  const days = fc.constantFrom(
    "0099-12-31",
    "1999-12-31",
    "2024-01-31",
    "2024-02-01",
    "2024-02-10",
  );
  fc.assert(fc.property(fc.array(days), (all) => {
    assertEquals(
      all.toSorted((a, b) => dayAsNumber(a) - dayAsNumber(b)),
      all.toSorted(),
    );
  }));
});

Deno.test("factsOf() tells what a transaction's lines are like", () => {
  const food = aSplitLine({ category_id: "food" });
  const none = aSplitLine({ category_id: "" });
  const gone = aSplitLine({ category_id: "food", deleted: true });
  const { split, liveSplit, categorisedLines } = STATES;
  const cases = [
    [[], 0],
    [[gone], split],
    [[aSplitLine(), none], split | liveSplit],
    [[none, gone], split | liveSplit],
    [[none, food], split | liveSplit | categorisedLines],
  ] as const;
  for (const [subtransactions, expected] of cases) {
    const { states } = factsOf([aTransaction({ approved: false, subtransactions })]);
    assertEquals(states[0], expected, JSON.stringify(subtransactions));
    const approved = factsOf([aTransaction({ approved: true, subtransactions })]);
    assertEquals(approved.states[0], expected | STATES.approved);
  }
});
