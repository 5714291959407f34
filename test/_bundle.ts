import { bundleApart } from "../scripts/_bundle.ts";

/** Bundles an entry file with everything it imports, as the npm package's build does. */
export async function bundled(entry: string): Promise<string> {
  const [name = ""] = entry.split("/").at(-1)?.split(".") ?? [];
  return `${await bundleApart(entry)}/${name}.js`;
}
