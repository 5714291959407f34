import { bundleApart } from "../scripts/_bundle.ts";

/**
 * Bundles an entry with everything it imports, as for the npm package; bundles each entry only
 * once.
 */
export async function bundled(entry: string, folder: string): Promise<string> {
  const [name = ""] = entry.split("/").at(-1)?.split(".") ?? [];
  const bundle = `${folder}/${name}`;
  await bundleApart(entry, bundle);
  await Deno.writeTextFile(`${bundle}/package.json`, `{ "type": "module" }\n`);
  return `${bundle}/${name}.js`;
}
