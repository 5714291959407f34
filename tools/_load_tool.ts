import { definitions, loaders } from "./_definitions.ts";
import type { Tool, ToolDefinition } from "./_tool.ts";

const loaded = new Map<string, Tool>();

/**
 * Loads a tool when it is first called, and checks that its file declares the same operations as
 * its definition in `_definitions.ts`. (The definition was already compared with the coverage table
 * at startup.)
 *
 * @throws {TypeError} If there is no such tool, or if its definition is stale.
 */
export async function loadTool(name: string): Promise<Tool> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  const definition = definitions.find((one) => one.name === name);
  if (load === undefined || definition === undefined) {
    throw new TypeError(`There is no tool ${name}`);
  }
  const tool = await load();
  if (declared(tool) !== declared(definition)) {
    throw new TypeError(`The definition of ${name} is stale: run deno task write`);
  }
  loaded.set(name, tool);
  return tool;
}

function declared({ reads, writes }: Pick<ToolDefinition, "reads" | "writes">): string {
  return JSON.stringify([reads, writes]);
}
