/**
 * A reason why the program ends at its start, told in one sentence.
 *
 * @module
 */

/** What was asked for is right, and can't be had now. */
export class StartError extends Error {
  override readonly name = "StartError";
}
