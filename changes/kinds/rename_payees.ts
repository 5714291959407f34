import type { ChangeKind } from "../kind.ts";
import { payeeUpdate } from "../steps/payee_update.ts";

/** Payees get their former names back. */
export const kind: ChangeKind = {
  steps: { updatePayee: payeeUpdate },
};
