/**
 * A copy of the checkout into which mutants are built, all at once, each switched on by its id.
 *
 * What counts which of them run takes time, so only those are built in that somebody asks about.
 *
 * @module
 */

import { createInstrumenter } from "@stryker-mutator/instrumenter";
import { createInjector } from "typed-inject";
import { dirname, join } from "node:path";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { outputOf } from "./command.ts";
import { type Mutant, mutantOf } from "./mutant.ts";

/** The copy. */
export interface CheckoutCopy {
  readonly folder: string;
  /** Paths of all files, relative to the folder. */
  readonly files: readonly string[];
}

/** What the instrumenter makes of some files. */
interface Instrumented {
  readonly contents: readonly { readonly name: string; readonly content: string }[];
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
 * Copies what git knows of the checkout, as it is on the disk.
 *
 * @param root The checkout.
 * @param folder Where the copy goes.
 */
export async function checkoutCopy(root: string, folder: string): Promise<CheckoutCopy> {
  const listed = await outputOf("git", ["ls-files", "-co", "--exclude-standard"], root);
  const files = listed.split("\n").filter((path) => path !== "");
  for (const path of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path)).catch(ignoreMissing);
  }
  return { folder, files };
}

/** Lists the mutants that there can be of some folders, and builds in none. */
export async function possibleMutants(
  { folder, files }: CheckoutCopy,
  folders: readonly string[],
): Promise<readonly Mutant[]> {
  const sources = files.filter((path) => isMutated(path, folders)).toSorted();
  const { mutants } = await instrumented(folder, new Map(sources.map((path) => [path, true])));
  return mutants;
}

/** Builds mutants in; gives the same with the ids by which they are switched on. */
export async function builtIn(
  { folder }: CheckoutCopy,
  wanted: readonly Mutant[],
): Promise<readonly Mutant[]> {
  const files = Map.groupBy(wanted, ({ file }) => file);
  const { contents, mutants } = await instrumented(
    folder,
    new Map([...files].map(([file, all]) => [file, all.map(({ location }) => location)])),
  );
  for (const { name, content } of contents) await writeFile(join(folder, name), content);
  // Those around a wanted one are not built in, those within it are.
  const key = (one: Mutant): string => JSON.stringify({ ...one, id: "" });
  const ids = new Map(mutants.map((one) => [key(one), one.id]));
  return wanted.map((one) => ({ ...one, id: ids.get(key(one)) ?? "" }));
}

async function instrumented(
  folder: string,
  mutated: ReadonlyMap<string, true | Mutant["location"][]>,
): Promise<Instrumented> {
  const instrumenter = createInjector().provideValue("logger", silent as never)
    .injectFunction(createInstrumenter as never) as ReturnType<typeof createInstrumenter>;
  const sources = await Promise.all([...mutated].map(async ([name, mutate]) => ({
    ...{ name, mutate },
    content: await readFile(join(folder, name), "utf8"),
  })));
  const texts = new Map(sources.map(({ name, content }) => [name, content]));
  const result = await instrumenter.instrument(sources, {
    plugins: null,
    // All mutants are parsed at once, and one that is no regular expression would end them all.
    excludedMutations: ["Regex"],
    ignorers: [],
  });
  const mutants = result.mutants.filter(({ status }) => status === undefined)
    .map((one) => mutantOf(one, texts.get(one.fileName) ?? ""));
  return { contents: result.files, mutants };
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
