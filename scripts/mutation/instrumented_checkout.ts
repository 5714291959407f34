/**
 * A copy of the checkout in which every mutant is built in and switched by the
 * environment: `__STRYKER_ACTIVE_MUTANT__` names the one that is active.
 *
 * @module
 */

import { createInstrumenter } from "@stryker-mutator/instrumenter";
import { createInjector } from "typed-inject";
import { dirname, join } from "node:path";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { outputOf } from "./command.ts";
import { type Mutant, mutantOf } from "./mutant.ts";

/** The copy and what is built into it. */
export interface InstrumentedCheckout {
  readonly folder: string;
  /** Paths of all files, relative to the folder. */
  readonly files: readonly string[];
  /** Those of them that are instrumented. */
  readonly mutated: readonly string[];
  readonly mutants: readonly Mutant[];
}

/** Has nothing to say; the instrumenter wants somebody to say it to. */
const silent = {
  ...Object.fromEntries(
    ["Trace", "Debug", "Info", "Warn", "Error", "Fatal"].map((name) => [
      `is${name}Enabled`,
      () => false,
    ]),
  ),
  ...Object.fromEntries(
    ["trace", "debug", "info", "warn", "error", "fatal"].map((name) => [name, () => {}]),
  ),
};

/**
 * Copies what git knows of the checkout, as it is on the disk, and instruments some folders of it.
 *
 * @param root The checkout.
 * @param folder Where the copy goes.
 * @param mutated Folders whose files are mutated.
 */
export async function instrumentedCheckout(
  root: string,
  folder: string,
  mutated: readonly string[],
): Promise<InstrumentedCheckout> {
  const listed = await outputOf("git", ["ls-files", "-co", "--exclude-standard"], root);
  const files = listed.split("\n").filter((path) => path !== "");
  for (const path of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path)).catch(ignoreMissing);
  }
  const sources = files.filter((path) => isMutated(path, mutated)).toSorted();
  const instrumenter = createInjector().provideValue("logger", silent as never)
    .injectFunction(createInstrumenter as never) as ReturnType<typeof createInstrumenter>;
  const contents = await Promise.all(sources.map(async (path) => ({
    name: path,
    content: await readFile(join(folder, path), "utf8"),
    mutate: true,
  })));
  const texts = new Map(contents.map(({ name, content }) => [name, content]));
  const result = await instrumenter.instrument(contents, {
    plugins: null,
    // All mutants are parsed at once, and one that is no regular expression would end them all.
    excludedMutations: ["Regex"],
    ignorers: [],
  });
  for (const { name, content } of result.files) await writeFile(join(folder, name), content);
  const mutants = result.mutants.filter(({ status }) => status === undefined)
    .map((one) => mutantOf(one, texts.get(one.fileName) ?? ""));
  return { folder, files, mutated: sources, mutants };
}

/** Generated files are held against their sources by the gate, so nothing in them can go wrong. */
function isMutated(path: string, folders: readonly string[]): boolean {
  return path.endsWith(".ts") && folders.some((folder) => path.startsWith(`${folder}/`)) &&
    !GENERATED.has(path);
}

const GENERATED: ReadonlySet<string> = new Set([
  "tools/_definitions.ts",
  "tools/_loaders.ts",
  "tools/_manifest.ts",
  "server/views/built_page.ts",
]);

/** What git lists and the disk has not was deleted since. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
