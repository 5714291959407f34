import { readdirSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import type { ToolReply } from "../../server/run_tool.ts";
import { openSession } from "../../server/open_session.ts";
import { type Ask, askSession } from "../processes/_asking.ts";
import type { Order } from "../processes/_ordered_server.ts";
import { openSoakDatabase } from "./_soak_database.ts";

/** A process's resources. */
export interface Holding {
  /** Bytes of live objects. */
  readonly heap: number;
  /** Open files, sockets and pipes; `null` if the system doesn't report them. */
  readonly files: number | null;
}

/** The tool that reports a process's resources. */
export const HOLDING = "holding";

if (import.meta.main) {
  let clock = { now: 0, at: 0 };
  let opened: { readonly ask: Ask; readonly close: () => Promise<void> } | null = null;
  for await (const line of createInterface({ input: process.stdin })) {
    const order = JSON.parse(line) as Order;
    clock = { now: order.now, at: performance.now() };
    opened ??= await begun(order, () => clock.now++ + Math.floor(performance.now() - clock.at));
    const { tool, args } = order;
    const reply = tool === HOLDING ? holding() : await opened.ask({ tool, args });
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
  await opened?.close();
}

async function begun(
  { url, folder: store }: Order,
  now: () => number,
): Promise<{ readonly ask: Ask; readonly close: () => Promise<void> }> {
  const isFolder = store.startsWith("sqlite:");
  const database = isFolder ? null : await openSoakDatabase(store);
  const session = openSession({
    apiUrl: url,
    token: "demo-token",
    checksAnswers: true,
    ...(database === null ? { storeFolder: store.slice("sqlite:".length) } : { database }),
    now,
    profile: "complete",
    write: true,
    fullIds: true,
  }, { delay: () => Promise.resolve(), random: () => 0 });
  return { ask: askSession(session), close: () => database?.close() ?? Promise.resolve() };
}

function holding(): ToolReply {
  (globalThis as { readonly gc?: () => void }).gc?.();
  const held: Holding = { heap: process.memoryUsage().heapUsed, files: openFiles() };
  return { text: "", isError: false, structured: { ...held } } as unknown as ToolReply;
}

function openFiles(): number | null {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return null;
  }
}
