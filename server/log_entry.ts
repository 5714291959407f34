/** Details of an error in the server itself. */
export interface FaultEntry {
  /** How much it matters. */
  readonly level: "error";
  /** Also in the answer. */
  readonly reference: string;
  /** Name of the error, such as `TypeError`. */
  readonly error: string;
  /** The fields of an answer that do not fit its schema. */
  readonly fields?: string;
  /** Where in the code, the innermost place first. */
  readonly at: string;
}

/** What failed because of a bug in the server, by its name. */
export type Failed =
  | { readonly event: "tool_failed"; readonly tool: string }
  /** The address of the resource, as listed. */
  | { readonly event: "resource_failed"; readonly resource: string }
  | { readonly event: "prompt_failed"; readonly prompt: string };

/** Details of a warning by its event. */
export interface LogWarnings {
  /** Nothing is kept beyond the process; why, such as a system's error code. */
  readonly store_in_memory: { readonly reason: string };
  /** Only the journal is kept. */
  readonly store_copy_in_memory: { readonly reason: string };
  /** Changes are refused. */
  readonly store_left_alone: { readonly reason: string };
  /**
   * A damaged file has a new name, and a new file is in its place; `carriedOver` counts the
   * changes that the new journal has from it, and is `null` for other files.
   */
  readonly store_set_aside: { readonly file: string; readonly carriedOver: number | null };
  /** After a restart clients have to sign in again. */
  readonly sign_in_in_memory: { readonly reason: string };
  /** A part of the copy was damaged or incomplete and is read from YNAB again. */
  readonly store_damaged: { readonly collection: string };
  /**
   * A client's metadata document, or its keys, could not be read: `reason` is such as `TypeError`
   * for a network that fails, or `HTTP 503`. Without a kept document the client has to try again.
   */
  readonly client_document_unreadable: {
    readonly host: string;
    readonly reason: string;
    readonly isKeptUsed: boolean;
  };
  /** A message that the client should not have sent, or that could not be answered. */
  readonly protocol_error: { readonly error: string };
  /** The store can't be read or written; logged once per outage. */
  readonly store_failed: unknown;
  /** The store works again. */
  readonly store_back: unknown;
  /** A change is not in the copy yet. */
  readonly written_rows_not_kept: unknown;
  /** The outcome of an earlier change isn't known. */
  readonly journal_not_settled: unknown;
}

/** One line of the log, discriminated by its `event`; it never holds a word of the plan. */
export type LogEntry =
  | (FaultEntry & Failed)
  | {
    [Event in keyof LogWarnings]:
      & { readonly level: "warn"; readonly event: Event }
      & LogWarnings[Event];
  }[keyof LogWarnings]
  /** A fault after a change had begun; the change went on to its end. */
  | {
    readonly level: "error";
    readonly event: "fault_during_change";
    readonly tool: string;
    readonly error: string;
  }
  /** A request over HTTP that the server itself has failed. */
  | { readonly level: "error"; readonly event: "http_failed"; readonly error: string }
  /** A request over HTTP that was not let in. */
  | { readonly level: "debug"; readonly event: "http_refused"; readonly status: number }
  /** A request to YNAB that has ended. */
  | {
    readonly level: "debug";
    readonly event: "ynab_request";
    /** Operation of YNAB's API, such as `getTransactions`. */
    readonly operation: string;
    /** Status of the answer; `null` when no whole answer came. */
    readonly status: number | null;
    /** How long it took, in milliseconds. */
    readonly ms: number;
    /** Which try it was, from 1. */
    readonly attempt: number;
    /** Why there was no answer, such as `ENOTFOUND`; absent if not known. */
    readonly cause?: string;
  };
