import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { ROOT } from "../../scripts/_run.ts";
import { examples, testFolders } from "../../scripts/test.ts";
import { outputOf } from "../_output_of.ts";

Deno.test("testFolders() returns every test file exactly once, and examples() returns the docs' examples", async () => {
  const files = [...(await testFolders()).values()].flat();
  assertEquals(new Set(files).size, files.length);
  assert(files.includes("test/scripts/test_test.ts"));
  const names = (await examples()).map(({ name }) => name);
  for (const path of ["README.md", "docs/library.md", "mod.ts"]) {
    assert(names.some((name) => name.startsWith(`${path}:`)), path);
  }
});

Deno.test("testFolders() returns the tests under the given paths, and rejects a path without tests", async () => {
  const own = "test/scripts/test_test.ts";
  const named = await testFolders([own, "test/fuzz"]);
  assertEquals([...named.keys()], ["test/fuzz", "test/scripts"]);
  assertEquals(named.get("test/scripts"), [own]);
  await assertRejects(() => testFolders(["test/fuzz", "test/fu"]), Error, "in test/fu");
});

Deno.test("scripts/test.ts lists all skipped tests once, on its last line", async () => {
  const args = ["run", "-A", "scripts/test.ts", "test/topology/topology_test.ts"];
  // With this PATH, nginx can't be found.
  const env = { PATH: "/nowhere", CI: "" };
  const { err } = await outputOf(Deno.execPath(), args, { cwd: ROOT, env });
  const [last = "", before = ""] = err.trimEnd().split("\n").reverse();
  assertMatch(last, /^NOT TESTED: .*nginx isn't installed/u);
  assertEquals(before.startsWith("NOT TESTED"), false);
  const parts = last.split("; ");
  assertEquals(new Set(parts).size, parts.length);
});
