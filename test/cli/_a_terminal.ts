import { run } from "../../cli.ts";
import type { Terminal } from "../../cli/_terminal.ts";

/** The day of every demo. */
export const DEMO: readonly string[] = ["--demo", "--today", "2026-11-20"];

/** What the program said, and how it ended. */
export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** What a test wants otherwise; nothing of the process is there. */
export type Parts = Partial<Omit<Terminal, "env" | "args">> & {
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs the program: without `columns` what it prints goes into a pipe. */
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
