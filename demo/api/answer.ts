import { errorBody, isErrorId } from "./refusal.ts";

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
