/** Oddities that the embedded upstream can be told to show. */
export interface Knobs {
  /** Refuses to write the eight frequencies that were once refused. */
  readonly refuseCompoundFrequencies: boolean;
  /** Answers 404.2 for the schedules of a plan that never had any. */
  readonly scheduledNotFoundWhenNeverUsed: boolean;
  /** Shows `null` as the category id of a split instead of the internal one. */
  readonly splitCategoryIsNull: boolean;
  /** Shows Ready to Assign without the part that later months have taken. */
  readonly rawReadyToAssign: boolean;
  /** Keeps the category activity of a deleted split until the category is written again. */
  readonly ghostActivityAfterSplitDelete: boolean;
  /** Drops the category of a bulk update that also approves. */
  readonly bulkUpdateLosesCategory: boolean;
  /** Lists a transfer's id twice in `transaction_ids` of a bulk create. */
  readonly repeatTransferIds: boolean;
  /** Enters scheduled transactions when their day comes. On by default. */
  readonly enterScheduled: boolean;
  /** Refuses every write with 403.3, as a read-only token does. */
  readonly readOnlyToken: boolean;
  /** Sends `X-Rate-Limit` with every answer, as upstream did until 2025. */
  readonly rateLimitHeader: boolean;
  /** Sends `Retry-After` with a 429. */
  readonly retryAfterHeader: boolean;
}

/** What the embedded upstream does unless told otherwise. */
export const defaultKnobs: Knobs = {
  refuseCompoundFrequencies: false,
  scheduledNotFoundWhenNeverUsed: false,
  splitCategoryIsNull: false,
  rawReadyToAssign: false,
  ghostActivityAfterSplitDelete: false,
  bulkUpdateLosesCategory: false,
  repeatTransferIds: false,
  enterScheduled: true,
  readOnlyToken: false,
  rateLimitHeader: false,
  retryAfterHeader: false,
};
