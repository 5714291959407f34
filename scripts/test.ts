/**
 * Runs the tests in groups: the files of a folder in one isolate, the examples of the docs in
 * one more, and by itself what starts processes or is long. `deno test` alone runs the same tests,
 * each file in an isolate of its own.
 *
 * Usage: deno run -A scripts/test.ts covered|apart [GROUP...]
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { fileURLToPath } from "node:url";
import { type DocExample, docExamples } from "./_doc_examples.ts";
import { ROOT } from "./_run.ts";
import { groupsOf, type TestPart } from "./_test_groups.ts";

/** What holds no source of ours. */
const FOREIGN = /^(?:\..*|node_modules|coverage|dist|views)$/u;

/** Larger nurseries: most of what tests make is garbage soon, and copying it costs a sixth. */
const FLAGS = "--v8-flags=--min-semi-space-size=64";

const COVERAGE = ["--coverage=coverage", "--clean", "--coverage-raw-data-only"];

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

/**
 * Gives every test file of the repository.
 *
 * @returns Paths below the repository.
 */
export function testFiles(): Promise<readonly string[]> {
  return filesOf(/_test\.ts$/u);
}

/**
 * Gives every file of source or of documentation.
 *
 * @returns Paths below the repository.
 */
export function sourceFiles(): Promise<readonly string[]> {
  return filesOf(/\.(?:ts|md)$/u);
}

/**
 * Gives every example in docs and comments.
 *
 * @returns The examples, by file.
 */
export async function allDocExamples(): Promise<readonly DocExample[]> {
  const files = await sourceFiles();
  const found = await Promise.all(files.map(async (file) => {
    const url = new URL(file, ROOT);
    return docExamples(file, await Deno.readTextFile(url), url);
  }));
  return found.flat();
}

/**
 * Writes a module that imports others, which is one isolate: one after the other, as some start
 * processes while they load, and all of those at once would be slower than they have time.
 */
async function writeGroup(folder: string, name: string, urls: readonly string[]): Promise<string> {
  const path = `${folder}/${name}.ts`;
  await Deno.writeTextFile(
    path,
    urls.map((url) => `await import(${JSON.stringify(url)});\n`).join(""),
  );
  return path;
}

async function writeExamples(folder: string): Promise<string> {
  const examples = await allDocExamples();
  const urls = await Promise.all(examples.map(async ({ text }, at) => {
    const path = `${folder}/example_${at}.ts`;
    await Deno.writeTextFile(path, text);
    return `./example_${at}.ts`;
  }));
  return await writeGroup(folder, "examples", urls);
}

async function runPart(part: TestPart, named: readonly string[]): Promise<number> {
  const cache = new URL(".cache/", ROOT);
  await Deno.mkdir(cache, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: fileURLToPath(cache), prefix: "tests-" });
  try {
    const groups: string[] = [];
    const isWanted = (name: string): boolean => named.length === 0 || named.includes(name);
    for (const [at, { name, files }] of groupsOf(await testFiles(), part).entries()) {
      if (!isWanted(name)) continue;
      if (files[0] === name) {
        groups.push(name);
        continue;
      }
      const urls = files.map((file) => new URL(file, ROOT).href);
      groups.push(await writeGroup(folder, `${String(at + 1).padStart(2, "0")}_${name}`, urls));
    }
    if (part === "covered" && isWanted("examples")) groups.push(await writeExamples(folder));
    const options = part === "covered" ? COVERAGE : [];
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-check", "--parallel", FLAGS, ...options, ...groups],
      cwd: fileURLToPath(ROOT),
    }).spawn().status;
    return code;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const [part, ...named] = Deno.args;
  if (part !== "covered" && part !== "apart") {
    console.error("Say which part: covered or apart");
    Deno.exit(2);
  }
  Deno.exit(await runPart(part, named));
}
