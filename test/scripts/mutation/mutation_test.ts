/**
 * What the mutants' own machinery promises: they are told in the source's words, a list of
 * equivalent ones can't go stale, and the nearest tests come first.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { linesIn } from "../../../scripts/mutation/changed_lines.ts";
import { isEquivalent, staleEntries } from "../../../scripts/mutation/equivalent_mutants.ts";
import { type Mutant, mutantOf, mutantText } from "../../../scripts/mutation/mutant.ts";
import { type TestReach, testsOf } from "../../../scripts/mutation/reach.ts";

const mutant: Mutant = {
  id: "7",
  file: "domain/money/sum.ts",
  line: 2,
  kind: "ArithmeticOperator",
  original: "a + b",
  replacement: "a - b",
};

Deno.test("mutantOf() tells a change in the source's words, on its line", () => {
  const source = "const x = 1;\nreturn a +\n  b;\n";
  const location = { start: { line: 1, column: 7 }, end: { line: 2, column: 3 } };
  const given = { id: "7", fileName: mutant.file, mutatorName: mutant.kind, location };
  const one = mutantOf({ ...given, replacement: "a -\n  b" }, source);
  assertEquals(one, mutant);
  assertEquals(mutantText(one), "domain/money/sum.ts:2 ArithmeticOperator: `a + b` -> `a - b`");
});

Deno.test("an equivalent mutant is known by its change, wherever its line has gone", () => {
  const list = [{ ...mutant, reason: "b is always nothing" }];
  assertEquals(isEquivalent({ ...mutant, line: 9, id: "1" }, list), true);
  assertEquals(isEquivalent({ ...mutant, replacement: "a * b" }, list), false);
});

Deno.test("an entry that fits no mutant any more is stale, in folders that were mutated", () => {
  const gone = { ...mutant, original: "a + c", reason: "as before" };
  assertEquals(staleEntries([mutant], ["domain"], [gone]), [gone]);
  assertEquals(staleEntries([mutant], ["sync"], [gone]), []);
  assertEquals(staleEntries([mutant], ["domain"], [{ ...mutant, reason: "" }]), []);
});

Deno.test("a mutant's own tests come first, then the near ones, then the quick ones", () => {
  const test = (file: string, ms: number, reached = "7"): TestReach => ({
    file,
    ms,
    mutants: new Set([reached]),
  });
  const reach = [
    test("test/tools/slow_test.ts", 900),
    test("test/tools/quick_test.ts", 9),
    test("test/domain/money/other_test.ts", 500),
    test("test/domain/money/sum_test.ts", 600),
    test("test/domain/money/elsewhere_test.ts", 1, "8"),
  ];
  assertEquals(testsOf(mutant, reach).map(({ file }) => file), [
    "test/domain/money/sum_test.ts",
    "test/domain/money/other_test.ts",
    "test/tools/quick_test.ts",
    "test/tools/slow_test.ts",
  ]);
});

Deno.test("linesIn() gives the new lines of every file of a diff, none for what was taken out", () => {
  const diff = "+++ domain/a.ts\n@@ -3 +4,2 @@\n@@ -9,2 +10,0 @@\n+++ sync/b.ts\n@@ -1 +1 @@\n";
  assertEquals([...linesIn(diff)].map(([file, lines]) => [file, [...lines]]), [
    ["domain/a.ts", [4, 5]],
    ["sync/b.ts", [1]],
  ]);
});
