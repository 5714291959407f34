/** Details of an internal error. */
export interface FaultEntry {
  /** Severity. */
  readonly level: "error";
  /** Reference that identifies this entry; the answer shows it too. */
  readonly reference: string;
  /** Name of the error, such as `TypeError`. */
  readonly error: string;
  /** Fields of an answer that don't match its schema. */
  readonly fields?: string;
  /** Source locations from the stack trace, innermost first. */
  readonly at: string;
}

/** The name of the tool, resource or prompt that failed because of a bug in the server. */
export type Failed =
  | { readonly event: "tool_failed"; readonly tool: string }
  /** The resource's address, as in the list of resources. */
  | { readonly event: "resource_failed"; readonly resource: string }
  | { readonly event: "prompt_failed"; readonly prompt: string };

/** Details of each warning, by event. */
export interface LogWarnings {
  /** The store is in memory only; `reason` explains why, for example with a system error code. */
  readonly store_in_memory: { readonly reason: string };
  /** Only the journal is stored; the local copy is in memory. */
  readonly store_copy_in_memory: { readonly reason: string };
  /** The store can't be used, so changes are refused. */
  readonly store_left_alone: { readonly reason: string };
  /**
   * A damaged file was renamed and replaced by a new one; `carriedOver` is the number of changes
   * copied to the new journal, or `null` if the file isn't a journal.
   */
  readonly store_set_aside: { readonly file: string; readonly carriedOver: number | null };
  /** Clients must sign in again after a restart. */
  readonly sign_in_in_memory: { readonly reason: string };
  /** Part of the local copy was damaged or incomplete and will be read from YNAB again. */
  readonly store_damaged: { readonly collection: string };
  /**
   * A client's metadata document or its keys couldn't be read. `reason` is, for example,
   * `HTTP 503`, or `TypeError` for a network failure. If no document is cached, the client has to
   * retry.
   */
  readonly client_document_unreadable: {
    readonly host: string;
    readonly reason: string;
    readonly isCopyUsed: boolean;
  };
  /** A message that the client shouldn't have sent or that the server couldn't answer. */
  readonly protocol_error: { readonly error: string };
  /** The store can't be read or written; logged once per outage. */
  readonly store_failed: unknown;
  /** The store is working again. */
  readonly store_back: unknown;
  /** The local copy couldn't store a change that YNAB applied. */
  readonly written_rows_not_kept: unknown;
  /** A read couldn't resolve journal entries, so an earlier change's outcome isn't known yet. */
  readonly journal_not_settled: unknown;
  /** Unused data couldn't be deleted; the server will retry in an hour. */
  readonly sweep_failed: unknown;
  /** After a sign-in, at least 80% of the authorizations that YNAB allows are in use. */
  readonly authorizations_low: { readonly used: number; readonly most: number };
}

/** One line of the log; `event` determines its fields. Never contains data from the plan. */
export type LogEntry =
  | (FaultEntry & Failed)
  | {
    [Event in keyof LogWarnings]:
      & { readonly level: "warn"; readonly event: Event }
      & LogWarnings[Event];
  }[keyof LogWarnings]
  /** An internal error while a change was in progress; the change completed anyway. */
  | {
    readonly level: "error";
    readonly event: "fault_during_change";
    readonly tool: string;
    readonly error: string;
  }
  /** An HTTP request that failed because of an error in the server. */
  | {
    readonly level: "error";
    readonly event: "http_failed";
    readonly error: string;
    /** Number of requests that failed since this error's last entry; absent if there were none. */
    readonly omitted?: number;
  }
  /** An HTTP request that was rejected. */
  | { readonly level: "debug"; readonly event: "http_refused"; readonly status: number }
  /** A finished request to YNAB. */
  | {
    readonly level: "debug";
    readonly event: "ynab_request";
    /** Operation in YNAB's API, such as `getTransactions`. */
    readonly operation: string;
    /** HTTP status; `null` if no complete response arrived. */
    readonly status: number | null;
    /** Duration in milliseconds. */
    readonly ms: number;
    /** Number of the attempt, starting at 1. */
    readonly attempt: number;
    /** Why there was no response, such as `ENOTFOUND`; absent if unknown. */
    readonly cause?: string;
  };
