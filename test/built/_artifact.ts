import { assert, assertEquals } from "@std/assert";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { ROOT } from "../../scripts/_run.ts";

export interface Product {
  readonly file: string;
  /** Builds the artifact into a folder. */
  readonly build: (folder: string) => Promise<string>;
}

/** A built artifact, and a temporary folder for its test. */
export interface Artifact {
  readonly path: string;
  readonly folder: string;
}

/**
 * Runs a check on the artifact in the folder given by `BUILT_FOLDER`, or on a newly built one if
 * the variable isn't set.
 */
export async function withArtifact(
  { file, build }: Product,
  check: (artifact: Artifact) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const built = Deno.env.get("BUILT_FOLDER");
    const path = built === undefined ? await build(`${folder}/built`) : `${built}/${file}`;
    await check({ path: await Deno.realPath(path), folder });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Lists the files in a folder and its subfolders. */
export function* filesIn(folder: string, below: string = ""): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(`${folder}/${below}`)) {
    if (isDirectory) yield* filesIn(folder, `${below}${name}/`);
    else yield `${below}${name}`;
  }
}

/** Matches paths that must not be published. */
const UNPUBLISHED =
  /(?:^|\/)(?:test|scripts|bench|evals|docs|coverage|node_modules|\..*)(?:\/|$)|_test\./u;

/**
 * Asserts that files are safe to publish: none is a test, script, benchmark or evaluation, and none
 * contains a path on this machine.
 */
export async function assertNothingPrivate(
  folder: string,
  files: readonly string[],
): Promise<void> {
  assert(files.length > 3);
  assertEquals(files.filter((file) => UNPUBLISHED.test(file)), []);
  for (const file of files) assertNoPath(await Deno.readTextFile(`${folder}/${file}`), file);
}

/** Asserts that a string contains no path on this machine. */
export function assertNoPath(text: string, what: string): void {
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE") ?? "";
  const temporary = `${tmpdir().replace(/[/\\]$/u, "")}/`;
  // An unminified bundle names its source files in comments that begin with "// ../".
  const paths = [fileURLToPath(ROOT), Deno.execPath(), temporary, "/.cache/", "// ../"];
  if (home.length > 1) paths.push(`${home}/`);
  for (const path of paths) assert(!text.includes(path), `${what} contains ${path}`);
}
