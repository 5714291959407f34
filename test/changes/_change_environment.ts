import type { ChangeDraft, Step } from "../../changes/change.ts";
import type { ChangeEnvironment } from "../../changes/change_request.ts";
import { InFlightChanges } from "../../changes/in_flight_changes.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../domain/base/money_format.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";

/**
 * Creates an environment for a change, with its own journal and without the functions that write to
 * YNAB.
 */
export function anEnvironment(change: Partial<ChangeEnvironment> = {}): ChangeEnvironment {
  const now = change.now ?? ((): number => 0);
  return {
    store: createMemoryStore(now).changes,
    now,
    mode: "auto",
    principal: null,
    canAsk: false,
    hasCard: false,
    answer: null,
    writes: {},
    uncached: {},
    onRequest: () => {},
    plan: {
      knowledge: null,
      moneyFormat: UNKNOWN_MONEY_FORMAT,
      holdingReads: (run) => run(),
      knownTransactions: () => Promise.resolve(null),
    },
    inFlight: new InFlightChanges(),
    onFault: () => {},
    onEnded: () => {},
    onWritten: () => Promise.resolve(),
    ...change,
  };
}

/** The only call for which a confirmation of {@linkcode flagStep} is valid. */
export const flagBinding = {
  tool: "flag_transactions",
  planId: "p",
  asked: "digest",
  principal: null,
};

/** Creates a draft of a change, by default without steps. */
export function aDraft(change: Partial<ChangeDraft> = {}): ChangeDraft {
  return {
    summary: "Flag a row",
    done: "Flagged a row",
    preview: [],
    warnings: [],
    steps: [],
    ...change,
  };
}

/** A step that flags an unflagged transaction red. */
export const flagStep: Step<"updateTransactions"> = {
  operation: "updateTransactions",
  args: { planId: "p", transactions: [{ id: "t", flag_color: "red" }] },
  targets: [{
    id: "t",
    label: "a row",
    before: { flag_color: null },
    after: { flag_color: "red" },
  }],
};

/** The preview lines of {@linkcode flagStep}. */
export const flagLine = { id: "t", label: "a row", field: "flag", before: null, after: "red" };
