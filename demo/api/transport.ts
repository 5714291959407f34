import type { Answer, Outcome } from "./answer.ts";

export interface Arrival {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** Text of the body; `null` if there is none. */
  readonly body: string | null;
}

/** Converts `fetch` arguments to a received request. */
async function arrivalOf(
  input: Request | URL | string,
  init: RequestInit = {},
): Promise<Arrival> {
  const request = input instanceof Request ? input : null;
  const body = init.body ?? request?.body ?? null;
  return {
    method: (init.method ?? request?.method ?? "GET").toUpperCase(),
    url: new URL(request?.url ?? String(input)),
    headers: new Headers(init.headers ?? request?.headers),
    body: body === null ? null : await new Response(body).text(),
  };
}

const NO_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

async function responseOf(outcome: Outcome, signal: AbortSignal | null): Promise<Response> {
  switch (outcome.kind) {
    case "answer":
      return fullResponse(outcome.answer);
    case "cut":
      throw new TypeError("error sending request: connection closed before message completed");
    case "stall":
      return outcome.headersOf === null
        ? await untilAborted(new Promise<never>(() => {}), signal)
        : silentResponse(outcome.headersOf, signal);
  }
}

function fullResponse({ status, headers, body }: Answer): Response {
  return new Response(NO_BODY_STATUSES.has(status) ? null : streamOf(body), { status, headers });
}

/** A lazy stream with one chunk; with a string, Deno's response would take a fast path. */
function streamOf(body: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull(controller): void {
      controller.enqueue(new TextEncoder().encode(body));
      controller.close();
    },
  }, { highWaterMark: 0 });
}

function silentResponse({ status, headers }: Answer, signal: AbortSignal | null): Response {
  const body = new ReadableStream({
    start(controller): void {
      signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
    },
  });
  return new Response(body, { status, headers });
}

/** Creates a `fetch` that follows no redirects. */
export function fetchOf(
  respond: (arrival: Arrival, signal: AbortSignal | null) => Promise<Outcome>,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const signal = init.signal ?? (input instanceof Request ? input.signal : null);
    signal?.throwIfAborted();
    const arrival = await untilAborted(arrivalOf(input, init), signal);
    return await responseOf(await respond(arrival, signal), signal);
  };
}

/** Settles like `promise`, or rejects with the signal's reason when the signal aborts. */
function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | null,
): Promise<Value> {
  if (signal === null) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Waits until the time is up or the signal aborts. Leaves no timer behind. */
export async function delay(delayMs: number, signal: AbortSignal | null): Promise<void> {
  const passed = Promise.withResolvers<void>();
  const timer = setTimeout(passed.resolve, delayMs);
  await untilAborted(passed.promise, signal).finally(() => clearTimeout(timer));
}
