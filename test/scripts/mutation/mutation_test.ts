/**
 * What the mutants' own machinery promises: they are told in the source's words, a list of
 * equivalent ones can't go stale, and the nearest tests come first.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { linesIn } from "../../../scripts/mutation/changed_lines.ts";
import { isEquivalent, staleEntries } from "../../../scripts/mutation/equivalent_mutants.ts";
import { isNamedIn, type Mutant, mutantOf, mutantText } from "../../../scripts/mutation/mutant.ts";
import { importersIn } from "../../../scripts/mutation/import_distance.ts";
import { type ReachingFile, trialPlan } from "../../../scripts/mutation/reach.ts";
import { reportPage } from "../../../scripts/mutation/report.ts";
import { testFiles } from "../../../scripts/mutation/test_files.ts";

const mutant: Mutant = {
  id: "7",
  file: "domain/money/sum.ts",
  line: 2,
  kind: "ArithmeticOperator",
  location: { start: { line: 1, column: 7 }, end: { line: 2, column: 3 } },
  original: "a + b",
  replacement: "a - b",
};

Deno.test("mutantOf() tells a change in the source's words, on its line", () => {
  const source = "const x = 1;\nreturn a +\n  b;\n";
  const { location } = mutant;
  const given = { id: "7", fileName: mutant.file, mutatorName: mutant.kind, location };
  const one = mutantOf({ ...given, replacement: "a -\n  b" }, source);
  assertEquals(one, mutant);
  assertEquals(mutantText(one), "domain/money/sum.ts:2 ArithmeticOperator: `a + b` -> `a - b`");
});

Deno.test("isNamedIn() finds a survivor of an earlier run, wherever its line has gone", () => {
  const page = `Survivors:\n\n- survived: ${mutantText(mutant)}\n`;
  assertEquals(isNamedIn(page, { ...mutant, line: 9, id: "1" }), true);
  assertEquals(isNamedIn(page, { ...mutant, replacement: "a * b" }), false);
  assertEquals(isNamedIn(page, { ...mutant, file: "domain/money/total.ts" }), false);
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

Deno.test("a mutant's near tests come first, the quick ones of them before the slow", () => {
  const sources = new Map([
    ["domain/money/sum.ts", ""],
    ["domain/money/total.ts", 'import { sum } from "./sum.ts";'],
    ["test/domain/money/sum_test.ts", 'import { sum } from "../../../domain/money/sum.ts";'],
    [
      "test/domain/money/total_test.ts",
      `const t = await import(${JSON.stringify("../../../domain/money/total.ts")});`,
    ],
    ["test/tools/list_test.ts", 'import "../../domain/money/total.ts";'],
  ]);
  const test = (file: string, ms: number, reached = "7"): ReachingFile => ({
    file,
    whileLoading: new Set(),
    tests: [{ file, nth: 0, ms, hits: new Map([[reached, 3]]) }],
  });
  const files = [
    test("test/tools/list_test.ts", 900),
    test("test/tools/elsewhere_test.ts", 1, "8"),
    test("test/domain/money/total_test.ts", 100),
    test("test/domain/money/sum_test.ts", 200),
  ];
  const plan = trialPlan(
    mutant,
    { files, whileLoading: new Set(), leftOut: [] },
    importersIn(sources),
  );
  const order = [
    "test/domain/money/sum_test.ts",
    "test/domain/money/total_test.ts",
    "test/tools/list_test.ts",
  ];
  assertEquals(plan.tests.map(({ file }) => file), order);
  assertEquals(plan.wholeFiles.map(({ file }) => file), order);
  assertEquals(plan.fromTheStart, false);
});

Deno.test("a mutant that works while its file is loaded is tried by all that import it", () => {
  const sources = new Map([
    ["domain/money/sum.ts", ""],
    ["test/domain/money/sum_test.ts", 'import { sum } from "../../../domain/money/sum.ts";'],
  ]);
  const file = "test/domain/money/sum_test.ts";
  const reaching = {
    ...{ file, whileLoading: new Set<string>() },
    tests: [{ file, nth: 4, ms: 1, hits: new Map() }],
  };
  const reach = { files: [reaching], whileLoading: new Set(["7"]), leftOut: [] };
  const plan = trialPlan(mutant, reach, importersIn(sources));
  assertEquals(plan.wholeFiles, [{ file, nth: 4, ms: 1 }]);
  assertEquals(plan.fromTheStart, true);
});

Deno.test("test files are those that can notice a mutant in their own process", () => {
  const files = [
    ...["test/tools/b_test.ts", "test/domain/a_test.ts", "test/domain/_rows.ts"],
    ...["test/processes/c_test.ts", "test/architecture_test.ts", "domain/a.ts"],
  ];
  assertEquals(testFiles(files, null), ["test/domain/a_test.ts", "test/tools/b_test.ts"]);
  assertEquals(testFiles(files, ["domain"]), ["test/domain/a_test.ts"]);
  assertEquals(testFiles(files, ["processes"]), []);
  // Whoever names a file wants it run.
  assertEquals(testFiles(files, ["processes/c_test.ts"]), ["test/processes/c_test.ts"]);
});

Deno.test("reportPage() gives every sample its score, rounded down, and lists who survived", () => {
  const page = reportPage({
    ...{ folder: "domain", mutants: 40, equivalent: 2, command: "deno task mutate" },
    day: "2026-11-22",
    samples: [
      { seed: "1", verdicts: Array.from({ length: 3 }, () => ({ mutant, ending: "killed" })) },
      {
        seed: "2",
        verdicts: [
          { mutant, ending: "survived" },
          { mutant, ending: "timed out" },
          { mutant, ending: "killed" },
        ],
      },
    ],
  });
  assertStringIncludes(page, "| 1 | 3 | 3 | 100.0 % |\n| 2 | 3 | 2 | 66.6 % |");
  assertStringIncludes(page, `Survivors:\n\n- survived: ${mutantText(mutant)}\n`);
});

Deno.test("linesIn() gives the new lines of every file of a diff, none for what was taken out", () => {
  const diff = "+++ domain/a.ts\n@@ -3 +4,2 @@\n@@ -9,2 +10,0 @@\n+++ sync/b.ts\n@@ -1 +1 @@\n";
  assertEquals([...linesIn(diff)].map(([file, lines]) => [file, [...lines]]), [
    ["domain/a.ts", [4, 5]],
    ["sync/b.ts", [1]],
  ]);
});
