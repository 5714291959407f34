import { assert, assertEquals } from "@std/assert";
import { onStartupComplete } from "../../cli/serve.ts";

const ROOT = new URL("../..", import.meta.url);

/** Returns the files and packages that a file statically imports, directly or indirectly. */
async function loadedBy(path: string, found: Set<string> = new Set()): Promise<Set<string>> {
  if (found.has(path)) return found;
  found.add(path);
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const statements = /^(?:import|export)\b(?! type\b)[^;"']*?\bfrom "([^"]+)";/gmu;
  for (const [, target = ""] of text.matchAll(statements)) {
    if (!target.startsWith(".")) found.add(target);
    else {
      const { href } = new URL(target, new URL(path, ROOT));
      await loadedBy(href.slice(ROOT.href.length), found);
    }
  }
  return found;
}

Deno.test("a server starts without loading schemas, tools, the demo plan or terminal code", async () => {
  const loaded = await loadedBy("cli/serve.ts", await loadedBy("cli.ts"));
  const loadedFrom = (folder: string): readonly string[] =>
    [...loaded].filter((path) => path.startsWith(`${folder}/`)).toSorted();
  assert(loaded.has("mod.ts") && loaded.has("@modelcontextprotocol/server"));
  assertEquals(["zod", "node:fs", "cli/_text.ts"].filter((name) => loaded.has(name)), []);
  assertEquals(loadedFrom("cli").length, 8);
  assertEquals(["demo", "tools", "prompts", "resources"].flatMap(loadedFrom), [
    "demo/demo_fetch.ts",
    "tools/_coverage.ts",
    "tools/_definitions.ts",
    "tools/_tool.ts",
    "prompts/_definitions.ts",
    "resources/_definitions.ts",
    "resources/_resource.ts",
  ]);
});

Deno.test("onStartupComplete() calls back once, shortly after the first message is sent", async () => {
  const timers = new Set<() => void>();
  const every = (_: number, run: () => void): () => void => {
    timers.add(run);
    return () => void timers.delete(run);
  };
  let [starts, sent] = [0, 0];
  const transport = { send: (_: unknown) => Promise.resolve(void (sent += 1)) };
  const watched = onStartupComplete(transport, { now: () => 0, every }, () => void (starts += 1));
  for (const count of [0, 1]) {
    await watched.send({ jsonrpc: "2.0", method: "notifications/progress" });
    assertEquals([starts, sent], [count, count + 1]);
    for (const runOut of timers) runOut();
    assertEquals([starts, timers.size], [1, 0]);
  }
});
