import { bundleApart } from "../scripts/_bundle.ts";

/** Bundles an entry with everything it imports, as for the npm package. */
export async function bundled(entry: string): Promise<string> {
  const [name = ""] = entry.split("/").at(-1)?.split(".") ?? [];
  return `${await bundleApart(entry)}/${name}.js`;
}
