/**
 * Collects everything that is wrong with a change, so that all of it is told at
 * once and nothing is written until it is put right.
 *
 * @module
 */

import { ToolError } from "./tool_error.ts";

/**
 * A growing list of refusals.
 *
 * @example
 * ```ts
 * import { assertThrows } from "@std/assert";
 *
 * const refusals = new Refusals();
 * refusals.add("row 1", "it is split: choose another");
 * assertThrows(() => refusals.throwIfAny());
 * ```
 */
export class Refusals {
  readonly #rows: string[] = [];

  /** Takes note of one row that can't be changed: why, and what to do. */
  add(row: string, why: string): void {
    this.#rows.push(`${row}: ${why}`);
  }

  /** Runs a look-up; when it refuses, takes note of it for the row and gives `null`. */
  attempt<Result>(row: string, run: () => Result): Result | null {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.add(row, [error.message, ...error.rows].join("; "));
      return null;
    }
  }

  /**
   * Ends the change if anything was refused.
   *
   * @throws {ToolError} `invalid_input`, with a line per refusal.
   */
  throwIfAny(): void {
    const count = this.#rows.length;
    if (count === 0) return;
    throw new ToolError(
      "invalid_input",
      `nothing was written, ${count} ${count === 1 ? "row is" : "rows are"} refused: ` +
        "put right what follows and call again",
      { rows: this.#rows },
    );
  }
}
