import { assertEquals } from "@std/assert";
import { linesOutcome } from "../../../changes/outcome/split_outcome.ts";

const asked = [
  { amount: -1_000, category_id: "a", memo: "one" },
  { amount: -2_000, category_id: null, memo: null },
];
const first = { id: "l1", amount: -1_000, category_id: "a", memo: "one", deleted: false };
const second = { id: "l2", amount: -2_000, memo: "" };

const found: readonly (readonly [
  what: string,
  lines: readonly object[] | undefined,
  outcome: string,
])[] = [
  ["the lines in another order", [second, first], "done"],
  ["the lines beside one that is gone", [first, { ...first, deleted: true }, second], "done"],
  ["no lines", [], "not_done"],
  ["no list of lines", undefined, "not_done"],
  ["only lines that are gone", [{ ...first, deleted: true }], "not_done"],
  ["one line too few", [first], "unknown"],
  ["one line too many", [first, first, second], "unknown"],
  ["another category", [{ ...first, category_id: "b" }, second], "unknown"],
  ["another memo", [{ ...first, memo: "two" }, second], "unknown"],
  ["another amount", [{ ...first, amount: -1 }, second], "unknown"],
];
for (const [what, lines, outcome] of found) {
  Deno.test(`linesOutcome() is ${outcome} with ${what}`, () => {
    assertEquals(
      linesOutcome(asked, lines === undefined ? {} : { subtransactions: lines }),
      outcome,
    );
  });
}
