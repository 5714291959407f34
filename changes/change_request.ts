import type { UpstreamClient } from "../client/upstream_client.ts";
import type { PlanCopy } from "../sync/plan/plan_copy.ts";
import type { DirectReads } from "../sync/plan/collections.ts";
import type { ChangeStore } from "../sync/store/change_records.ts";
import type { Proposal, WriteId } from "./change.ts";
import type { InFlightChanges } from "./in_flight_changes.ts";
import type { JournalEntry } from "./journal.ts";
import type { RecordReads } from "./records.ts";

/** How changes are confirmed; set by the `--confirm` option. */
export type ConfirmMode = "auto" | "user" | "code";

/**
 * The outcome of a confirmation prompt: the user confirmed the change, declined it or dismissed the
 * prompt, or the client returned no answer or an error. Only a confirmation applies the change.
 */
export type Answered = "confirmed" | "declined" | "cancelled" | "unanswered" | "failed";

export interface UserAnswer {
  /**
   * The prompt's confirmation code, or the preview's id if the answer comes from a confirmation
   * card.
   */
  readonly code: string;
  readonly answered: Answered;
  readonly by: "form" | "card" | "terminal";
  readonly secret?: string | undefined;
}

export type Writes = Partial<Pick<UpstreamClient, WriteId>>;

export interface ChangeEnvironment {
  readonly store: ChangeStore;
  readonly now: () => number;
  readonly mode: ConfirmMode;
  /** The caller's id; absent if the server has only one caller. */
  readonly principal: string | null;
  readonly client?: string | undefined;
  /** Whether the client can show the user a form. */
  readonly canAsk: boolean;
  /** Whether the client shows views, in which case previews have a confirmation card. */
  readonly hasCard: boolean;
  readonly answer: UserAnswer | null;
  readonly writes: Writes;
  /** Cancels a change that hasn't begun. */
  readonly signal?: AbortSignal | undefined;
  /** The reads that the tool declares; they bypass the local copy. */
  readonly uncached: RecordReads & Partial<Pick<DirectReads, "getTransactions">>;
  /** Called just before each request that writes. */
  readonly onRequest: () => void;
  readonly plan: Pick<PlanCopy, "knowledge" | "moneyFormat" | "holdingReads" | "knownTransactions">;
  /** Runs changes to completion: the process doesn't exit while a change is running. */
  readonly inFlight: Pick<InFlightChanges, "run" | "unsent">;
  /**
   * Called when an internal error occurs after a change has begun; the error doesn't stop the
   * change.
   */
  readonly onFault: (error: unknown) => void;
  /** Called with each change's final journal entry, regardless of the outcome. */
  readonly onEnded: (entry: JournalEntry) => void;
  /** Passes YNAB's responses to the local copy. */
  readonly onWritten: (
    written: readonly unknown[],
    missing: { readonly areNamesOpen: boolean } & Pick<JournalEntry, "knownAt">,
  ) => Promise<void>;
}

export interface ChangeRequest<Op extends WriteId = WriteId> {
  readonly kind: string;
  readonly planId: string;
  /** The call's arguments, except for the confirmation. */
  readonly asked: unknown;
  readonly confirmation?: string | undefined;
  /** Builds the proposal from fresh data; called again just before the change is applied. */
  readonly build: () => Promise<Proposal<Op>>;
}
