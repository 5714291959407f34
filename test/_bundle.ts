import { bundleApart } from "../scripts/_bundle.ts";

/**
 * Bundles an entry with everything it imports, as for the npm package; bundles each entry only
 * once. By default, the folder is removed when the tests end.
 */
export async function bundled(entry: string, folder = temporaryFolder()): Promise<string> {
  const [name = ""] = entry.split("/").at(-1)?.split(".") ?? [];
  const bundle = `${folder}/${name}`;
  await bundleApart(entry, bundle);
  await Deno.writeTextFile(`${bundle}/package.json`, `{ "type": "module" }\n`);
  return `${bundle}/${name}.js`;
}

function temporaryFolder(): string {
  const folder = Deno.makeTempDirSync();
  addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  return folder;
}
