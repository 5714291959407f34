import { ToolError } from "../../domain/base/tool_error.ts";

/**
 * Refuses what could be begun and not be ended, or not be taken back.
 *
 * @throws {ToolError} `rate_limited`.
 */
export function refuseWithoutRoom(writes: number, free: number): void {
  if (2 * writes <= free) return;
  throw new ToolError(
    "rate_limited",
    `nothing was written, this needs ${writes} requests and its undo as many, and ${free} of ` +
      "this hour's are free: change less, or call again later",
  );
}
