#!/usr/bin/env node
import process from "node:process";
import { setImmediate, setTimeout } from "node:timers";
import type { CommandName } from "./cli/_flags.ts";
import { type CommandLine, parseCommandLine } from "./cli/_parse.ts";
import type { Prompt } from "./cli/_prompt.ts";
import {
  type Clock,
  type End,
  type OpenDatabase,
  StartError,
  type Terminal,
  UsageError,
} from "./cli/_terminal.ts";
import { serve } from "./cli/serve.ts";
import { CoverageError } from "./server/offered_tools.ts";
import type { SettingsForm } from "./server/advice.ts";
import { VERSION } from "./server/version.ts";

type Run = (line: CommandLine, terminal: Terminal) => number | Promise<number>;

// Other commands are loaded on demand, so that they don't delay a server's startup.
const commands: Readonly<Record<CommandName, () => Promise<Run>>> = {
  serve: () => Promise.resolve(serve),
  call: async () => (await import("./cli/call.ts")).call,
  digest: async () => (await import("./cli/digest.ts")).digest,
  statement: async () => (await import("./cli/statement.ts")).statement,
  import: async () => (await import("./cli/import.ts")).importStatement,
  tools: async () => (await import("./cli/listings.ts")).listTools,
  coverage: async () => (await import("./cli/listings.ts")).listCoverage,
  store: async () => (await import("./cli/store.ts")).store,
  history: async () => (await import("./cli/history.ts")).history,
  export: async () => (await import("./cli/export/export_plan.ts")).exportPlan,
  users: async () => (await import("./cli/users.ts")).users,
  ready: async () => (await import("./cli/ready.ts")).ready,
  demo: async () => (await import("./cli/demo.ts")).demo,
  "demo-upstream": async () => (await import("./cli/demo_upstream.ts")).demoUpstream,
  completion: async () => (await import("./cli/completion.ts")).completion,
  version: () => Promise.resolve(printVersion),
  help: async () => (await import("./cli/help.ts")).help,
};

function printVersion(_: CommandLine, { out }: Terminal): number {
  out(`${VERSION}\n`);
  return 0;
}

/**
 * Loads a module that a stdio server doesn't need: the HTTP command or the PostgreSQL store. The
 * module's name is computed at run time so that the module isn't downloaded unnecessarily: when the
 * program is first run directly from a package registry, every module imported by a literal name is
 * downloaded.
 */
async function loadApart<Module>(path: string, problem: string): Promise<Module> {
  try {
    return await import(import.meta.url.replace(/cli(\.\w+)$/u, `${path}$1`));
  } catch (error) {
    throw new UsageError(problem, { cause: error });
  }
}

async function loadHttpApart(): Promise<Run> {
  const { serveOverHttp } = await loadApart<{ readonly serveOverHttp: Run }>(
    "cli/serve_http",
    "the HTTP modules can't be loaded: run jsr:@budget-tools/server/http instead",
  );
  return serveOverHttp;
}

async function loadPostgresApart(): Promise<OpenDatabase> {
  const { openPostgres } = await loadApart<{ readonly openPostgres: OpenDatabase }>(
    "remote/postgres/open_postgres",
    "the PostgreSQL modules can't be loaded from this installation",
  );
  return openPostgres;
}

/**
 * Loaders for modules that are loaded on demand. A bundle passes its own loaders, because it can't
 * find a file whose name is computed at run time.
 */
export interface Apart {
  readonly http?: () => Promise<Run>;
  readonly postgres?: () => Promise<OpenDatabase>;
  /** Titles in the host's settings form; set only in the desktop extension. */
  readonly settingsForm?: SettingsForm;
}

/** Runs the program. */
export async function run(
  terminal: Terminal,
  { http: loadHttp = loadHttpApart, postgres = loadPostgresApart, settingsForm }: Apart = {},
): Promise<number> {
  const openDatabase: OpenDatabase = async (url) => await (await postgres())(url);
  try {
    const place = { openDatabase, settingsForm, ...terminal };
    const line = parseCommandLine(place);
    const { help, version } = line.given;
    if (version !== undefined) return printVersion(line, terminal);
    isServing = help === undefined && line.command === "serve";
    const isHttp = isServing && line.given.http !== undefined;
    const command = isHttp
      ? await loadHttp()
      : await commands[help === undefined ? line.command : "help"]();
    return await command(line, place);
  } catch (error) {
    return await fail(error, terminal);
  }
}

/** Runs the program in this process. */
export async function main(apart?: Apart): Promise<void> {
  process.stdout.on("error", noteOutputError);
  process.stderr.on("error", ignoreError);
  const terminal = processTerminal();
  process.exitCode = await run(terminal, apart);
  // A running server continues even if its audit log can't be written.
  if (isServing) return;
  if (await isOutputWritten() || isPipeClosed(outputError)) return;
  process.exitCode = await fail(outputError, terminal);
}

/** Does nothing: an error while writing the log can't be logged. */
function ignoreError(): void {}

let isServing = false;

