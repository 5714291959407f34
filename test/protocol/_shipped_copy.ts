import { pathToFileURL } from "node:url";

const ROOT = new URL("../../", import.meta.url);
const NEEDED = ["deno.json", "deno.lock"];

/** A copy of the published files in its own folder. */
export interface ShippedCopy {
  readonly root: URL;
  /** Changes a file in the copy; disposing restores it. Throws if the change has no effect. */
  readonly edit: (path: string, change: (text: string) => string) => Promise<AsyncDisposable>;
}

export async function copyShipped(): Promise<ShippedCopy> {
  const root = pathToFileURL(`${await Deno.makeTempDir()}/`);
  for (const name of await shippedNames()) await copy(name, root);
  return {
    root,
    edit: async (path, change) => {
      const file = new URL(path, root);
      const before = await Deno.readTextFile(file);
      const after = change(before);
      if (after === before) throw new Error(`${path} is as it was`);
      await Deno.writeTextFile(file, after);
      return { [Symbol.asyncDispose]: () => Deno.writeTextFile(file, before) };
    },
  };
}

/**
 * Returns the names of the existing top-level files and folders that are published or that the copy
 * needs.
 */
async function shippedNames(): Promise<readonly string[]> {
  const { publish } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const published = (publish.include as readonly string[]).map((path) => path.split("/")[0] ?? "");
  const there = new Set([...Deno.readDirSync(ROOT)].map(({ name }) => name));
  return [...new Set([...NEEDED, ...published])].filter((name) => there.has(name));
}

async function copy(path: string, root: URL): Promise<void> {
  const { isDirectory } = await Deno.stat(new URL(path, ROOT));
  if (!isDirectory) return await Deno.copyFile(new URL(path, ROOT), new URL(path, root));
  await Deno.mkdir(new URL(path, root));
  for (const { name } of Deno.readDirSync(new URL(path, ROOT))) await copy(`${path}/${name}`, root);
}
