/**
 * Runs all tests and the examples in the docs, or only the tests in the given files or folders. All
 * files in a folder share an isolate, and so do all examples. Separate isolates would each compile
 * the SDK, zod and our modules again, which takes longer than most tests.
 *
 * Usage: deno run -A scripts/test.ts [PATH...]
 */

// deno-lint-ignore-file no-console
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./_run.ts";

/** Folders in which this script doesn't look for tests or examples. */
const FOREIGN = /^(?:\..*|node_modules|coverage|dist|views)$/u;

/** Keeps test-only packages out of `deno.lock`, so that the first `deno task` downloads less. */
const LOCK = "--lock=test/deno.lock";

/** Enlarges V8's young generation (the heap for new objects), shortening test runs by a sixth. */
const FLAGS = "--v8-flags=--min-semi-space-size=64";

/** How many folders to test at once: above the CPU count, because many tests wait for processes. */
const JOBS = Deno.env.get("DENO_JOBS") ?? String(navigator.hardwareConcurrency + 2);

/** Lists repository files that have the given extension. */
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

/** An example from a doc comment or a Markdown page. Each example runs as a test. */
export interface Example {
  /** Path and line, such as `README.md:182`. */
  readonly name: string;
  readonly code: string;
}

/** Returns all TypeScript examples outside tests and scripts. */
export async function examples(): Promise<readonly Example[]> {
  const files = (await filesOf(/\.(?:ts|md)$/u)).filter((path) =>
    !/^(?:test|scripts)\//u.test(path)
  );
  const found = files.map(async (path) => {
    const text = await Deno.readTextFile(new URL(path, ROOT));
    const blocks = [...text.matchAll(/^( *\* |)```ts\n([^]*?)^\1```$/gmu)];
    return blocks.map(({ index, 1: prefix, 2: code = "" }) => ({
      name: `${path}:${text.slice(0, index).split("\n").length}`,
      code: prefix === "" ? code : code.replaceAll(/^ *\* ?/gmu, ""),
    }));
  });
  return (await Promise.all(found)).flat();
}

/**
 * Folders whose tests start browsers, builds or servers, or run many random cases. The tests in
 * these folders start first, in this order, because a slow folder's tests, if started last, would
 * end up running alone.
 */
const SLOWEST = [
  "test/built",
  "test/remote",
  "test/views",
  "test/changes/faults",
  "test/processes",
  "test/model",
];

/** Gives random cases the same seeds in every run. */
const SEEDS = "test/_runs.ts";

/**
 * Test files by folder in `test`: the slow folders first, then the folders with the most files.
 *
 * @throws {Error} If a path contains no tests.
 */
export async function testFolders(
  paths: readonly string[] = [""],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = await filesOf(/_test\.ts$/u);
  const below = (path: string): readonly string[] =>
    files.filter((file) => path === "" || `${file}/`.startsWith(`${path}/`));
  for (const path of paths) {
    if (below(path).length === 0) throw new Error(`There are no tests in ${path}`);
  }
  const named = [...new Set(paths.flatMap(below))];
  const groups = Map.groupBy(named, (file) => {
    const folder = dirname(file);
    return SLOWEST.includes(folder) ? folder : folder.split("/", 2).join("/");
  });
  const rank = (name: string): number =>
    SLOWEST.includes(name) ? SLOWEST.indexOf(name) : SLOWEST.length;
  return new Map(
    [...groups].toSorted(([name, one], [otherName, other]) =>
      rank(name) - rank(otherName) || other.length - one.length
    ),
  );
}

/** Writes a module that imports the files in sequence, because some start processes on load. */
async function writeGroup(path: string, urls: readonly string[]): Promise<string> {
  await Deno.writeTextFile(
    path,
    urls.map((url) => `await import(${JSON.stringify(url)});\n`).join(""),
  );
  return path;
}

/** Formats a line that lists skipped tests and their reasons. */
export function untestedText(list: string): string {
  return `NOT TESTED: ${[...new Set(list.trimEnd().split("\n"))].sort().join("; ")}`;
}

/**
 * Id of the parent process. If another task fails, the parent exits without stopping this process.
 */
const parent = Deno.ppid;

/** Writes each example as a module, and one more module that runs all examples as tests. */
async function writeExamples(folder: string): Promise<string> {
  const path = `${folder}/examples.ts`;
  const tests = (await examples()).map(async ({ name, code }, at) => {
    const file = `example_${at}.ts`;
    await Deno.writeTextFile(`${folder}/${file}`, code);
    return `Deno.test("the example in ${name} runs", () => import("./${file}").then(() => {}));\n`;
  });
  await Deno.writeTextFile(path, (await Promise.all(tests)).join(""));
  return path;
}

async function runTests(named: readonly string[]): Promise<number> {
  // Use a folder outside the repository, where `deno check` doesn't find these files.
  const folder = await Deno.makeTempDir({ prefix: "budget-tests-" });
  try {
    const groups: string[] = [];
    for (const [name, files] of await testFolders(named.length === 0 ? [""] : named)) {
      const urls = [SEEDS, ...files].map((file) => new URL(file, ROOT).href);
      groups.push(await writeGroup(`${folder}/${name.replaceAll("/", "_")}.ts`, urls));
    }
    if (named.length === 0) groups.push(await writeExamples(folder));
    const child = new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-check", "--parallel", LOCK, FLAGS, ...groups],
      cwd: fileURLToPath(ROOT),
      env: { DENO_JOBS: JOBS, BUDGET_TEST_FOLDER: folder },
    }).spawn();
    const watching = setInterval(() => {
      if (Deno.ppid !== parent) child.kill();
    }, 1000);
    const { code } = await child.status;
    clearInterval(watching);
    const untested = await Deno.readTextFile(`${folder}/untested`).catch(() => "");
    if (untested !== "") console.error(untestedText(untested));
    return code;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await runTests(Deno.args.map((one) => one.replace(/\/$/u, ""))));
