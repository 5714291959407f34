import type { RequestEvent } from "./request_event.ts";
import type { LoadProgress } from "./load_progress.ts";
import { answerOfAbsence } from "./_absence.ts";
import { attempt, type Outcome, type Sender } from "./_attempt.ts";
import { untilAborted } from "./_call_limit.ts";
import { causeOf } from "./_failure_cause.ts";
import { type Failure, uncertainly } from "./_failure.ts";
import type { PreparedRequest } from "./_prepared_request.ts";
import { UpstreamError } from "./upstream_error.ts";

const MOST_TRIES = 3;
/** The longest wait before the second try; it doubles for the third. */
const FIRST_WAIT_MS = 1_000;

/** How the tries of one call are made. */
export interface Tries {
  readonly sender: Sender;
  /** Ends the call; its reason is an `UpstreamError`. */
  readonly signal: AbortSignal;
  /** Whether the requests that are kept for changes may be used. */
  readonly isReserved: boolean;
  readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
  /** Told before each request. */
  readonly onSend: () => void;
  /** Told how much of an answer has come; absent where nobody asks. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /** Told after each request. */
  readonly onOutcome: (outcome: Omit<RequestEvent, "operation">) => void;
}

/**
 * Sends a request until it succeeds, fails for good, or was tried three times.
 *
 * @throws {UpstreamError} The last failure. It is uncertain if any try was.
 */
export async function callWithTries(request: PreparedRequest, tries: Tries): Promise<unknown> {
  const { sender, signal, isReserved } = tries;
  signal.throwIfAborted();
  await sender.budget.take(isReserved);
  let isUncertain = false;
  for (let number = 1;; number++) {
    const outcome = await observedAttempt(request, tries, number);
    if (outcome.ok) return outcome.data;
    const { operation } = request;
    const absence = answerOfAbsence({ operation, error: outcome.error, isRepeated: isUncertain });
    if (absence !== null) return absence;
    isUncertain ||= outcome.isUncertain;
    if (number === MOST_TRIES || !mayRepeat(request, outcome)) {
      throw marked(outcome.error, isUncertain);
    }
    try {
      await pause(tries, number);
      await sender.budget.take(isReserved);
    } catch {
      throw marked(endedBy(signal) ?? outcome.error, isUncertain);
    }
  }
}

async function observedAttempt(
  request: PreparedRequest,
  { sender, signal, onSend, onProgress, onOutcome }: Tries,
  number: number,
): Promise<Outcome> {
  quietly(onSend);
  const sentAt = sender.now();
  const told = onProgress === undefined
    ? undefined
    : (progress: LoadProgress): void => quietly(() => onProgress(progress));
  const outcome = await attempt(sender, request, { signal, onProgress: told });
  const ms = sender.now() - sentAt;
  const cause = outcome.ok || outcome.status !== null ? null : causeOf(outcome.error.cause);
  const why = cause === null ? {} : { cause };
  quietly(() => onOutcome({ status: outcome.status, ms, attempt: number, ...why }));
  return outcome;
}

function mayRepeat({ repeat }: PreparedRequest, { isTransient, isUncertain }: Failure): boolean {
  return isTransient && (repeat === "always" || !isUncertain);
}

/** Waits with full jitter, so that clients that failed together don't come back so. */
async function pause({ delay, random, signal }: Tries, number: number): Promise<void> {
  const waitMs = random() * FIRST_WAIT_MS * 2 ** (number - 1);
  await untilAborted(delay(waitMs, signal), signal);
}

/** A cancelled caller is told so; out of time, the failure before says more. */
function endedBy(signal: AbortSignal): UpstreamError | null {
  const reason: unknown = signal.reason;
  return reason instanceof UpstreamError && reason.code === "aborted" ? reason : null;
}

function marked(error: UpstreamError, isUncertain: boolean): UpstreamError {
  return isUncertain ? uncertainly(error) : error;
}

/** An observer that throws must not hide what became of a write. */
function quietly(observe: () => void): void {
  try {
    observe();
  } catch {
    // Nobody is left to tell.
  }
}
