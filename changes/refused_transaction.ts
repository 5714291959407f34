/**
 * Names the transaction for which upstream has refused a request.
 *
 * @module
 */

import type { UpstreamError } from "../client/upstream_error.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import type { Target } from "./change.ts";

/**
 * Names the transaction that upstream complained about, where it said which.
 *
 * @param failure What upstream answered to a request that wrote nothing.
 * @param targets What the request was about, in the order of its transactions.
 * @returns An error that names it; the same failure where none is known.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { UpstreamError } from "../client/upstream_error.ts";
 *
 * const failure = new UpstreamError("Refused", { code: "rejected", detail: "no (index: 0)", index: 0 });
 * const target = { id: "0a1b2c3d-0000-4000-8000-000000000001", label: "a row", before: {}, after: {} };
 * assertEquals((refusedTransaction(failure, [target]) as { rows?: unknown }).rows, ["a row (0a1b2c3d)"]);
 * ```
 */
export function refusedTransaction(failure: UpstreamError, targets: readonly Target[]): Error {
  const target = targets[failure.index ?? -1];
  const isRefusal = failure.code === "rejected" || failure.code === "conflict";
  if (target === undefined || !isRefusal) return failure;
  const { id, label } = target;
  return new ToolError(
    "rejected",
    "nothing was written, YNAB refuses the row below and with it all others " +
      `(YNAB says: ${cleanText(failure.detail ?? "")}): ` +
      "correct it or leave it out, and call again",
    { rows: [label.includes(id) ? label : `${label} (${id.slice(0, 8)})`], cause: failure },
  );
}
