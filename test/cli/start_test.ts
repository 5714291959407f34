import { assert, assertEquals } from "@std/assert";
import { onStartupComplete } from "../../cli/serve.ts";

const ROOT = new URL("../..", import.meta.url);

/** Returns the files and packages that a file imports statically, directly or indirectly. */
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

const loaded = await loadedBy("cli/serve.ts", await loadedBy("cli.ts"));
const loadedFrom = (folder: string): readonly string[] =>
  [...loaded].filter((path) => path.startsWith(`${folder}/`)).toSorted();

Deno.test("a server loads no terminal code", () => {
  assert(loaded.has("mod.ts"));
  assertEquals(loadedFrom("cli"), [
    "cli/_address.ts",
    "cli/_flags.ts",
    "cli/_parse.ts",
    "cli/_settings.ts",
    "cli/_store_place.ts",
    "cli/_terminal.ts",
    "cli/_token.ts",
    "cli/serve.ts",
  ]);
});

Deno.test("a server loads the household only on demand", () => {
  assertEquals(loadedFrom("demo"), ["demo/demo_fetch.ts"]);
});

Deno.test("a server loads tools, prompts and resources only on demand", () => {
  assertEquals(["tools", "prompts", "resources"].flatMap(loadedFrom), [
    "tools/_coverage.ts",
    "tools/_definitions.ts",
    "tools/_tool.ts",
    "prompts/_definitions.ts",
    "resources/_definitions.ts",
    "resources/_resource.ts",
  ]);
});

Deno.test("a server starts without loading schemas or the file system", () => {
  assertEquals(["zod", "node:fs"].filter((name) => loaded.has(name)), []);
  assert(loaded.has("@modelcontextprotocol/server"));
});

interface Started {
  readonly transport: { send(message: string): Promise<void> };
  readonly sent: string[];
  /** Advances the clock past the time limit for the client's request. */
  readonly runOut: () => void;
  readonly isWaiting: () => boolean;
  readonly starts: () => number;
}

function aStart(): Started {
  const sent: string[] = [];
  const timers = new Set<() => void>();
  let starts = 0;
  const clock = {
    now: () => 0,
    every: (_ms: number, run: () => void): () => void => {
      timers.add(run);
      return () => void timers.delete(run);
    },
  };
  const transport = {
    send: (message: string): Promise<void> => Promise.resolve(void sent.push(message)),
  };
  onStartupComplete(transport, clock, () => void (starts += 1));
  return {
    transport,
    sent,
    runOut: () => timers.forEach((run) => run()),
    isWaiting: () => timers.size > 0,
    starts: () => starts,
  };
}

Deno.test("onStartupComplete() reports startup after tools were listed", async () => {
  const { transport, sent, isWaiting, starts, runOut } = aStart();
  await transport.send("initialize");
  assertEquals([starts(), isWaiting()], [0, true]);
  await transport.send("tools/list");
  assertEquals([starts(), isWaiting()], [1, false]);
  await transport.send("tools/call");
  runOut();
  assertEquals([starts(), sent.length], [1, 3]);
});

Deno.test("onStartupComplete() waits only a limited time for a tools request", async () => {
  const { transport, isWaiting, starts, runOut } = aStart();
  assertEquals(isWaiting(), false);
  await transport.send("initialize");
  runOut();
  assertEquals([starts(), isWaiting()], [1, false]);
  await transport.send("tools/list");
  assertEquals(starts(), 1);
});
