import type { SettingsForm } from "../server/advice.ts";
import type { BlobBackend } from "../sync/store/backend.ts";
import type { Prompt } from "./_prompt.ts";

/** A command's arguments, environment and output. */
export interface Terminal {
  readonly args: readonly string[];
  /** Reads an environment variable; an empty variable counts as unset. */
  readonly env: (name: string) => string | undefined;
  /**
   * Returns the names of all environment variables; throws if the runtime denies access to them.
   */
  readonly envNames: () => readonly string[];
  /** Sets an environment variable for this process. */
  readonly setEnv: (name: string, value: string) => void;
  readonly out: (text: string) => void;
  /** Waits for the output, and returns whether all of it has been written. */
  readonly isWritten: () => Promise<boolean>;
  readonly err: (text: string) => void;
  /** Width of the terminal that `out` writes to; absent if `out` isn't a terminal. */
  readonly columns?: number | undefined;
  /** Reads all of standard input. */
  readonly input: () => Promise<string>;
  /** The clock used to time things such as the progress messages shown to the user. */
  readonly clock: Clock;
  /** Replaces the status line; `undefined` if the terminal isn't interactive. */
  readonly status?: ((text: string) => void) | undefined;
  /** Asks a yes/no question; `undefined` if the terminal isn't interactive. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Reads standard input line by line. */
  readonly openPrompt: () => Promise<Prompt>;
  /** Whether standard input is a terminal. */
  readonly isTyped: boolean;
  /**
   * Lets a signal end the process cleanly. It is `undefined` for a command that runs inside another
   * command.
   */
  readonly onStop?: ((end: End, isInputEnd?: boolean) => void) | undefined;
  /** Field titles of the host's settings form; absent if users change settings elsewhere. */
  readonly settingsForm?: SettingsForm | undefined;
  /** Loads the database modules and opens a database. */
  readonly openDatabase?: OpenDatabase | undefined;
}

/** Reads an environment variable; `null` if the runtime denies access to it, as Deno can. */
export function readVariable(env: Terminal["env"], name: string): string | null | undefined {
  try {
    return env(name);
  } catch {
    return null;
  }
}

/**
 * Whether a program, not a person, started this process. If a server exits, its host shows only
 * "failed", so a misconfigured server keeps running and explains the problem in its answers.
 */
export function isHosted({ ask, onStop }: Pick<Terminal, "ask" | "onStop">): boolean {
  return ask === undefined && onStop !== undefined;
}

export type OpenDatabase = (url: string) => Promise<BlobBackend>;

/** A clock that tests can replace. */
export interface Clock {
  /** Milliseconds since an arbitrary moment. */
  readonly now: () => number;
  /** Calls a function repeatedly; returns a function that stops the calls. */
  readonly every: (ms: number, run: () => void) => () => void;
}

/**
 * Waits for all work to finish. Returns the exit status, or `null` if the process should exit with
 * the signal's own status.
 */
export type End = () => Promise<number | null>;

/** Thrown to end the program with status 2 and one sentence on stderr. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Thrown if a valid command can't be carried out now. */
export class StartError extends Error {
  override readonly name = "StartError";
}
