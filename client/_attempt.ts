import type { LoadProgress } from "./load_progress.ts";
import { readAnswer, UnreadableAnswer } from "./_answer.ts";
import { bodyText, MOST_BODY_BYTES, OversizedBody } from "./_body_text.ts";
import { untilAborted } from "./_call_limit.ts";
import { isConnectFailure } from "./_connect_failure.ts";
import type { Failure } from "./_failure.ts";
import type { PreparedRequest } from "./_prepared_request.ts";
import { retryAfterMs } from "./_retry_after.ts";
import { isRefusal, statusError } from "./_status_error.ts";
import { type WriteBody, writeBody } from "./_write_body.ts";
import type { RequestBudget } from "./request_budget.ts";
import { UpstreamError } from "./upstream_error.ts";

/** Statuses after which a further try may go better. */
const TRANSIENT: readonly number[] = [502, 503, 504];

/** Status of an internal fault: a read fails again, but a write that is repeated is certain. */
const INTERNAL_FAULT = 500;

/** What every request of a client is sent with. */
export interface Sender {
  readonly baseUrl: string;
  readonly token: string;
  readonly userAgent: string;
  readonly fetch: typeof globalThis.fetch;
  readonly budget: RequestBudget;
  readonly now: () => number;
}

/** What came of a request. */
export type Outcome =
  | { readonly ok: true; readonly data: unknown; readonly status: number }
  | (Failure & { readonly status: number | null });

/** How one exchange is made. */
export interface Exchange {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
}

interface Received {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Sends one request. It was taken from the budget before. */
export async function attempt(
  sender: Sender,
  request: PreparedRequest,
  { signal, onProgress }: Exchange,
): Promise<Outcome> {
  if (signal.aborted) {
    return failure(signal.reason, { isTransient: false, isUncertain: false });
  }
  const body = request.isWrite ? writeBody(request.body) : null;
  let received: Received;
  try {
    const sent = exchange(sender, { request, body, signal, onProgress });
    received = await untilAborted(sent, signal);
  } catch (cause) {
    const mayHaveLeft = body?.seal() ?? false;
    const isUncertain = mayHaveLeft && !isConnectFailure(cause);
    if (signal.aborted) return failure(signal.reason, { isTransient: false, isUncertain });
    if (cause instanceof OversizedBody) {
      return failure(oversizedError(cause), { isTransient: false, isUncertain });
    }
    return failure(brokenError(cause), { isTransient: true, isUncertain });
  }
  return isSuccess(received.status)
    ? success(request, received)
    : await refused(sender, request, received);
}

async function exchange(
  { baseUrl, token, userAgent, fetch }: Sender,
  { request, body, signal, onProgress }: Exchange & {
    readonly request: PreparedRequest;
    readonly body: WriteBody | null;
  },
): Promise<Received> {
  const init: RequestInit & { readonly duplex?: "half" } = {
    method: request.method,
    headers: {
      "Accept": "application/json",
      "Authorization": `Bearer ${token}`,
      "User-Agent": userAgent,
      ...(request.body === "" ? {} : { "Content-Type": "application/json" }),
    },
    // The token must not travel to wherever an answer points.
    redirect: "manual",
    credentials: "omit",
    signal,
    ...(body === null ? {} : { body: body.stream, duplex: "half" }),
  };
  const response = await fetch(baseUrl + request.path, init);
  const retryAfter = response.headers.get("retry-after");
  const { status } = response;
  return { status, retryAfter, text: await bodyText(response, { onProgress }) };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function success(request: PreparedRequest, { status, text }: Received): Outcome {
  try {
    return { ok: true, data: readAnswer(request.operation, text), status };
  } catch (cause) {
    const field = cause instanceof UnreadableAnswer ? cause.field : null;
    const where = field === null ? "" : ` (${field} is missing or of another kind)`;
    const error = new UpstreamError(
      `YNAB answered something unreadable${where}: ` +
        "check the API URL, or try again later",
      { code: "unavailable", status, cause },
    );
    return failure(error, { isTransient: request.isWrite, isUncertain: request.isWrite });
  }
}

async function refused(
  { budget, now, token }: Sender,
  request: PreparedRequest,
  { status, retryAfter, text }: Received,
): Promise<Outcome> {
  const waitMs = status === 429 ? await budget.close(retryAfterMs(retryAfter, now())) : null;
  return failure(statusError({ status, text, token, retryAfterMs: waitMs }), {
    isTransient: TRANSIENT.includes(status) || request.isWrite && status === INTERNAL_FAULT,
    isUncertain: request.isWrite && !isRefusal(status, text),
  });
}

function brokenError(cause: unknown): UpstreamError {
  if (cause instanceof Error && cause.name === "NotCapable") {
    return new UpstreamError(
      "Deno may not reach YNAB: start it with --allow-net for the API's host",
      { code: "unavailable", cause },
    );
  }
  return new UpstreamError(
    "The connection to YNAB failed: check the network and the API URL",
    { code: "unavailable", cause },
  );
}

function oversizedError(cause: OversizedBody): UpstreamError {
  const most = `${MOST_BODY_BYTES / 1e6} MB`;
  return new UpstreamError(
    `YNAB answered with more than ${most}, which is not read: check the API URL`,
    { code: "unavailable", cause },
  );
}

function failure(
  error: UpstreamError,
  kind: Pick<Failure, "isTransient" | "isUncertain">,
): Outcome {
  return { ok: false, error, status: error.status, ...kind };
}
