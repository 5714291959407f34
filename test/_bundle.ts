import { bundleApart } from "../scripts/_bundle.ts";

/** Bundles an entry with everything it imports, like the npm package, once per entry. */
export async function bundled(entry: string, folder: string): Promise<string> {
  const [name = ""] = entry.split("/").at(-1)?.split(".") ?? [];
  const bundle = `${folder}/${name}`;
  await bundleApart(entry, bundle);
  await Deno.writeTextFile(`${bundle}/package.json`, `{ "type": "module" }\n`);
  return `${bundle}/${name}.js`;
}
