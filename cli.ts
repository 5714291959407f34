#!/usr/bin/env node
/**
 * The command line: flags and environment in, a running server or one answer out.
 * It is also what the npm package and the binary start.
 *
 * @module
 */

import process from "node:process";
import type { CommandName } from "./commands/_flags.ts";
import { commandHelp, programHelp } from "./commands/_help.ts";
import { type CommandLine, parseCommandLine } from "./commands/_parse.ts";
import { onStop } from "./commands/_stop.ts";
import type { Terminal } from "./commands/_terminal.ts";
import { UsageError } from "./commands/_usage_error.ts";
import { CoverageError } from "./server/coverage_mismatch.ts";
import { VERSION } from "./server/version.ts";

type Run = (line: CommandLine, terminal: Terminal) => number | Promise<number>;

// Each command is loaded when it is asked for: a server has no use for the others.
const commands: Readonly<Record<CommandName, () => Promise<Run>>> = {
  serve: async () => (await import("./commands/serve.ts")).serve,
  call: async () => (await import("./commands/call.ts")).call,
  tools: async () => (await import("./commands/tools.ts")).listTools,
  coverage: async () => (await import("./commands/coverage.ts")).listCoverage,
  store: async () => (await import("./commands/store.ts")).store,
  history: async () => (await import("./commands/history.ts")).history,
  "demo-upstream": async () => (await import("./commands/demo_upstream.ts")).demoUpstream,
};

/**
 * Runs the program.
 *
 * @param terminal The process, or what stands in for it.
 * @returns The exit status: 0 done, 1 failed, 2 the command line is wrong.
 */
export async function run(terminal: Terminal): Promise<number> {
  try {
    const line = parseCommandLine(terminal);
    const { help, version } = line.given;
    if (version !== undefined) return say(terminal, VERSION);
    if (help !== undefined) {
      const isNamed = terminal.args.includes(line.command);
      return say(terminal, isNamed ? commandHelp(line.command) : programHelp());
    }
    const command = await commands[line.command]();
    return await command(line, terminal);
  } catch (error) {
    return fail(error, terminal);
  }
}

/** Runs the program on this process. */
export async function main(): Promise<void> {
  process.exitCode = await run({
    args: process.argv.slice(2),
    env: (name) => process.env[name],
    setEnv,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    status: process.stderr.isTTY ? status : undefined,
    ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined,
    onStop,
  });
}

function setEnv(name: string, value: string): void {
  try {
    process.env[name] = value;
  } catch {
    // Deno was not told to let us.
  }
}

function status(text: string): void {
  // To the first column, and what stood there before is cleared.
  process.stderr.write(`\r\u001b[K${text}`);
}

async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import("node:readline/promises");
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/iu.test((await reader.question(`${question}\n[y/N] `)).trim());
  } finally {
    reader.close();
  }
}

function say({ out }: Terminal, text: string): number {
  out(`${text}\n`);
  return 0;
}

function fail(error: unknown, { err }: Terminal): number {
  if (error instanceof UsageError) {
    err(`budget-tool-server: ${error.message}\n`);
    return 2;
  }
  if (error instanceof CoverageError) {
    err(`budget-tool-server: ${error.message}\n`);
    return 1;
  }
  if (error instanceof Error && error.name === "NotCapable") {
    err("budget-tool-server: a permission is missing: README names those that are needed\n");
    return 1;
  }
  // The message may quote what it failed on: only what kind of error it is goes out.
  const kind = error instanceof Error ? error.name : typeof error;
  err(`budget-tool-server: failed with ${kind}\n`);
  return 1;
}

if (import.meta.main) main();
