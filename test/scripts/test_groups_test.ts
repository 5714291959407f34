import { assert, assertEquals } from "@std/assert";
import { docExamples } from "../../scripts/_doc_examples.ts";
import { ROOT } from "../../scripts/_run.ts";
import { ALONE, APART, groupsOf } from "../../scripts/_test_groups.ts";
import { allDocExamples, sourceFiles, testFiles } from "../../scripts/test.ts";

const files = await testFiles();

Deno.test("the gate runs every test file, in one group of one of its parts", () => {
  const grouped = [...groupsOf(files, "covered"), ...groupsOf(files, "apart")];
  assertEquals(grouped.flatMap((group) => group.files).toSorted(), files.toSorted());
  assert(files.includes("test/scripts/test_groups_test.ts"));
});

Deno.test("the gate's tasks run both parts, and the quick gate is its first", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  assertEquals(
    tasks.test.command,
    "deno check --doc && deno task test:covered && deno task test:apart",
  );
  for (const part of ["covered", "apart"]) {
    assertEquals(tasks[`test:${part}`].command, `deno run -A scripts/test.ts ${part}`);
  }
  assert(tasks.ok.command.includes("&& deno task test && deno coverage"));
});

Deno.test("what runs apart or alone is there", async () => {
  for (const path of [...APART, ...ALONE]) await Deno.stat(new URL(path, ROOT));
});

Deno.test("every block of TypeScript in docs and comments is an example that runs", async () => {
  const found = new Map<string, number>();
  for (const { name } of await allDocExamples()) {
    const [file = ""] = name.split("#");
    found.set(file, (found.get(file) ?? 0) + 1);
  }
  const counted = new Map<string, number>();
  for (const file of await sourceFiles()) {
    const lines = (await Deno.readTextFile(new URL(file, ROOT))).split("\n");
    const opening = lines.filter((line) =>
      /^[ *]*```(?:[cm]?[tj]sx?|typescript|javascript)\b/u.test(line)
    );
    if (opening.length > 0) counted.set(file, opening.length);
  }
  assertEquals(found, counted);
});

Deno.test("an example imports what it uses of its file, and what lies beside that", () => {
  const fence = "`".repeat(3);
  const text = [
    "/**",
    ` * ${fence}ts`,
    ' * import { other } from "./other.ts";',
    " *",
    " * one(other, `two`);",
    ` * ${fence}`,
    " */",
    "export function one(): void {}",
    "export function unused(): void {}",
    "export interface two {}",
  ].join("\n");
  const [example, ...rest] = docExamples("domain/one.ts", text, new URL("file:///a/domain/one.ts"));
  assertEquals(rest, []);
  assertEquals(example, {
    name: "domain/one.ts#2-7.ts",
    text: [
      'import { other } from "file:///a/domain/other.ts";',
      'import { one } from "file:///a/domain/one.ts";',
      'Deno.test("domain/one.ts#2-7.ts", async () => {',
      "",
      "",
      "one(other, `two`);",
      "",
      "});",
      "",
    ].join("\n"),
  });
});
