/** Codes that a tool error may carry. */
export type ToolErrorCode =
  | "invalid_input"
  | "not_found"
  | "unauthorized"
  | "forbidden"
  | "rate_limited"
  | "conflict"
  | "rejected"
  | "unavailable"
  | "internal";

/** Says what could not be done and what to do next. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  /** What kind of mistake it is. */
  readonly code: ToolErrorCode;
  /** One line per row that is wrong. */
  readonly rows: readonly string[];

  /** Makes the error. */
  constructor(
    code: ToolErrorCode,
    message: string,
    options: { readonly rows?: readonly string[]; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.rows = options.rows ?? [];
  }
}

/** A growing list of refusals. */
export class Refusals {
  readonly #noun: "row" | "argument";
  readonly #rows: string[] = [];
  #only: ToolError | null = null;

  /** Starts a list; a single refused argument is reported with its own error. */
  constructor(noun: "row" | "argument" = "row") {
    this.#noun = noun;
  }

  /** Adds a row that can't be changed: why, and what to do. */
  add(row: string, why: string): void {
    this.#rows.push(`${row}: ${why}`);
  }

  /** Runs a look-up; a refusal is added for the row, and the result is `null`. */
  attempt<Result>(row: string, run: () => Result): Result | null {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.#only = error;
      this.add(row, [error.message, ...error.rows].join("; "));
      return null;
    }
  }

  /**
   * Returns what a look-up has found, once nothing was refused.
   *
   * @throws {ToolError} As {@linkcode Refusals.throwIfAny} does.
   * @throws {TypeError} Where nothing was found and nothing refused.
   */
  passed<Found>(found: Found | null): Found {
    this.throwIfAny();
    if (found === null) throw new TypeError("What is not found is refused");
    return found;
  }

  /**
   * Ends the change if anything was refused.
   *
   * @throws {ToolError} `invalid_input`, with a line per refusal.
   */
  throwIfAny(): void {
    const count = this.#rows.length;
    if (count === 0) return;
    // With one argument wrong its own error says more, such as that nothing was found.
    if (count === 1 && this.#noun === "argument" && this.#only !== null) throw this.#only;
    throw new ToolError(
      "invalid_input",
      `nothing was written, ${count} ${
        count === 1 ? `${this.#noun} is` : `${this.#noun}s are`
      } refused: ` +
        "correct the following and call again",
      { rows: this.#rows },
    );
  }
}
