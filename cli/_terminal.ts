import type { SettingsForm } from "../server/settings_form.ts";
import type { BlobBackend } from "../sync/store/backend.ts";
import type { Prompt } from "./_prompt.ts";

/** Arguments, environment, and where words go. */
export interface Terminal {
  readonly args: readonly string[];
  /** Reads one variable; unset and empty are the same. */
  readonly env: (name: string) => string | undefined;
  /** Sets one variable for what this process still does; absent in tests. */
  readonly setEnv?: ((name: string, value: string) => void) | undefined;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Width of the terminal that `out` writes to; absent where it writes elsewhere. */
  readonly columns?: number | undefined;
  /** Reads the standard input to its end; absent in tests. */
  readonly input?: (() => Promise<string>) | undefined;
  /** The time, for what is shown to a person meanwhile. */
  readonly clock?: Clock | undefined;
  /** Shows a person a line that the next one replaces; absent without a person. */
  readonly status?: ((text: string) => void) | undefined;
  /** Asks a person a question that is answered with y or N; absent without a person. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Reads the standard input line by line; absent in tests that need none. */
  readonly openPrompt?: (() => Promise<Prompt>) | undefined;
  /** Whether a person types the standard input. */
  readonly isTyped?: boolean;
  /** Shuts down cleanly on a signal; absent if the process isn't ours. */
  readonly onStop?: ((end: End, isInputEnd?: boolean) => void) | undefined;
  /** Titles of the host's settings form, if that is how users change settings. */
  readonly settingsForm?: SettingsForm | undefined;
  /** Names of all variables; throws where the runtime doesn't allow it. Absent in tests. */
  readonly envNames?: (() => readonly string[]) | undefined;
  /** Opens a database, with what is loaded only for that. */
  readonly openDatabase?: OpenDatabase | undefined;
}

/**
 * Whether a program started this process, not a person: a host shows an exit only as "failed",
 * so a server that can't be used has to explain itself in its answers.
 */
export function isHosted({ ask, onStop }: Pick<Terminal, "ask" | "onStop">): boolean {
  return ask === undefined && onStop !== undefined;
}

/** Opens a database by its URL. */
export type OpenDatabase = (url: string) => Promise<BlobBackend>;

/** A clock that tests replace. */
export interface Clock {
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Runs something repeatedly; returns a function that stops it. */
  readonly every: (ms: number, run: () => void) => () => void;
}

/** Resolves when everything has finished: with the exit status, or `null` for the signal's. */
export type End = () => Promise<number | null>;

/** Ends the program with status 2 and one sentence on stderr. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What was asked for is right, and can't be had now. */
export class StartError extends Error {
  override readonly name = "StartError";
}
