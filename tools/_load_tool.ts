import { definitions, loaders } from "./_definitions.ts";
import type { Tool, ToolDefinition } from "./_tool.ts";

const loaded = new Map<string, Tool>();

/**
 * Loads a tool on its first call, and checks that its file declares the same operations as its
 * definition. The definition was compared with the coverage table at startup.
 *
 * @throws {TypeError} If there is no such tool, or if its definition is stale.
 */
export async function loadTool(name: string): Promise<Tool> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load === undefined) throw new TypeError(`There is no tool ${name}`);
  const tool = await load();
  assertCurrent(tool, definitions.find((one) => one.name === name));
  loaded.set(name, tool);
  return tool;
}

/**
 * Compares the operations that a tool's file declares with its definition.
 *
 * @throws {TypeError} If they differ.
 */
export function assertCurrent(tool: Tool, definition: Declared | undefined): void {
  if (definition !== undefined && declared(tool) === declared(definition)) return;
  throw new TypeError(`The definition of ${tool.name} is stale: run deno task write`);
}

type Declared = Pick<ToolDefinition, "reads" | "writes">;

function declared({ reads, writes }: Declared): string {
  return JSON.stringify([Object.entries(reads), Object.entries(writes)]);
}
