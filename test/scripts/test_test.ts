import { assert, assertEquals, assertMatch } from "@std/assert";
import { ROOT } from "../../scripts/_run.ts";
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

Deno.test("the last line of a run names everything that was left out, once", async () => {
  const args = ["run", "-A", "scripts/test.ts", "test/topology"];
  // Without a search path there is no nginx.
  const env = { PATH: "/nowhere", CI: "" };
  const { stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env }).output();
  const [last = "", before = ""] = new TextDecoder().decode(stderr).trimEnd().split("\n").reverse();
  assertMatch(last, /^NOT TESTED: .*nginx isn't installed/u);
  assertEquals(before.startsWith("NOT TESTED"), false);
  const parts = last.split("; ");
  assertEquals(new Set(parts).size, parts.length);
});
