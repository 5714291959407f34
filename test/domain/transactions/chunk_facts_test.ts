import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  dayAsNumber,
  dayOfNumber,
  factsOf,
  STATES,
} from "../../../domain/transactions/chunk_facts.ts";
import { anId, aSplitLine, aTransaction } from "../../_builders.ts";

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

Deno.test("factsOf() keeps nothing of an ordinary transaction beside its lists of numbers", () => {
  const lines = [aSplitLine()];
  const all = [
    aTransaction({ id: anId(1), date: "0000-00-00", amount: 0 }),
    aTransaction({ id: anId(2), approved: false, subtransactions: lines }),
  ];
  const { odd, days, amounts, idWords } = factsOf(all);
  assertEquals([...odd], []);
  assertEquals([...days], [0, 20240301]);
  assertEquals([...amounts], [0, -10_000]);
  assertEquals([...idWords], [1, 0x4000, 0x80000000, 0, 2, 0x4000, 0x80000000, 0]);
});

Deno.test("factsOf() keeps of any other just what does not fit", () => {
  const oddOf = (fields: object): unknown =>
    factsOf([Object.assign(aTransaction({ id: anId(1) }), fields)]).odd.get(0);
  for (
    const fields of [
      ...[{ id: "t1" }, { date: "soon" }, { amount: "many" }, { approved: null }],
      ...[{ deleted: true }, { subtransactions: null }, { id: "x", date: "", amount: null }],
    ]
  ) {
    assertEquals(oddOf(fields), fields);
  }
});
