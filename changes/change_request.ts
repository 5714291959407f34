import type { MoneyFormat } from "../domain/base/money_format.ts";
import type { ChangeStore } from "../sync/store/change_records.ts";
import type { UpstreamClient } from "../client/upstream_client.ts";
import type { Proposal, ReadTargets, WriteId } from "./change.ts";
import type { JournalEntry } from "./journal.ts";

/** How confirmations are obtained: see the option `--confirm`. */
export type ConfirmMode = "auto" | "user" | "code";

/**
 * What became of a question: the user agreed, said no, closed it, or the client came back
 * with no answer. Only the first makes the change.
 */
export type Answered = "confirmed" | "declined" | "cancelled" | "unanswered";

export interface UserAnswer {
  /** The question's code; the preview's name where it comes from a card. */
  readonly code: string;
  readonly answered: Answered;
  /** Whether it comes from the card of a preview rather than from a form. */
  readonly isFromCard?: boolean;
  /** Whether it was asked for at the terminal, and answered there. */
  readonly isFromTerminal?: boolean;
  /** The preview's secret, as the card was given it. */
  readonly secret?: string | undefined;
}

export type Writes = Partial<Pick<UpstreamClient, WriteId>>;

export interface ChangeEnvironment {
  readonly store: ChangeStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly mode: ConfirmMode;
  /** Who asks, where several may; `null` where there is but one. */
  readonly principal: string | null;
  /** The client's own name, where it has given one. */
  readonly client?: string | undefined;
  /** Whether the client can show the user a form. */
  readonly canAsk: boolean;
  /** Whether the client shows views: a preview has a card then. */
  readonly hasCard: boolean;
  /** Set when the client comes back with the user's answer. */
  readonly answer: UserAnswer | null;
  readonly writes: Writes;
  /** Ends a change that has not begun. */
  readonly signal?: AbortSignal | undefined;
  /** Reads transactions past the copy, for tools that may. */
  readonly readTransactions?: ReadTargets | undefined;
  /** Called for every request just before it is sent. */
  readonly onRequest: () => void;
  /** The plan's knowledge that was read last; `null` before the first read. */
  readonly knowledge: () => number | null;
  /** How the plan writes money, as far as its records have shown it. */
  readonly format: () => MoneyFormat;
  /** Holds reads back while the steps run, so that none sees half a change. */
  readonly whileWriting: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Runs what has begun to its end, for which the process waits. */
  readonly whileUnderWay: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Gets an intent that may have been written down, though nothing was sent. */
  readonly onUnsent: (intent: JournalEntry) => void;
  /** Hears of a fault of our own after a change has begun: it ends no change. */
  readonly onFault: (error: unknown) => void;
  /** Gets what upstream answered, for the local copy. */
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
  /** Proposes from fresh data; run again just before applying. */
  readonly build: () => Promise<Proposal<Op>>;
  /** Operation that this change takes back. */
  readonly undoes?: string;
}
