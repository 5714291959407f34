import { UpstreamError, type UpstreamErrorCode } from "../../client/upstream_error.ts";
import { ToolError, type ToolErrorCode } from "../../domain/base/tool_error.ts";

/** What the protocol calls an error where it knows no tool result: resources and prompts. */
export type ProtocolKind = "invalid_params" | "not_found" | "internal_error";

interface ErrorRow {
  readonly protocol: ProtocolKind;
  /** Whether it is one of the server itself: it is logged, and carries a reference. */
  readonly isInternal: boolean;
}

/** What the agent reads of each error of the client. */
const OF_UPSTREAM: Readonly<Record<UpstreamErrorCode, ToolErrorCode>> = {
  unauthorized: "unauthorized",
  forbidden: "forbidden",
  not_found: "not_found",
  rejected: "rejected",
  conflict: "rejected",
  rate_limited: "rate_limited",
  unavailable: "unavailable",
  aborted: "unavailable",
};

/** What else follows from each code. */
export const ERRORS: Readonly<Record<ToolErrorCode, ErrorRow>> = {
  invalid_input: { protocol: "invalid_params", isInternal: false },
  not_found: { protocol: "not_found", isInternal: false },
  unauthorized: { protocol: "internal_error", isInternal: false },
  forbidden: { protocol: "internal_error", isInternal: false },
  rate_limited: { protocol: "internal_error", isInternal: false },
  conflict: { protocol: "internal_error", isInternal: false },
  rejected: { protocol: "internal_error", isInternal: false },
  unavailable: { protocol: "internal_error", isInternal: false },
  internal: { protocol: "internal_error", isInternal: true },
};

/** Gives the code that an agent reads. */
export function codeOf(error: unknown): ToolErrorCode {
  if (error instanceof ToolError) return error.code;
  return error instanceof UpstreamError ? OF_UPSTREAM[error.code] : "internal";
}

/** Tells whether an error is one of the server itself, to be logged. */
export function isInternalError(error: unknown): boolean {
  return ERRORS[codeOf(error)].isInternal;
}
