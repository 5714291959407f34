/**
 * Bundles source for Node.
 *
 * @module
 */

import { fileURLToPath } from "node:url";

const ROOT = new URL("../", import.meta.url);

/**
 * Bundles an entry with all that it imports. What is imported later stays in files of
 * its own, so that a start reads no more than it needs.
 *
 * @param entry Path of the entry below the repository.
 * @param folder Where the bundle gets a folder of its own.
 * @returns Path of the bundle's first file.
 */
export async function bundled(entry: string, folder: string): Promise<string> {
  const [name = ""] = entry.split("/").at(-1)?.split(".") ?? [];
  const bundle = `${folder}/${name}`;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--platform=deno",
      "--code-splitting",
      `--outdir=${bundle}`,
      fileURLToPath(new URL(entry, ROOT)),
    ],
    cwd: ROOT,
    stdin: "null",
    stdout: "null",
  }).output();
  if (!success) throw new Error(`${entry} was not bundled: ${new TextDecoder().decode(stderr)}`);
  await Deno.writeTextFile(`${bundle}/package.json`, `{ "type": "module" }\n`);
  return `${bundle}/${name}.js`;
}
