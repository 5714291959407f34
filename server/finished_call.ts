/** A change that a call sent to YNAB. */
export interface EndedChange {
  /** Id of the operation, for `undo_operation`. */
  readonly operationId: string;
  /** Number of records that it was to change. */
  readonly count: number;
}

/** A finished tool call; never contains data from the plan. */
export interface FinishedCall {
  /** Name of the tool. */
  readonly tool: string;
  /** `ok`, the error's code, or how a change ended that wasn't fully applied. */
  readonly outcome: string;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** Absent if the call sent no change. */
  readonly change?: EndedChange | undefined;
}
