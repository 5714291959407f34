/**
 * What a command touches of the process, so that tests can stand in for it.
 *
 * @module
 */

/** Arguments, environment, and where words go. */
export interface Terminal {
  readonly args: readonly string[];
  /** Reads one variable; unset and empty are the same. */
  readonly env: (name: string) => string | undefined;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Shows a person a line that the next one replaces; absent without a person. */
  readonly status?: ((text: string) => void) | undefined;
  /** Asks a person a question that is answered with y or N; absent without a person. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Has the process end well when it is told to end; absent where the process is not ours. */
  readonly onStop?: ((end: End, isInputEnd?: boolean) => void) | undefined;
}

/** Resolves when all that has begun has ended: with the exit status, `null` for the signal's. */
export type End = () => Promise<number | null>;
