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

/** An error that the assistant or user can fix. The message says what failed and what to do. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ToolErrorCode;
  readonly rows: readonly string[];

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

export function invalidInput(message: string, rows: readonly string[] = []): ToolError {
  return new ToolError("invalid_input", message, { rows });
}

export class Refusals {
  readonly #noun: "row" | "argument";
  readonly #rows: string[] = [];
  #only: ToolError | null = null;

  /** Creates an empty list. If only one argument is rejected, its error will be thrown as is. */
  constructor(noun: "row" | "argument" = "row") {
    this.#noun = noun;
  }

  add(row: string, why: string | null): void {
    if (why !== null) this.#rows.push(`${row}: ${why}`);
  }

  /** Runs a lookup. If the lookup fails, adds the lookup's error to the list and returns `null`. */
  attempt<Result>(row: string, run: () => Result): Result | null {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.#only = error;
      const why = [error.message, ...error.rows].join("; ");
      // Omit the suggestions if an earlier row already lists them.
      this.add(row, this.#rows.some((one) => one.endsWith(why)) ? error.message : why);
      return null;
    }
  }

  passed<Found>(found: Found | null): Found {
    this.throwIfAny();
    if (found === null) throw new TypeError("The lookup found nothing, yet it recorded no error");
    return found;
  }

  throwIfAny(): void {
    const count = this.#rows.length;
    if (count === 0) return;
    // If only one argument was rejected, throw that argument's own error, which is more specific.
    if (count === 1 && this.#noun === "argument" && this.#only !== null) throw this.#only;
    const refused = count === 1 ? `${this.#noun} was` : `${this.#noun}s were`;
    throw invalidInput(
      `nothing was written, because ${count} ${refused} refused: correct the following and call ` +
        "again",
      this.#rows,
    );
  }
}
