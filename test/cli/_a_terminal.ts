import { assertEquals } from "@std/assert";
import { run } from "../../cli.ts";
import type { Terminal } from "../../cli/_terminal.ts";

/** Flags that run the demo with a fixed current date. */
export const DEMO: readonly string[] = ["--demo", "--today", "2026-11-20"];

/** The program's output and exit status. */
export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Parts of the terminal that a test can override. The simulated terminal ignores this process's
 * input.
 */
export type Parts = Partial<Omit<Terminal, "env" | "args">> & {
  readonly env?: Readonly<Record<string, string>>;
};

/** Creates a `Terminal` that simulates a pipe: no input, discarded output, and a stopped clock. */
export function aTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Terminal {
  return {
    args,
    env: (name) => env[name],
    envNames: () => Object.keys(env),
    setEnv: () => {},
    out: () => {},
    isWritten: () => Promise.resolve(true),
    err: () => {},
    input: () => Promise.resolve(""),
    clock: { now: () => 0, every: () => () => {} },
    openPrompt: () => Promise.resolve({ read: () => Promise.resolve(null), close: () => {} }),
    isTyped: false,
  };
}

/** Runs the program in a terminal, or with its output piped if `columns` is missing. */
export async function runAt(
  args: readonly string[],
  { env, ...parts }: Parts = {},
): Promise<Ended> {
  let [out, err] = ["", ""];
  const status = await run({
    ...aTerminal(args, env),
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    ...parts,
  });
  return { status, out, err };
}

/** Runs the demo for a user who types the given lines. */
export async function demoWith(...typed: readonly string[]): Promise<Ended> {
  const lines = [...typed];
  const read = (): Promise<string | null> => Promise.resolve(lines.shift() ?? null);
  const ended = await runAt(["demo", "--today", "2026-11-20"], {
    openPrompt: () => Promise.resolve({ read, close: () => {} }),
  });
  assertEquals(lines, []);
  return ended;
}
