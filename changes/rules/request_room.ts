/**
 * Refuses a change whose requests, and those of its undo, this hour does not hold.
 *
 * @module
 */

import { ToolError } from "../../domain/base/tool_error.ts";

/**
 * Refuses what could be begun and not be ended, or not be taken back.
 *
 * @param writes Requests that the change sends; its undo sends as many.
 * @param free Requests that may still be sent in this hour.
 * @throws {ToolError} `rate_limited`.
 *
 * @example
 * ```ts
 * import { assertThrows } from "@std/assert";
 *
 * refuseWithoutRoom(10, 20);
 * assertThrows(() => refuseWithoutRoom(11, 20), Error, "needs 11 requests and its undo as many");
 * ```
 */
export function refuseWithoutRoom(writes: number, free: number): void {
  if (2 * writes <= free) return;
  throw new ToolError(
    "rate_limited",
    `nothing was written, this needs ${writes} requests and its undo as many, and ${free} of ` +
      "this hour's are free: change less, or call again later",
  );
}
