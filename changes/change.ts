import type { Calls } from "../client/calls.ts";

/** Operations that change a plan. */
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

/** A value of a field, as upstream has it: milliunits, ids, text. */
export type FieldValue = string | number | boolean | null;

/** Fields of a record by their upstream names. */
export type Fields = Readonly<Record<string, FieldValue>>;

/** A record that a step touches. */
export interface Target {
  /** Upstream's id; for a record to be created, a name of our own such as `new 1`. */
  readonly id: string;
  /** What the record is called in words. */
  readonly label: string;
  /** The fields that change, as they are; `null` for a record to be created. */
  readonly before: Fields | null;
  /** The same fields, as they will be; `null` for a record to be deleted. */
  readonly after: Fields | null;
  /** What to send to put it back, where that is not simply `before`. */
  readonly restore?: Fields;
  /** Lines that a transaction is split into: they tell whether it was done, as `after` can't. */
  readonly lines?: readonly Fields[];
  /**
   * Whether the target before it in the step brings this one about, as one side of a transfer
   * does the other: upstream's answer does not name it.
   */
  readonly isFollower?: true;
  /** Id of the deleted record that is entered again. */
  readonly recreates?: string;
  /** Ids of records that were there before and look like the one to be created. */
  readonly lookedAlike?: readonly string[];
  /** Why it can't be put back; absent where it can. */
  readonly noWayBack?: string;
}

/** One request to upstream. */
export type Step<Op extends WriteId = WriteId> = {
  readonly [Id in Op]: {
    readonly operation: Id;
    readonly args: Calls[Id]["args"];
    readonly targets: readonly Target[];
    /** What puts the step back, where a later one fails. */
    readonly compensation?: { readonly operation: Id; readonly args: Calls[Id]["args"] };
    /** Completes the step by what upstream answered to those before it. */
    readonly completed?: (answers: readonly unknown[]) => {
      readonly args: Calls[Id]["args"];
      readonly targets: readonly Target[];
    };
  };
}[Op];

/**
 * One field of a record in the preview; a record's lines follow each other. Values are as
 * people read them; a number is an amount in currency units, and nothing else.
 */
export interface PreviewLine {
  readonly id: string;
  readonly label: string;
  readonly field: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
  /** Milliunits that the line is about, to find the largest; never shown by itself. */
  readonly amount?: number;
  /** Milliunits that the category has available before the change; absent where unknown. */
  readonly available_before?: number;
  readonly available_after?: number;
  /** Whether the record is yet to be created, so that nothing can stand before. */
  readonly isNew?: boolean;
  /** Whether a question shows the record however many others there are. */
  readonly isNotable?: boolean;
  /** Whether `after` is text of the call itself, which is shown whole. */
  readonly isOwnText?: boolean;
}

export interface Stop {
  readonly status: "nothing_to_do" | "difference_found";
  readonly message: string;
  readonly preview?: readonly PreviewLine[];
  readonly warnings?: readonly string[];
  /** Further fields of the answer. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Whether nothing is left to undo: the change is marked undone then. */
  readonly alreadyReverted?: boolean;
}

export type Proposal<Op extends WriteId = WriteId> =
  | { readonly draft: ChangeDraft<Op>; readonly stop?: never }
  | { readonly stop: Stop; readonly draft?: never };

/** A reply's message and fields as only upstream's answers can give them. */
export interface DescribedResult {
  /** A sentence without its final period. */
  readonly message: string;
  /** Further fields of the answer. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface ChangeDraft<Op extends WriteId = WriteId> {
  /** One sentence in the imperative without a final period, such as "Flag 3 transactions". */
  readonly summary: string;
  /** The same in the past, such as "Flagged 3 transactions". */
  readonly done: string;
  readonly preview: readonly PreviewLine[];
  /** What the user should know before confirming. */
  readonly warnings: readonly string[];
  readonly steps: readonly Step<Op>[];
  /** Why it can't be undone; `null` when it can. */
  readonly irreversible: string | null;
  /** Whether the journal ends with the process, and undoing with it. */
  readonly isUndoneHereOnly?: boolean;
  /** Set when it undoes another change: whether a part of that one stays in effect. */
  readonly undo?: { readonly isPart: boolean };
  /** Further fields of the answer. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** The same, of what holds only where all goes as previewed. */
  readonly expected?: Readonly<Record<string, unknown>>;
  /** What to verify before retrying after an uncertain outcome that the call can't resolve. */
  readonly checkBeforeRetry?: string;
  /** Derives the reply's message and fields from upstream's answers, one per step. */
  readonly describeResult?: (answers: readonly unknown[]) => DescribedResult;
  /** Reads the plan once more after the change and says what is true now, in sentences. */
  readonly afterwards?: () => Promise<string>;
  /** How an uncertain step is resolved within the call. */
  readonly readTargets?: ReadTargets;
}

/**
 * Re-reads the targets after an ambiguous write, by id. `null`: it does not exist; missing
 * key: not determined. An `id` among the fields names what was created.
 */
export type ReadTargets = (
  targets: readonly Target[],
) => Promise<ReadonlyMap<string, Fields | null>>;
