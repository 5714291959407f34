import { assert, assertEquals } from "@std/assert";
import { docExamples } from "../../scripts/_doc_examples.ts";
import { ROOT } from "../../scripts/_run.ts";
import { allDocExamples, sourceFiles, testFolders } from "../../scripts/test.ts";

Deno.test("testFolders() finds every test file once", async () => {
  const files = [...(await testFolders()).values()].flat();
  assertEquals(new Set(files).size, files.length);
  assert(files.includes("test/scripts/test_test.ts"));
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
    " * export async function three(): Promise<void> {}",
    ` * ${fence}`,
    " */",
    "export function one(): void {}",
    "export function unused(): void {}",
    "export interface two {}",
  ].join("\n");
  const [example, ...rest] = docExamples("domain/one.ts", text, new URL("file:///a/domain/one.ts"));
  assertEquals(rest, []);
  assertEquals(example, {
    name: "domain/one.ts#2-8.ts",
    text: [
      'import { other } from "file:///a/domain/other.ts";',
      'import { one } from "file:///a/domain/one.ts";',
      'Deno.test("domain/one.ts#2-8.ts", async () => {',
      "",
      "",
      "one(other, `two`);",
      "async function three(): Promise<void> {}",
      "",
      "});",
      "",
    ].join("\n"),
  });
});
