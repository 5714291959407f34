/**
 * Loads a tool when it is first called.
 *
 * @module
 */

import { definitions } from "./_definitions.ts";
import { loaders } from "./_loaders.ts";
import type { Tool } from "./_tool.ts";

/**
 * Loads a tool. What its file declares has to be what was compared with the coverage table
 * at the start: otherwise its definition is older than the file.
 *
 * @param name The tool's name.
 * @throws {TypeError} When there is no such tool, or its definition is stale.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const { reads } = await loadTool("list_accounts");
 * assertEquals(reads.fuller, ["getAccounts"]);
 * ```
 */
export async function loadTool(name: string): Promise<Tool> {
  const definition = definitions.find((one) => one.name === name);
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (definition === undefined || load === undefined) {
    throw new TypeError(`There is no tool ${name}`);
  }
  const tool = await load();
  if (declared(tool) !== declared(definition)) {
    throw new TypeError(`The definition of ${name} is stale: run deno task write`);
  }
  return tool;
}

function declared({ reads, writes }: Pick<Tool, "reads" | "writes">): string {
  return JSON.stringify([Object.entries(reads), Object.entries(writes)]);
}
