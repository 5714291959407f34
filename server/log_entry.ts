/** One line of the log, discriminated by its `event`. */
export type LogEntry =
  | ToolFailedEntry
  | ResourceFailedEntry
  | PromptFailedEntry
  | ChangeFaultEntry
  | StoreReasonEntry
  | StoreSetAsideEntry
  | SignInReasonEntry
  | StoreDamagedEntry
  | ClientDocumentEntry
  | PlainEntry
  | ProtocolErrorEntry
  | HttpFailedEntry
  | HttpRefusedEntry
  | UpstreamRequestEntry;

/** Details of an error in the server itself. */
export interface FaultEntry {
  /** How much it matters. */
  readonly level: "error";
  /** Stands in the answer, too. */
  readonly reference: string;
  /** Name of the error, such as `TypeError`. */
  readonly error: string;
  /** The fields of an answer that do not fit its schema. */
  readonly fields?: string;
  /** Where in the code, the innermost place first. */
  readonly at: string;
}

/** A call that failed because of a bug in the server. */
export interface ToolFailedEntry extends FaultEntry {
  /** What happened. */
  readonly event: "tool_failed";
  /** Name of the tool. */
  readonly tool: string;
}

/** A resource that the server itself has failed to read. */
export interface ResourceFailedEntry extends FaultEntry {
  /** What happened. */
  readonly event: "resource_failed";
  /** Address of the resource, as listed. */
  readonly resource: string;
}

/** A prompt that the server itself has failed to give. */
export interface PromptFailedEntry extends FaultEntry {
  /** What happened. */
  readonly event: "prompt_failed";
  /** Name of the prompt. */
  readonly prompt: string;
}

/** A fault after a change had begun; the change went on to its end. */
export interface ChangeFaultEntry {
  /** How much it matters. */
  readonly level: "error";
  /** What happened. */
  readonly event: "fault_during_change";
  /** Name of the tool. */
  readonly tool: string;
  /** Name of the error. */
  readonly error: string;
}

/**
 * A store that is not used, or not wholly: `store_in_memory` keeps nothing beyond the
 * process, `store_copy_in_memory` keeps only the journal, and under `store_left_alone`
 * changes are refused.
 */
export interface StoreReasonEntry {
  /** How much it matters. */
  readonly level: "warn";
  /** What happened. */
  readonly event: "store_in_memory" | "store_copy_in_memory" | "store_left_alone";
  /** Why, such as a system's error code. */
  readonly reason: string;
}

/** A damaged file that was put aside; a new one is in its place. */
export interface StoreSetAsideEntry {
  /** How much it matters. */
  readonly level: "warn";
  /** What happened. */
  readonly event: "store_set_aside";
  /** The damaged file's new name. */
  readonly file: string;
  /** Changes that came over into the new journal; `null` for other files. */
  readonly carriedOver: number | null;
}

/** The file of the sign-in is not used: after a restart clients have to sign in again. */
export interface SignInReasonEntry {
  /** How much it matters. */
  readonly level: "warn";
  /** What happened. */
  readonly event: "sign_in_in_memory";
  /** Why, such as a system's error code. */
  readonly reason: string;
}

/** A client's metadata document, or its keys, that could not be read. */
export interface ClientDocumentEntry {
  /** How much it matters. */
  readonly level: "warn";
  /** What happened. */
  readonly event: "client_document_unreadable";
  /** Host that it was to be read from. */
  readonly host: string;
  /** Why, such as `TypeError` for a network that fails, or `HTTP 503`. */
  readonly reason: string;
  /** Whether the document that was read last is used; otherwise the client has to try again. */
  readonly isKeptUsed: boolean;
}

/** A part of the copy that was damaged or incomplete and is read from YNAB again. */
export interface StoreDamagedEntry {
  /** How much it matters. */
  readonly level: "warn";
  /** What happened. */
  readonly event: "store_damaged";
  /** Which part. */
  readonly collection: string;
}

/**
 * Events without details: the store can't be read or written (logged once per outage) or works
 * again, a change is not in the copy yet, or the outcome of an earlier change isn't known.
 */
export interface PlainEntry {
  /** How much it matters. */
  readonly level: "warn";
  /** What happened. */
  readonly event: "store_failed" | "store_back" | "written_rows_not_kept" | "journal_not_settled";
}

/** A message that the client should not have sent, or that could not be answered. */
export interface ProtocolErrorEntry {
  /** How much it matters. */
  readonly level: "warn";
  /** What happened. */
  readonly event: "protocol_error";
  /** Name of the error. */
  readonly error: string;
}

/** A request over HTTP that the server itself has failed. */
export interface HttpFailedEntry {
  /** How much it matters. */
  readonly level: "error";
  /** What happened. */
  readonly event: "http_failed";
  /** Name of the error. */
  readonly error: string;
}

/** A request over HTTP that was not let in. */
export interface HttpRefusedEntry {
  /** How much it matters. */
  readonly level: "debug";
  /** What happened. */
  readonly event: "http_refused";
  /** Status of the answer. */
  readonly status: number;
}

/** A request to YNAB that has ended. */
export interface UpstreamRequestEntry {
  /** How much it matters. */
  readonly level: "debug";
  /** What happened. */
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
}
