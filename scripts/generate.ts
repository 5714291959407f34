/**
 * Writes the manifests: how each tool, resource and prompt file is loaded, and what clients are
 * told of them. Reading the folders at run time would fail over
 * https, in bundles and in binaries.
 *
 * Usage: deno run -RWE scripts/generate.ts [--check]
 */

import { promptOf } from "../prompts/_prompt.ts";
import { resourceOf } from "../resources/_resource.ts";
import { definePrompt, defineResource } from "../server/definitions/define_entries.ts";
import { defineTool } from "../server/definitions/define_tool.ts";
import { type DeclaredWrites, type ReadId, toolOf, type ToolSchema } from "../tools/_tool.ts";
import { type Derived, settle } from "./_derived.ts";
import { ROOT } from "./_run.ts";

/** Kept out of sight of what looks for imports in this file. */
const LOAD = "import";

/** A folder whose files are loaded one by one, and are known by their definitions before. */
interface Folder {
  readonly folder: string;
  /** What each file is. */
  readonly what: string;
  /** The file with the type of a loaded one and the function that takes it in. */
  readonly contract: string;
  readonly type: string;
  readonly taker: string;
  /** The type of a definition. */
  readonly definition: string;
  /** Loads a file, whether or not a manifest knows it yet, and defines it. */
  readonly define: (name: string) => Promise<object>;
}

const FOLDERS: readonly Folder[] = [
  {
    folder: "tools",
    what: "tool",
    contract: "_tool.ts",
    type: "Tool",
    taker: "toolOf",
    definition: "ToolDefinition",
    define: async (name) =>
      defineTool(
        toolOf<ToolSchema, readonly ReadId[], DeclaredWrites>(
          name,
          await loaded("tools", name),
        ),
      ),
  },
  {
    folder: "prompts",
    what: "prompt",
    contract: "_prompt.ts",
    type: "Prompt",
    taker: "promptOf",
    definition: "PromptDefinition",
    define: async (name) => definePrompt(promptOf(name, await loaded("prompts", name))),
  },
  {
    folder: "resources",
    what: "resource",
    contract: "_resource.ts",
    type: "BudgetResource",
    taker: "resourceOf",
    definition: "ResourceDefinition",
    define: async (name) => defineResource(resourceOf(name, await loaded("resources", name))),
  },
];

// deno-lint-ignore no-explicit-any -- the takers' own manifests are what checks the files
async function loaded(folder: string, name: string): Promise<any> {
  return await import(new URL(`${folder}/${name}.ts`, ROOT).href);
}

function moduleNames(folder: string): readonly string[] {
  return [...Deno.readDirSync(new URL(`${folder}/`, ROOT))]
    .map(({ name }) => name)
    .filter((name) => name.endsWith(".ts") && !name.startsWith("_"))
    .map((name) => name.slice(0, -".ts".length))
    .sort();
}

function heading(what: string): string {
  return `/**\n * ${what}, in the order of their names. Written by scripts/generate.ts.\n` +
    ` *\n * @module\n */\n\n// deno-fmt-ignore-file\n\n`;
}

/** Each is loaded by a name that registries and bundlers can see, when it is first asked for. */
function loaders({ folder, what, contract, type, taker }: Folder): Derived {
  const entries = moduleNames(folder).map((name) =>
    `  ${name}: async () => ${taker}("${name}", await ${LOAD}("./${name}.ts")),\n`
  ).join("");
  const text = heading(`How every ${what} is loaded`) +
    `import { type ${type}, ${taker} } from "./${contract}";\n\n` +
    `/** Loads a ${what} by the name of its file. */\n` +
    `export const loaders: Readonly<Record<string, () => Promise<${type}>>> = {\n${entries}};\n`;
  return { path: `${folder}/_loaders.ts`, text };
}

/** What clients are told: a start has nothing to work out. */
async function definitions({ folder, what, definition, define }: Folder): Promise<Derived> {
  const all = await Promise.all(moduleNames(folder).map(define));
  const entries = all.map((one) => `  {\n${Object.entries(one).map(fieldLine).join("")}  },\n`);
  const text = heading(`What is told of every ${what}`) +
    `import type { ${definition} } from "./_definition.ts";\n\n` +
    `/** Every ${what} as data. */\n` +
    `export const definitions: readonly ${definition}[] = [\n${entries.join("")}];\n`;
  return { path: `${folder}/_definitions.ts`, text };
}

function fieldLine([name, value]: readonly [string, unknown]): string {
  return `    ${name}: ${JSON.stringify(value)},\n`;
}

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  const manifests = [
    ...FOLDERS.map(loaders),
    ...await Promise.all(FOLDERS.map(definitions)),
  ];
  if (settle(manifests, { isCheck, task: "generate" })) Deno.exit(1);
}
