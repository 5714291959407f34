/** Body of every 4xx response. */
interface ErrorBody {
  readonly error: {
    /** The error id, such as `404.2`; a string, although it looks like a number. */
    readonly id: string;
    readonly name: string;
    readonly detail: string;
  };
}

interface ErrorEntry {
  readonly status: number;
  readonly name: string;
  readonly detail: string;
}

/** All documented error ids, with their status, name and usual detail. */
export const errorCatalog = {
  "400": { status: 400, name: "bad_request", detail: "The request could not be understood" },
  "401": { status: 401, name: "unauthorized", detail: "Unauthorized" },
  "403.1": {
    status: 403,
    name: "subscription_lapsed",
    detail: "The subscription for this account has lapsed",
  },
  "403.2": { status: 403, name: "trial_expired", detail: "The trial for this account has expired" },
  "403.3": {
    status: 403,
    name: "unauthorized_scope",
    detail: "The supplied access token has a scope which does not allow access",
  },
  "403.4": {
    status: 403,
    name: "data_limit_reached",
    detail: "The request will exceed one or more data limits",
  },
  "404.1": { status: 404, name: "not_found", detail: "Invalid URI" },
  "404.2": { status: 404, name: "resource_not_found", detail: "Resource not found" },
  "409": { status: 409, name: "conflict", detail: "The import_id already exists on this account" },
  "413": { status: 413, name: "payload_too_large", detail: "The request body is too large" },
  "429": { status: 429, name: "too_many_requests", detail: "Too many requests" },
  "500": { status: 500, name: "internal_server_error", detail: "An unexpected error occurred" },
  "503": {
    status: 503,
    name: "service_unavailable",
    detail: "The service is temporarily unavailable",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** A documented error id. */
export type ErrorId = keyof typeof errorCatalog;

export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  /** Creates a refusal with an error id and, by default, its usual detail. */
  constructor(id: ErrorId, detail: string = errorCatalog[id].detail) {
    super(detail);
    this.name = "Refusal";
    this.status = errorCatalog[id].status;
    this.body = errorBody(id, detail);
  }
}

export function errorBody(id: ErrorId, detail: string = errorCatalog[id].detail): ErrorBody {
  return { error: { id, name: errorCatalog[id].name, detail } };
}

export function isErrorId(text: string): text is ErrorId {
  return Object.hasOwn(errorCatalog, text);
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

/** An HTML page, as a proxy would send it. */
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

/** Returns YNAB's response for a status. */
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
