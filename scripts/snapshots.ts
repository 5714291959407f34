/**
 * Writes the snapshots of what clients are told of each tool, prompt and resource.
 *
 * Usage: deno run -RWE scripts/snapshots.ts [--check]
 */

// deno-lint-ignore-file no-console
import { defineTool } from "./_define_tool.ts";
import { describeTool } from "../server/offered_tools.ts";
import { tools } from "../tools/_manifest.ts";
import { settle } from "./_derived.ts";
import { ROOT } from "./_run.ts";
import { toldSnapshots } from "./_told_snapshots.ts";

const FOLDER = "test/tools/snapshots/";

/** Snapshots of tools that are no more. */
function leftOver(): readonly string[] {
  const known = new Set(tools.map(({ name }) => `${name}.json`));
  return [...Deno.readDirSync(new URL(FOLDER, ROOT))]
    .map(({ name }) => name)
    .filter((name) => !known.has(name));
}

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  const snapshots = tools.map((tool) => ({
    path: `${FOLDER}${tool.name}.json`,
    text: `${JSON.stringify(describeTool(defineTool(tool)), null, 2)}\n`,
  }));
  const isStale = settle([...snapshots, ...toldSnapshots()], { isCheck, task: "write" });
  for (const name of leftOver()) console.error(`${FOLDER}${name} is of no tool: remove it`);
  if (isStale || leftOver().length > 0) Deno.exit(1);
}
