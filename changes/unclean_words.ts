import { type UpstreamError, waitWords } from "../client/upstream_error.ts";
import type { AppliedSteps } from "./apply_steps.ts";
import type { ChangeDraft } from "./change.ts";
import type { JournalEntry } from "./journal.ts";

/** A change that did not end cleanly. */
export interface Unclean {
  readonly draft: Pick<ChangeDraft, "checkBeforeRetry">;
  readonly entry: Pick<JournalEntry, "steps" | "undoes" | "isUndoable">;
  readonly applied: Pick<AppliedSteps, "failure" | "isAwaited">;
}

/** Says of a change that it may have been applied. */
export function uncertainWords({ draft, applied: { failure, isAwaited } }: Unclean): string {
  const reason = failure === null ? "" : ` (${reasonOf(failure)})`;
  const said = `YNAB did not say whether all of it was applied${reason}`;
  return isAwaited
    ? `${said}. A check right after did not show it, but it may still arrive within a minute. Do not ` +
      "repeat it until you have checked again then"
    : `${said}. Do not repeat it before ${
      draft.checkBeforeRetry ?? "you have looked at the rows below"
    }`;
}

/** Says of a change that part of it was applied, how much, why, and how it goes on. */
export function partlyWords({ entry, applied: { failure } }: Unclean): string {
  const targets = entry.steps.flatMap((step) => step.targets);
  const count = targets.filter(({ outcome }) => outcome === "done").length;
  const part = `only part of it was applied (${count} of ${targets.length})`;
  if (failure === null) return part;
  return `${part}: ${reasonOf(failure)}. ${nextOf(failure, entry)}`;
}

function nextOf(failure: UpstreamError, { undoes, isUndoable }: Unclean["entry"]): string {
  const { code, retryAfterMs } = failure;
  const isPassing = code === "rate_limited" || code === "unavailable";
  const when = retryAfterMs === null ? "in a few minutes" : `in ${waitWords(retryAfterMs)}`;
  if (undoes !== null && isPassing) return `Call again ${when}: it goes on where it stopped`;
  const next = isUndoable ? "Undo takes that part back" : "Look at the plan before going on";
  return isPassing ? `${next}; YNAB takes requests again ${when}` : next;
}

/** The failure's first clause, as it goes on in a sentence. */
function reasonOf({ message }: UpstreamError): string {
  const [reason = ""] = message.split(": ");
  return reason.replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase());
}
