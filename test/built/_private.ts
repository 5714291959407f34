import { assert, assertEquals } from "@std/assert";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { ROOT } from "../../scripts/_run.ts";

/** Paths that have no place in a package. */
const UNPUBLISHED =
  /(?:^|\/)(?:test|scripts|bench|evals|docs|coverage|node_modules|\..*)(?:\/|$)|_test\./u;

/**
 * Asserts that files are for everybody: no test, script, benchmark or evaluation is among them,
 * and none holds a path of this machine.
 */
export async function assertNothingPrivate(
  folder: string,
  files: readonly string[],
): Promise<void> {
  assert(files.length > 3);
  assertEquals(files.filter((file) => UNPUBLISHED.test(file)), []);
  for (const file of files) assertNoPath(await Deno.readTextFile(`${folder}/${file}`), file);
}

/** Asserts that a text holds no path of this machine. */
export function assertNoPath(text: string, what: string): void {
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE") ?? "";
  const temporary = `${tmpdir().replace(/[/\\]$/u, "")}/`;
  // The last is how a bundle that is not minified names the files it was made from.
  const paths = [fileURLToPath(ROOT), Deno.execPath(), temporary, "/.cache/", "// ../"];
  if (home.length > 1) paths.push(`${home}/`);
  for (const path of paths) assert(!text.includes(path), `${what} holds ${path}`);
}
