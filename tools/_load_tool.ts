import { definitions } from "./_definitions.ts";
import { loaders } from "./_loaders.ts";
import type { Tool } from "./_tool.ts";

/**
 * Loads a tool. What its file declares has to be what was compared with the coverage table
 * at the start: otherwise its definition is older than the file.
 *
 * @throws {TypeError} When there is no such tool, or its definition is stale.
 */
export async function loadTool(
  name: string,
  source: ToolSource = { definitions, loaders },
): Promise<Tool> {
  const load = Object.hasOwn(source.loaders, name) ? source.loaders[name] : undefined;
  if (load === undefined) throw new TypeError(`There is no tool ${name}`);
  const tool = await load();
  const definition = source.definitions.find((one) => one.name === name);
  if (definition === undefined || declared(tool) !== declared(definition)) {
    throw new TypeError(`The definition of ${name} is stale: run deno task write`);
  }
  return tool;
}

type Declared = Pick<Tool, "name" | "reads" | "writes">;

/** Tools, and what clients are told of them. */
export interface ToolSource {
  readonly definitions: readonly Declared[];
  readonly loaders: Readonly<Record<string, () => Promise<Tool>>>;
}

function declared({ reads, writes }: Declared): string {
  return JSON.stringify([Object.entries(reads), Object.entries(writes)]);
}
