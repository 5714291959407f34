import type { MoneyFormat } from "../domain/base/money_format.ts";
import type { ChangeStore } from "../sync/store/change_records.ts";
import type { UpstreamClient } from "../client/upstream_client.ts";
import type { Proposal, ReadTargets, WriteId } from "./change.ts";
import type { RecordReads } from "./record_reads.ts";
import type { JournalEntry } from "./journal.ts";

/** How confirmations are obtained, as `--confirm` sets. */
export type ConfirmMode = "auto" | "user" | "code";

/**
 * The answer to a question: the user confirmed, declined or closed it, or the client returned no
 * answer. Only a confirmation applies the change.
 */
export type Answered = "confirmed" | "declined" | "cancelled" | "unanswered";

export interface UserAnswer {
  /** The question's code, or the preview's id if it comes from a card. */
  readonly code: string;
  readonly answered: Answered;
  /** Whether it comes from a preview's card instead of a form. */
  readonly isFromCard?: boolean;
  /** Whether it was asked and answered at the terminal. */
  readonly isFromTerminal?: boolean;
  /** The preview's secret, as passed to the card. */
  readonly secret?: string | undefined;
}

export type Writes = Partial<Pick<UpstreamClient, WriteId>>;

export interface ChangeEnvironment {
  readonly store: ChangeStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly mode: ConfirmMode;
  /** The caller; absent if there can be only one. */
  readonly principal: string | null;
  /** The client's name, if it sent one. */
  readonly client?: string | undefined;
  /** Whether the client can show the user a form. */
  readonly canAsk: boolean;
  /** Whether the client shows views; previews then have a card. */
  readonly hasCard: boolean;
  /** Set when the client returns the user's answer. */
  readonly answer: UserAnswer | null;
  readonly writes: Writes;
  /** Cancels a change that hasn't begun. */
  readonly signal?: AbortSignal | undefined;
  /** The tool's reads, bypassing the local copy. */
  readonly uncached: RecordReads;
  /** Reads transactions directly from YNAB, for tools that may do so. */
  readonly readTransactions?: ReadTargets | undefined;
  /** Called just before each request. */
  readonly onRequest: () => void;
  /** The plan's latest server knowledge; `null` before the first read. */
  readonly knowledge: () => number | null;
  /** The plan's money format, if its records have shown it. */
  readonly format: () => MoneyFormat;
  /** Blocks reads while the steps run, so that none sees half a change. */
  readonly whileWriting: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Runs a started change to its end; the process waits for it. */
  readonly trackChange: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Called with an intent that may be stored although nothing was sent. */
  readonly onUnsent: (intent: JournalEntry) => void;
  /** Called for internal errors after a change has begun; they don't stop it. */
  readonly onFault: (error: unknown) => void;
  /** Called with the entry of a change that has ended, however it ended. */
  readonly onEnded: (entry: JournalEntry) => void;
  /** Passes YNAB's responses to the local copy. */
  readonly onWritten: (
    written: readonly unknown[],
    missing: { readonly areNamesOpen: boolean },
  ) => Promise<void>;
}

export interface ChangeRequest<Op extends WriteId = WriteId> {
  /** The tool's name. */
  readonly kind: string;
  readonly planId: string;
  /** The arguments without the confirmation. */
  readonly asked: unknown;
  readonly confirmation?: string | undefined;
  /** Builds the proposal from fresh data; called again just before applying. */
  readonly build: () => Promise<Proposal<Op>>;
  /** The operation that this change undoes. */
  readonly undoes?: string;
}
