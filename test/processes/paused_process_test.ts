import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { openSqliteStore } from "../sync/_sqlite_store.ts";
import type { Store } from "../../sync/store/store.ts";

/** In milliseconds; longer than a lease lasts without renewal. */
const LONG_MS = 100_000;

interface Holder {
  readonly signal: (name: Deno.Signal) => void;
  /** Starts the holder's change and returns the output. */
  readonly begin: () => Promise<string>;
  readonly ended: Promise<unknown>;
}

async function aHolder(folder: string): Promise<Holder> {
  const script = fileURLToPath(new URL("_lock_holder.ts", import.meta.url));
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", script, folder],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  });
  const child = command.spawn();
  const said = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  assertEquals((await said.read()).value?.trim(), "held");
  const stdin = child.stdin.getWriter();
  return {
    signal: (name) => child.kill(name),
    begin: async () => {
      await stdin.write(new TextEncoder().encode("begin\n"));
      return (await said.read()).value?.trim() ?? "";
    },
    ended: child.status.then(async () => {
      await said.cancel();
      await stdin.close().catch(() => {});
    }),
  };
}

async function opened(folder: string, aheadMs = 0): Promise<Store> {
  return await openSqliteStore({
    folder,
    secret: "a-token",
    baseUrl: "https://api.example.com/v1",
    now: () => Date.now() + aheadMs,
    onQuarantined: () => {},
  });
}

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function token(store: Store): Promise<number> {
  return store.changes.withPlanLock("p", (lease) => Promise.resolve(lease.token));
}

Deno.test("a killed process's lock is free before its lease expires", async () => {
  await inFolder(async (folder) => {
    const holder = await aHolder(folder);
    holder.signal("SIGKILL");
    await holder.ended;
    const store = await opened(folder);
    // The clock doesn't move here, so the lease can't have expired.
    assertEquals(await token(store), 2);
    await store.close();
  });
});

Deno.test({
  name: "a process paused longer than its lease stops if another process has taken its lock",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder(async (folder) => {
      const holder = await aHolder(folder);
      holder.signal("SIGSTOP");
      const store = await opened(folder, LONG_MS);
      assertEquals(await token(store), 2);
      holder.signal("SIGCONT");
      assertMatch(await holder.begin(), /^ToolError: this server was paused .*; holds: false$/u);
      await holder.ended;
      assertEquals(await store.changes.entries("p"), []);
      await store.close();
    }),
});

Deno.test({
  name: "a paused process continues if no other process has taken its lock",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder(async (folder) => {
      const holder = await aHolder(folder);
      holder.signal("SIGSTOP");
      holder.signal("SIGCONT");
      assertEquals(await holder.begin(), "true; holds: true");
      await holder.ended;
      const store = await opened(folder);
      assertEquals((await store.changes.entries("p")).length, 1);
      assertEquals(await token(store), 2);
      await store.close();
    }),
});
