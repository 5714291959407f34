import { assert, assertEquals } from "@std/assert";
import { filesWithExamples, testFolders } from "../../scripts/test.ts";

Deno.test("testFolders() finds every test file once", async () => {
  const files = [...(await testFolders()).values()].flat();
  assertEquals(new Set(files).size, files.length);
  assert(files.includes("test/scripts/test_test.ts"));
});

Deno.test("filesWithExamples() finds pages and documented exports", async () => {
  const files = await filesWithExamples();
  for (const path of ["README.md", "docs/library.md", "mod.ts"]) assert(files.includes(path), path);
});
