import type { ChangeKind } from "../kind.ts";

/** There is no way back, and nothing that shows whether it went through. */
export const kind: ChangeKind = {
  steps: { importTransactions: { records: null, resolve: (step) => step, undo: null } },
};
