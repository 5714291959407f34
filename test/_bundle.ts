/**
 * Bundles source for Node.
 *
 * @module
 */

import { bundleApart } from "../scripts/_bundle.ts";

/** Folders of what was bundled before, by entry: tests that share an isolate share bundles. */
const made = new Map<string, Promise<string>>();

/**
 * Bundles an entry with all that it imports, as the npm package has it; each only once.
 *
 * @param entry Path of the entry below the repository.
 * @param folder Where the bundle gets a folder of its own.
 * @returns Path of the bundle's first file.
 */
export async function bundled(entry: string, folder: string): Promise<string> {
  const [name = ""] = entry.split("/").at(-1)?.split(".") ?? [];
  const bundle = `${folder}/${name}`;
  const making = made.get(entry) ?? madeOf(entry);
  made.set(entry, making);
  const from = await making;
  await Deno.mkdir(bundle);
  for await (const { name: file } of Deno.readDir(from)) {
    await Deno.copyFile(`${from}/${file}`, `${bundle}/${file}`);
  }
  await Deno.writeTextFile(`${bundle}/package.json`, `{ "type": "module" }\n`);
  return `${bundle}/${name}.js`;
}

/** Bundles into a folder that is there as long as the isolate. */
async function madeOf(entry: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  await bundleApart(entry, folder);
  return folder;
}
