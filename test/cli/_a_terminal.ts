import { run } from "../../cli.ts";
import type { Terminal } from "../../cli/_terminal.ts";

/** Flags for the demo on a fixed day. */
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

/** Runs the program at a terminal, or in a pipe if `columns` is missing. */
export async function runAt(
  args: readonly string[],
  { env = {}, ...parts }: Parts = {},
): Promise<Ended> {
  let [out, err] = ["", ""];
  const status = await run({
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    ...parts,
    args,
    env: (name) => env[name],
  });
  return { status, out, err };
}
