/**
 * Generates the definitions of all tools and the imports of their files. Reading the folder at run
 * time would fail over https, in bundles and in binaries.
 *
 * Usage: deno run -RWE scripts/generate.ts [--check]
 */

import { type DeclaredWrites, type ReadId, toolOf, type ToolSchema } from "../tools/_tool.ts";
import { defineTool } from "./_define_tool.ts";
import { type Derived, settle } from "./_derived.ts";
import { ROOT } from "./_run.ts";

/** The word is split, so that import scanners don't find an import in this file. */
const LOAD = "import";

function moduleNames(folder: string): readonly string[] {
  return [...Deno.readDirSync(new URL(`${folder}/`, ROOT))]
    .map(({ name }) => name)
    .filter((name) => name.endsWith(".ts") && !name.startsWith("_"))
    .map((name) => name.slice(0, -".ts".length))
    .sort();
}

function heading(what: string): string {
  return `/** ${what}, in the order of their names. Written by scripts/generate.ts. */\n\n` +
    `// deno-fmt-ignore-file\n\n`;
}

/** Imports a tool's file directly and returns the tool's definition as code. */
async function definition(name: string): Promise<string> {
  const module = await import(new URL(`tools/${name}.ts`, ROOT).href);
  const tool = toolOf<ToolSchema, readonly ReadId[], DeclaredWrites>(name, module);
  const { inputSchema, outputSchema, ...summary } = defineTool(tool);
  // A separate line for each part, for readable diffs.
  const [shown, input, output] = [summary, inputSchema, outputSchema].map((part) =>
    JSON.stringify(part)
  );
  return `  { ${
    shown?.slice(1, -1)
  },\n    inputSchema: ${input},\n    outputSchema: ${output} },\n`;
}

/** Each file has a literal name, so that registries and bundlers find it. */
function loader(name: string): string {
  return `  ${name}: async () => toolOf("${name}", await ${LOAD}("./${name}.ts")),\n`;
}

async function toolDefinitions(): Promise<Derived> {
  const names = moduleNames("tools");
  const definitions = await Promise.all(names.map(definition));
  const text = heading("Every tool") +
    `import { type Tool, type ToolDefinition, toolOf } from "./_tool.ts";\n\n` +
    `/** What clients see. */\n` +
    `export const definitions: readonly ToolDefinition[] = [\n${definitions.join("")}];\n\n` +
    `/** Loads a tool's file. */\n` +
    `export const loaders: Readonly<Record<string, () => Promise<Tool>>> = ` +
    `{\n${names.map(loader).join("")}};\n`;
  return { path: "tools/_definitions.ts", text };
}

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  const manifests = [await toolDefinitions()];
  if (settle(manifests, { isCheck, task: "generate" })) Deno.exit(1);
}
