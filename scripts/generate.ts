// deno-lint-ignore-file no-console
/**
 * Writes what is derived: the manifests, one static import per tool and resource
 * file (reading the folders at run time would fail over https, in bundles and in
 * binaries), and the README's table of tools.
 *
 * Usage: deno run -RW scripts/generate.ts [--check]
 *
 * @module
 */

import type { Tool } from "../tools/_tool.ts";

const ROOT = new URL("../", import.meta.url);
const TABLE_BEGIN = "<!-- tools: written by scripts/generate.ts -->\n";
const TABLE_END = "<!-- tools: end -->";

interface Derived {
  readonly path: string;
  readonly text: string;
}

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
    `/** Every tool of the fuller profile. */\nexport const tools: readonly Tool[] = [\n${entries}];\n`;
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

async function readme(): Promise<Derived> {
  const path = "README.md";
  const text = Deno.readTextFileSync(new URL(path, ROOT));
  const begin = text.indexOf(TABLE_BEGIN);
  const end = text.indexOf(TABLE_END);
  if (begin < 0 || end < begin) throw new Error("README.md has lost the marks of its tool table");
  const { tools } = await import("../tools/_manifest.ts");
  const before = text.slice(0, begin + TABLE_BEGIN.length);
  const table = `<!-- deno-fmt-ignore-start -->\n\n${
    toolTable(tools)
  }\n<!-- deno-fmt-ignore-end -->`;
  return { path, text: `${before}\n${table}\n\n${text.slice(end)}` };
}

function toolTable(tools: readonly Tool[]): string {
  const rows = tools.map(({ name, summary, writes }) => {
    const notes = [
      ...(writes.fuller.length > 0 ? ["changes the plan"] : []),
      ...(summary.profiles.includes("reduced") ? [] : ["fuller only"]),
    ];
    return [`\`${name}\``, summary.description, notes.join(", ") || "reads"];
  });
  const all = [["Tool", "What it does", "Notes"], ["---", "---", "---"], ...rows];
  return all.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function isCurrent({ path, text }: Derived): boolean {
  try {
    return Deno.readTextFileSync(new URL(path, ROOT)) === text;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function settle(derived: readonly Derived[], isCheck: boolean): boolean {
  const stale = derived.filter((file) => !isCurrent(file));
  for (const { path, text } of stale) {
    if (isCheck) console.error(`${path} is stale: run deno task generate`);
    else {
      Deno.writeTextFileSync(new URL(path, ROOT), text);
      console.error(`wrote ${path}`);
    }
  }
  return isCheck && stale.length > 0;
}

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  // The table is made from the manifests, so they come first.
  const isStale = settle([toolManifest(), resourceManifest()], isCheck) ||
    settle([await readme()], isCheck);
  if (isStale) Deno.exit(1);
}
