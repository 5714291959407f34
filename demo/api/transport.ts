/** Body of every 4xx response. */
interface ErrorBody {
  readonly error: {
    /** The error id, such as `404.2`; a string, although it looks like a number. */
    readonly id: string;
    readonly name: string;
    readonly detail: string;
  };
}

/**
 * The name and usual `detail` text of each documented error. The id's first three digits are the
 * status.
 */
const ERRORS = {
  "400": ["bad_request", "The request could not be understood"],
  "401": ["unauthorized", "Unauthorized"],
  "403.1": ["subscription_lapsed", "The subscription for this account has lapsed"],
  "403.2": ["trial_expired", "The trial for this account has expired"],
  "403.3": [
    "unauthorized_scope",
    "The supplied access token has a scope which does not allow access",
  ],
  "403.4": ["data_limit_reached", "The request will exceed one or more data limits"],
  "404.1": ["not_found", "Invalid URI"],
  "404.2": ["resource_not_found", "Resource not found"],
  "409": ["conflict", "The import_id already exists on this account"],
  "413": ["payload_too_large", "The request body is too large"],
  "429": ["too_many_requests", "Too many requests"],
  "500": ["internal_server_error", "An unexpected error occurred"],
  "503": ["service_unavailable", "The service is temporarily unavailable"],
} as const satisfies Readonly<Record<string, readonly [name: string, detail: string]>>;

/** A documented error id. */
type ErrorId = keyof typeof ERRORS;

export class Refusal extends Error {
  readonly answer: Answer;

  /** Creates a refusal with the error id; `detail` defaults to the usual text for that id. */
  constructor(id: ErrorId, detail: string = ERRORS[id][1]) {
    super(detail);
    this.name = "Refusal";
    this.answer = jsonAnswer(Number(id.slice(0, 3)), errorBody(id, detail));
  }
}

export function errorBody(id: ErrorId, detail: string = ERRORS[id][1]): ErrorBody {
  return { error: { id, name: ERRORS[id][0], detail } };
}

export function isErrorId(text: string): text is ErrorId {
  return Object.hasOwn(ERRORS, text);
}

export function notFound(): Refusal {
  return new Refusal("404.2");
}

export function badRequest(detail: string): Refusal {
  return new Refusal("400", detail);
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Outcome of a request. */
export type Outcome =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "cut" }
  | { readonly kind: "stall"; readonly headersOf: Answer | null };

const JSON_TYPE = "application/json; charset=utf-8";

const unauthorizedHeaders: Readonly<Record<string, string>> = {
  "www-authenticate":
    'Bearer realm="Doorkeeper", error="invalid_token", error_description="The access token is invalid"',
  "cache-control": "no-store",
};

export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status,
    headers: { "content-type": JSON_TYPE, ...standardHeaders(), ...headers },
    body: JSON.stringify(body),
  };
}

/** An HTML page like one that a proxy would send. */
export function pageAnswer(status: number): Answer {
  const title = `${status} Application error`;
  return htmlAnswer(status, title, "<p>An error occurred and the page could not be served.</p>");
}

export function htmlAnswer(status: number, title: string, body: string): Answer {
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!DOCTYPE html><html><head><title>${title}</title></head>` +
      `<body><h1>${title}</h1>${body}</body></html>`,
  };
}

/** Returns YNAB's response with the given HTTP status. */
export function statusAnswer(status: number): Answer {
  const id = status === 403 ? "403.1" : status === 404 ? "404.2" : String(status);
  const body = isErrorId(id)
    ? errorBody(id)
    : { error: { id, name: "error", detail: "An error occurred" } };
  return jsonAnswer(status, body, status === 401 ? unauthorizedHeaders : {});
}

function standardHeaders(): Record<string, string> {
  return {
    "cache-control": "max-age=0, private, must-revalidate",
    "vary": "Accept-Encoding, Origin",
    "x-request-id": crypto.randomUUID(),
  };
}

export interface Arrival {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** Text of the body; `null` if there is none. */
  readonly body: string | null;
}

const NO_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

async function responseOf(outcome: Outcome, signal: AbortSignal): Promise<Response> {
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

/**
 * Returns a lazy one-chunk stream instead of a string, so that Deno treats the body like one from
 * the network.
 */
function streamOf(body: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull(controller): void {
      controller.enqueue(new TextEncoder().encode(body));
      controller.close();
    },
  }, { highWaterMark: 0 });
}

function silentResponse({ status, headers }: Answer, signal: AbortSignal): Response {
  const body = new ReadableStream({
    start(controller): void {
      signal.addEventListener("abort", () => controller.error(signal.reason), { once: true });
    },
  });
  return new Response(body, { status, headers });
}

/** Creates a `fetch` function that doesn't follow redirects. */
export function fetchOf(
  respond: (arrival: Arrival, signal: AbortSignal | null) => Promise<Outcome>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers, signal } = request;
    signal.throwIfAborted();
    const body = await untilAborted(request.text(), signal);
    const arrival = { method, url: new URL(url), headers, body: body === "" ? null : body };
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

/** Waits until the time is up or the signal aborts. Always clears its timer. */
export async function delay(delayMs: number, signal: AbortSignal | null): Promise<void> {
  const passed = Promise.withResolvers<void>();
  const timer = setTimeout(passed.resolve, delayMs);
  await untilAborted(passed.promise, signal).finally(() => clearTimeout(timer));
}
