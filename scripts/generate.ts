/**
 * Writes the manifests: one import per tool, resource, prompt and kind file. Reading the
 * folders at run time would fail over https, in bundles and in binaries.
 *
 * Usage: deno run -RW scripts/generate.ts [--check]
 *
 * @module
 */

import { type Derived, settle } from "./_derived.ts";
import { ROOT } from "./_run.ts";

function moduleNames(folder: string): readonly string[] {
  return [...Deno.readDirSync(new URL(`${folder}/`, ROOT))]
    .map(({ name }) => name)
    .filter((name) => name.endsWith(".ts") && !name.startsWith("_"))
    .map((name) => name.slice(0, -".ts".length))
    .sort();
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/gu, (_, letter: string) => letter.toUpperCase());
}

function heading(what: string): string {
  return `/**\n * Every ${what}, in the order of their names. Written by scripts/generate.ts.\n *\n * @module\n */\n\n`;
}

function importsOf(names: readonly string[]): string {
  return names.map((name) => `import * as ${camelCase(name)} from "./${name}.ts";\n`).join("");
}

function toolManifest(): Derived {
  const names = moduleNames("tools");
  const entries = names.map((name) => `  toolOf("${name}", ${camelCase(name)}),\n`).join("");
  const text = heading("tool") + importsOf(names) +
    `import { type Tool, toolOf } from "./_tool.ts";\n\n` +
    `/** Every tool, whichever profile it is in. */\nexport const tools: readonly Tool[] = [\n${entries}];\n`;
  return { path: "tools/_manifest.ts", text };
}

function resourceManifest(): Derived {
  const names = moduleNames("resources");
  const entries = names.map((name) => `  resourceOf(${camelCase(name)}),\n`).join("");
  const text = heading("resource") + importsOf(names) +
    `import { type BudgetResource, resourceOf } from "./_resource.ts";\n\n` +
    `/** Every resource. */\nexport const resources: readonly BudgetResource[] = [\n${entries}];\n`;
  return { path: "resources/_manifest.ts", text };
}

function promptManifest(): Derived {
  const names = moduleNames("prompts");
  const entries = names.map((name) => `  promptOf("${name}", ${camelCase(name)}),\n`).join("");
  const text = heading("prompt") + importsOf(names) +
    `import { type Prompt, promptOf } from "./_prompt.ts";\n\n` +
    `/** Every prompt. */\nexport const prompts: readonly Prompt[] = [\n${entries}];\n`;
  return { path: "prompts/_manifest.ts", text };
}

/** Kinds are loaded one by one: a start has no use for any. */
function kindManifest(): Derived {
  const load = "import";
  const names = moduleNames("changes/kinds");
  const entries = names.map((name) =>
    `  ${name}: async () => (await ${load}("./${name}.ts")).kind,\n`
  ).join("");
  const text = heading("kind of change") + `import type { ChangeKind } from "../kind.ts";\n\n` +
    `/** Loads a kind by its name, which is that of its tool. */\n` +
    `export const kinds = {\n${entries}} satisfies Readonly<Record<string, () => Promise<ChangeKind>>>;\n\n` +
    `/** The name of a kind: a changing tool without one does not compile. */\n` +
    `export type KindName = keyof typeof kinds;\n`;
  return { path: "changes/kinds/_manifest.ts", text };
}

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  const manifests = [toolManifest(), resourceManifest(), promptManifest(), kindManifest()];
  if (settle(manifests, { isCheck, task: "generate" })) Deno.exit(1);
}
