/**
 * Writes what the documents derive from the source: a page per tool with an example
 * that the demo plan answers, the coverage, the hosts, the options, README's answers and
 * tables, and the entry for the MCP registry.
 *
 * Usage: deno task docs [--check]
 */

// deno-lint-ignore-file no-console
import { tools } from "../tools/_manifest.ts";
import { coveragePage, hostsPage, terminalPage } from "./_pages.ts";
import { type Derived, jsonText, settle } from "./_derived.ts";
import { ExampleError } from "./_examples.ts";
import { readme } from "./_readme.ts";
import { ROOT } from "./_run.ts";
import { serverEntry } from "./_server_json.ts";
import { toolPage } from "./_tool_page.ts";

/** Pages of tools that are no more. */
function leftOver(): readonly string[] {
  const folder = new URL("docs/tools/", ROOT);
  const known = new Set(tools.map(({ name }) => `${name}.md`));
  return [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => !known.has(name));
}

async function toolPages(): Promise<readonly Derived[]> {
  try {
    return await Promise.all(tools.map(toolPage));
  } catch (error) {
    if (!(error instanceof ExampleError)) throw error;
    console.error(error.message);
    Deno.exit(1);
  }
}

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  const pages = await toolPages();
  const entry = { path: "server.json", text: `${jsonText(serverEntry())}\n` };
  const written = [coveragePage(), await hostsPage(), await terminalPage(), await readme()];
  const isStale = settle([...pages, ...written, entry], { isCheck, task: "docs" });
  for (const name of leftOver()) console.error(`docs/tools/${name} is of no tool: remove it`);
  if (isStale || leftOver().length > 0) Deno.exit(1);
}