/** The first error that occurred while writing the output, such as a full disk. */
let outputError: Error | null = null;

function noteOutputError(error: Error): void {
  outputError ??= error;
}

/** Whether the reader of a pipe, such as `head` or a host, has exited. */
function isPipeClosed(error: Error | null): boolean {
  return (error as { readonly code?: unknown } | null)?.code === "EPIPE";
}

async function fail(error: unknown, terminal: Terminal): Promise<number> {
  const [code, message] = codeAndMessage(error);
  const { jsonText, say } = await import("./cli/_text.ts");
  // With --json, errors are also JSON, on one line.
  if (terminal.args.includes("--json")) {
    terminal.err(`${jsonText({ error: { code, message } }, 0)}\n`);
  } else say(message, terminal);
  return code === "usage" ? 2 : 1;
}

function codeAndMessage(error: unknown): readonly [code: "usage" | "failed", message: string] {
  if (error instanceof UsageError) return ["usage", error.message];
  if (error instanceof StartError) return ["failed", error.message];
  if (error instanceof CoverageError) return ["failed", error.message];
  if (error instanceof Error && error.name === "NotCapable") {
    return ["failed", "a permission is missing: docs/hosts.md lists the required permissions"];
  }
  const { code } = error as { readonly code?: unknown };
  if (typeof code === "string" && /^E[A-Z]+$/u.test(code)) {
    return ["failed", `can't read or write a file, folder or output stream (${code})`];
  }
  // The message may contain data from the plan, so only the kind of error is printed.
  return ["failed", `failed with ${error instanceof Error ? error.name : typeof error}`];
}

const USUAL_COLUMNS = 80;

const clock: Clock = {
  now: Date.now,
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

/** Maximum time to wait for a change in progress, in milliseconds. */
const MAX_MS = 45_000;

/** Signals that end a process, and the exit status for each. */
const SIGNALS = [["SIGINT", 130], ["SIGTERM", 143]] as const;

/** The terminal, arguments and environment of this process. */
function processTerminal(): Terminal {
  return {
    args: process.argv.slice(2),
    env: (name) => process.env[name],
    envNames: () => Object.keys(process.env),
    setEnv,
    out: (text) => write(process.stdout, text, noteOutputError),
    isWritten: isOutputWritten,
    columns: process.stdout.isTTY ? process.stdout.columns || USUAL_COLUMNS : undefined,
    input,
    clock,
    err: (text) => write(process.stderr, text, ignoreError),
    status: process.stderr.isTTY ? status : undefined,
    ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined,
    isTyped: process.stdin.isTTY === true,
    openPrompt,
    onStop,
  };
}

/**
 * Writes text. If the output is a file, Deno throws write errors, whereas Node passes them to the
 * stream's listener.
 */
function write(
  stream: { readonly write: (text: string) => unknown },
  text: string,
  onError: (error: Error) => void,
): void {
  try {
    stream.write(text);
  } catch (error) {
    onError(error as Error);
  }
}

function setEnv(name: string, value: string): void {
  try {
    process.env[name] = value;
  } catch {
    // Deno isn't permitted to set this variable.
  }
}

function status(text: string): void {
  // Overwrite the line. Truncate the text, because a wrapped line couldn't be cleared.
  const most = (process.stderr.columns || USUAL_COLUMNS) - 1;
  process.stderr.write(`\r\u001b[K${text.slice(0, most)}`);
}

async function input(): Promise<string> {
  const { text } = await import("node:stream/consumers");
  return await text(process.stdin);
}

async function openPrompt(): Promise<Prompt> {
  return (await import("./cli/_prompt.ts")).openPrompt();
}

async function ask(question: string): Promise<boolean> {
  const { askOn } = await import("./cli/_prompt.ts");
  const prompt = await openPrompt();
  try {
    process.stdout.write(`${question}\n`);
    return await askOn(prompt);
  } finally {
    prompt.close();
  }
}

/**
 * Ends the process on a signal and, if requested, at the end of the input. Waits up to 45 seconds
 * for work in progress; a second signal ends the process immediately.
 */
function onStop(end: End, isInputEnd = false): void {
  let isStopping = false;
  let signals = 0;
  const stop = async (status: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(status), MAX_MS).unref();
    const own = await end().catch(() => 1);
    await isOutputWritten();
    process.exit(own ?? status);
  };
  for (const [signal, status] of SIGNALS) {
    process.on(signal, () => {
      signals += 1;
      // A host closes the input and then sends a signal; the signal must not interrupt the
      // shutdown.
      if (signals > 1) process.exit(status);
      stop(status);
    });
  }
  if (isInputEnd) {
    for (const event of ["end", "close"]) process.stdin.once(event, () => stop(0));
  }
}

/** Waits for pending output. Returns whether all output has been written. */
async function isOutputWritten(): Promise<boolean> {
  // On Deno, a write that follows an error never calls its callback.
  if (outputError !== null) return false;
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => process.stdout.write("", resolve));
  return outputError === null;
}

if (import.meta.main) main();
