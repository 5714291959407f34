import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../../", import.meta.url);

/** Every file that a file imports at once, and what these import. */
async function loadedBy(path: string, found: Set<string> = new Set()): Promise<Set<string>> {
  if (found.has(path)) return found;
  found.add(path);
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const statements = /^(?:import|export)\b(?! type\b)[^;"']*?\bfrom "(\.[^"]+)";/gmu;
  for (const [, target = ""] of text.matchAll(statements)) {
    const { href } = new URL(target, new URL(path, ROOT));
    await loadedBy(href.slice(ROOT.href.length), found);
  }
  return found;
}

Deno.test("a server loads none of the terminal's code", async () => {
  const loaded = await loadedBy("cli/serve.ts", await loadedBy("cli.ts"));
  assert(loaded.has("mod.ts"));
  const ofCommands = [...loaded].filter((path) => path.startsWith("cli/")).toSorted();
  assertEquals(ofCommands, [
    "cli/_database.ts",
    "cli/_flags.ts",
    "cli/_log.ts",
    "cli/_loopback.ts",
    "cli/_parse.ts",
    "cli/_settings.ts",
    "cli/_start_error.ts",
    "cli/_start_told.ts",
    "cli/_state_folder.ts",
    "cli/_stop.ts",
    "cli/_token.ts",
    "cli/_usage_error.ts",
    "cli/serve.ts",
  ]);
});

Deno.test("neither a server nor the library loads the household before it is asked for", async () => {
  const loaded = await loadedBy("mod.ts", await loadedBy("cli/serve.ts"));
  const ofDemo = [...loaded].filter((path) => path.startsWith("demo/"));
  assertEquals(ofDemo, ["demo/demo_fetch.ts"]);
});
