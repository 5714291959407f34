import type { Calls } from "../client/upstream_client.ts";

export type WriteId =
  | "createCategory"
  | "updateCategory"
  | "updateMonthCategory"
  | "createTransaction"
  | "updateTransactions"
  | "importTransactions"
  | "updateTransaction"
  | "deleteTransaction"
  | "createScheduledTransaction"
  | "updateScheduledTransaction"
  | "deleteScheduledTransaction"
  | "createCategoryGroup"
  | "updateCategoryGroup"
  | "updatePayee";

/** A field's value as YNAB stores it: milliunits, ids, text. */
export type FieldValue = string | number | boolean | null;

/** Fields of a record, under YNAB's names. */
export type Fields = Readonly<Record<string, FieldValue>>;

/** A record that a step touches. */
export interface Target {
  /** YNAB's id, or a temporary one such as `new 1` until the record is created. */
  readonly id: string;
  readonly label: string;
  /** Current values of the fields that will change; `null` for a record to be created. */
  readonly before: Fields | null;
  /** New values of the fields that will change; `null` for a record to be deleted. */
  readonly after: Fields | null;
  /** Fields that undo sends to restore the record; by default, the fields in `before`. */
  readonly restore?: Fields;
  /**
   * Requested split lines. If set, the step counts as applied only if the record has these lines,
   * regardless of `after`.
   */
  readonly lines?: readonly Fields[];
  /**
   * Whether YNAB changes this record as a side effect of changing another record (the leader) but
   * omits this one from the response. The leader is the closest preceding target that isn't a
   * follower.
   */
  readonly isFollower?: true;
  /** Id of the deleted record that this record re-creates. */
  readonly recreates?: string;
  /** Ids of older records that look like the record to be created. */
  readonly lookedAlike?: readonly string[];
  readonly noWayBack?: string;
}

export type Step<Op extends WriteId = WriteId> = {
  readonly [Id in Op]: {
    readonly operation: Id;
    readonly args: Calls[Id]["args"];
    readonly targets: readonly Target[];
    /** Reverts the step if a later step fails. */
    readonly compensation?: { readonly operation: Id; readonly args: Calls[Id]["args"] };
  };
}[Op];

/**
 * A line of the preview, for one field of a record. A record's lines are consecutive. Text values
 * are human-readable; a number is always an amount in currency units.
 */
export interface PreviewLine {
  readonly id: string;
  readonly label: string;
  readonly field: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
  /** The line's amount in milliunits, used only to find the largest amounts. */
  readonly amount?: number;
  /** Milliunits that the category has available before the change; absent if unknown. */
  readonly available_before?: number;
  readonly available_after?: number;
  /** Whether the record is yet to be created and so has no previous values. */
  readonly isNew?: boolean;
  /** Whether a confirmation question always lists the record, even if it omits other records. */
  readonly isNotable?: boolean;
  /** Whether `after` is text from the call's arguments; such text is shown in full. */
  readonly isOwnText?: boolean;
}

export interface Stop {
  readonly status: "nothing_to_do" | "difference_found";
  readonly message: string;
  readonly warnings?: readonly string[];
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Id of a change with nothing left to undo, which is now marked as undone. */
  readonly revertedId?: string;
}

export type Proposal<Op extends WriteId = WriteId> =
  | { readonly draft: ChangeDraft<Op>; readonly stop?: never }
  | { readonly stop: Stop; readonly draft?: never };

/** The part of a reply that only YNAB's responses can provide. */
export interface DescribedResult {
  /** A sentence without its final period. */
  readonly message: string;
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface ChangeDraft<Op extends WriteId = WriteId> {
  /** One sentence in the imperative without a final period, such as "Flag 3 transactions". */
  readonly summary: string;
  /** Summary in the past tense, without a final period, such as "Flagged 3 transactions". */
  readonly done: string;
  readonly preview: readonly PreviewLine[];
  readonly warnings: readonly string[];
  readonly steps: readonly Step<Op>[];
  /** Why the change can't be undone; absent or `null` if it can. */
  readonly irreversible?: string | null;
  /** Whether the journal is lost when the process ends. */
  readonly isUndoneHereOnly?: boolean;
  /** Ids of the tracking accounts, for undo; present only if transactions lose their categories. */
  readonly trackingAccountIds?: readonly string[];
  /**
   * The change that this undo reverts. If `isPart` is true, only part of that change is reverted,
   * and the rest stays in effect.
   */
  readonly undo?: { readonly operationId: string; readonly isPart: boolean };
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Additional fields for the answer, valid only if everything happens as previewed. */
  readonly expected?: Readonly<Record<string, unknown>>;
  /** What the user should check before retrying if the outcome is unknown. */
  readonly checkBeforeRetry?: string;
  /** Describes the change's result from YNAB's responses (one per step) and the re-read records. */
  readonly describeResult?: (
    answers: readonly unknown[],
    reread: ReadonlyMap<string, Fields>,
  ) => DescribedResult;
  /** Reads the plan again after the change and describes its current state, in sentences. */
  readonly afterwards?: () => Promise<string>;
}
