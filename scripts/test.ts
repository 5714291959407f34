/**
 * Runs all tests, with the examples in the docs: the files of a folder share an isolate, as
 * compiling the SDK, zod and our modules again costs more than most files' tests.
 *
 * Usage: deno run -A scripts/test.ts [FOLDER...]
 */

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./_run.ts";

/** Folders without source of ours. */
const FOREIGN = /^(?:\..*|node_modules|coverage|dist|views)$/u;

/** What only tests need is locked apart, or every first `deno task` would fetch it. */
const LOCK = "--lock=test/deno.lock";

/** Larger nurseries: most of what tests allocate is garbage soon, and copying it costs a sixth. */
const FLAGS = "--v8-flags=--min-semi-space-size=64";

/** Files of the repository with an ending, as paths below it. */
async function filesOf(ending: RegExp, folder = ""): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`./${folder}`, ROOT))) {
    const path = `${folder}${name}`;
    if (isDirectory && !(folder === "" && FOREIGN.test(name)) && name !== "node_modules") {
      found.push(...await filesOf(ending, `${path}/`));
    } else if (!isDirectory && ending.test(name)) found.push(path);
  }
  return found.toSorted();
}

/** The files with examples in TypeScript, which run as tests. */
export async function filesWithExamples(): Promise<readonly string[]> {
  const files = (await filesOf(/\.(?:ts|md)$/u)).filter((path) =>
    !/^(?:test|scripts)\//u.test(path)
  );
  const texts = await Promise.all(files.map((path) => Deno.readTextFile(new URL(path, ROOT))));
  return files.filter((_, at) => /^[ *]*```ts$/mu.test(texts[at] ?? ""));
}

/** The test files of each folder; the folders with most tests come first, as they take longest. */
export async function testFolders(): Promise<ReadonlyMap<string, readonly string[]>> {
  const folders = Map.groupBy(await filesOf(/_test\.ts$/u), dirname);
  return new Map([...folders].toSorted(([, one], [, other]) => other.length - one.length));
}

/** Writes a module that imports others one after the other, as some start processes on loading. */
async function writeGroup(path: string, urls: readonly string[]): Promise<string> {
  await Deno.writeTextFile(
    path,
    urls.map((url) => `await import(${JSON.stringify(url)});\n`).join(""),
  );
  return path;
}

async function runTests(named: readonly string[]): Promise<number> {
  const cache = new URL(".cache/", ROOT);
  await Deno.mkdir(cache, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: fileURLToPath(cache), prefix: "tests-" });
  try {
    const groups: string[] = [];
    for (const [name, files] of await testFolders()) {
      if (named.length > 0 && !named.includes(name)) continue;
      const urls = files.map((file) => new URL(file, ROOT).href);
      groups.push(await writeGroup(`${folder}/${name.replaceAll("/", "_")}.ts`, urls));
    }
    if (named.length === 0) groups.push(...await filesWithExamples());
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-check", "--doc", "--parallel", LOCK, FLAGS, ...groups],
      cwd: fileURLToPath(ROOT),
    }).spawn().status;
    return code;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await runTests(Deno.args.map((one) => one.replace(/\/$/u, ""))));
