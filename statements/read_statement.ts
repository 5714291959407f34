import { ToolError } from "../domain/base/tool_error.ts";
import type { ReadingOfStatement, ReadingOptions } from "../domain/statements/statement.ts";

/** Largest file, in bytes. */
export const MOST_BYTES = 5_000_000;
/** Most bookings in a file. */
export const MOST_ROWS = 5_000;

/**
 * Reads a bank's file.
 *
 * @throws {ToolError} `invalid_input` if it is no statement, or one that can't be read with
 * certainty.
 */
export function readStatement(
  _bytes: Uint8Array<ArrayBuffer>,
  _options: ReadingOptions,
): Promise<ReadingOfStatement> {
  return Promise.reject(new ToolError("internal", "reading statements is not built yet"));
}
