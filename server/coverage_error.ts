/**
 * The error of a coverage table that is not what the tools and resources declare.
 *
 * @module
 */

/**
 * A coverage table that disagrees with what the tools and resources declare.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { CoverageError } from "@budget-tools/server";
 *
 * assertEquals(new CoverageError("one sentence").name, "CoverageError");
 * ```
 */
export class CoverageError extends Error {
  /** Tells the class where it can't be imported. */
  override readonly name = "CoverageError";
}
