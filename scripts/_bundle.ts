/**
 * Bundles source with all that it imports, so that a start opens few files. Bundles
 * are minified: otherwise they would carry paths of the machine they were made on.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { ROOT, run } from "./_run.ts";

const USUAL = ["bundle", "--quiet", "--platform=deno", "--minify"];

/**
 * Bundles an entry into ES modules. What is imported later stays in files of its own,
 * so that a start reads no more than it needs.
 *
 * @param entry Path of the entry below the repository.
 * @param folder Where the modules go; the entry's keeps its name, with `.js`.
 */
export async function bundleApart(entry: string, folder: string): Promise<void> {
  const source = fileURLToPath(new URL(entry, ROOT));
  await run(Deno.execPath(), [...USUAL, "--code-splitting", `--outdir=${folder}`, source]);
}

/**
 * Bundles an entry into one CommonJS script.
 *
 * @param entry Path of the entry below the repository.
 * @param file Where the script goes.
 */
export async function bundleWhole(entry: string, file: string): Promise<void> {
  const source = fileURLToPath(new URL(entry, ROOT));
  await run(Deno.execPath(), [...USUAL, "--format=cjs", `--output=${file}`, source]);
}
