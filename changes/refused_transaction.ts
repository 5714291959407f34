import type { UpstreamError } from "../client/upstream_error.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import type { Target } from "./change.ts";

/** Names the transaction that upstream complained about, where it said which. */
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
