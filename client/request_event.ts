import type { OperationId } from "./operations.ts";

/** One request that was sent, and what came of it. Holds nothing of the plan. */
export interface RequestEvent {
  readonly operation: OperationId;
  /** `null` when no whole answer came. */
  readonly status: number | null;
  readonly ms: number;
  /** From 1. */
  readonly attempt: number;
  /** Why there was no answer, such as `ENOTFOUND` or `UnknownIssuer`; absent if not known. */
  readonly cause?: string;
}
