/**
 * Commands that are waited for, and ended with all that they started when they take too long.
 *
 * @module
 */

import { spawn } from "node:child_process";
import process from "node:process";

/** How a command ended. */
export type Ending = "passed" | "failed" | "timed out";

/** What a command is run with. */
export interface CommandOptions {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Runs a program and gives what it has printed; fails when it does. */
export async function outputOf(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<string> {
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const parts: string[] = [];
  for await (const part of child.stdout.setEncoding("utf8")) parts.push(part);
  const code = await ended;
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ""} ended with ${code}`);
  return parts.join("");
}

/** Runs Deno, whose output nobody reads. */
export async function runDeno(args: readonly string[], options: CommandOptions): Promise<Ending> {
  const child = spawn(Deno.execPath(), args, {
    cwd: options.folder,
    env: { ...Deno.env.toObject(), ...options.env },
    stdio: "ignore",
    // A group of its own, so that what tests started ends with them.
    detached: true,
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, options.timeoutMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  clearTimeout(timer);
  return isLate ? "timed out" : code === 0 ? "passed" : "failed";
}
