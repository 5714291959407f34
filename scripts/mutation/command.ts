/**
 * Commands that are waited for, and fail when they do.
 *
 * @module
 */

import { spawn } from "node:child_process";

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
