import { parseJson } from "./answers.ts";
import { addressAdvice, DEFAULT_API_URL } from "./base_url.ts";
import { UpstreamError, type UpstreamErrorCode, waitWords } from "./upstream_error.ts";
import { isRecord } from "./wire/check.ts";

export interface LoadProgress {
  readonly bytes: number;
  /** Expected total size in bytes; `null` if unknown. */
  readonly total: number | null;
}

/** Maximum size of a decompressed body in bytes: three times the size of 100,000 transactions. */
export const MAX_BODY_BYTES = 256_000_000;
const PROGRESS_BYTES = 1_000_000;

export class OversizedBody extends Error {
  override readonly name = "OversizedBody";

  constructor() {
    super("The response body is too large to read");
  }
}

/** Returns a response's JSON, with escapes for all characters outside Latin-1. */
export async function bodyText(
  response: Response,
  onProgress?: (progress: LoadProgress) => void,
): Promise<string> {
  const total = lengthOf(response);
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let [text, bytes, reportedAt] = ["", 0, 0];
  try {
    for (;;) {
      const piece = (await reader?.read())?.value;
      if (piece === undefined) return text + escapedJson(decoder.decode());
      text += escapedJson(decoder.decode(piece, { stream: true }));
      bytes += piece.length;
      if (bytes > MAX_BODY_BYTES) throw new OversizedBody();
      if (bytes - reportedAt < PROGRESS_BYTES) continue;
      reportedAt = bytes;
      onProgress?.({ bytes, total });
    }
  } finally {
    // Stops downloading an oversized body; does nothing if the body has been read in full.
    reader?.cancel().catch(() => {});
  }
}

const HEX = new TextEncoder().encode("0123456789abcdef");

/**
 * Escapes text that contains a character beyond Latin-1, such as the euro sign. Even a single one
 * would make V8 use two bytes for every character of the text, and parsing a list of 100,000
 * transactions would take 100 MB more.
 */
function escapedJson(text: string): string {
  if (!/[\u0100-\uffff]/.test(text)) return text;
  const bytes = new Uint8Array(6 * text.length);
  let size = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) {
      bytes[size++] = 0x5c;
      bytes[size++] = 0x75;
      for (let shift = 12; shift > 0; shift -= 4) bytes[size++] = HEX[code >> shift & 15] ?? 0;
    }
    bytes[size++] = code < 0x80 ? code : HEX[code & 15] ?? 0;
  }
  return new TextDecoder().decode(bytes.subarray(0, size));
}

/** Returns the expected size of a response's body in bytes; `null` if unknown. */
function lengthOf(response: Response): number | null {
  const length = Number(response.headers.get("content-length") ?? 0);
  // For a compressed body, `Content-Length` isn't the decompressed size.
  return length > 0 && !response.headers.has("content-encoding") ? length : null;
}

export interface StatusErrorOptions {
  readonly status: number;
  readonly text: string;
  readonly baseUrl: string;
  /**
   * The access token, to be redacted from YNAB's messages because those appear in replies and logs.
   */
  readonly token: string;
  /** How long requests are paused after a 429, in milliseconds. */
  readonly retryAfterMs: number | null;
}

interface Meaning {
  readonly code: UpstreamErrorCode;
  readonly message: string;
}

const TRY_LATER = "try again in a few minutes";

/**
 * Meanings of errors, by YNAB's error id or, for ids not listed here, by HTTP status. YNAB's error
 * names aren't stable.
 */
const meanings: Readonly<Record<string, Meaning>> = {
  "400": {
    code: "rejected",
    message: "YNAB did not accept the request: correct the problem that YNAB reports",
  },
  "401": {
    code: "unauthorized",
    message: "YNAB did not accept the access token",
  },
  "403": {
    code: "forbidden",
    message: "YNAB does not allow this: check the access token's permissions",
  },
  "403.1": {
    code: "forbidden",
    message: "The YNAB subscription has lapsed: renew it, then try again",
  },
  "403.2": {
    code: "forbidden",
    message: "The YNAB trial has expired: subscribe, then try again",
  },
  "403.3": {
    code: "forbidden",
    message: "The access token's scope does not allow this: use a token with full access",
  },
  "403.4": {
    code: "forbidden",
    message: "The request would exceed one of YNAB's data limits: make it smaller",
  },
  "404": {
    code: "not_found",
    message: "YNAB has no such record: check the ids; the record may have been deleted",
  },
  "404.1": {
    code: "not_found",
    message: "YNAB has no such endpoint: update this server",
  },
  "409": {
    code: "conflict",
    message: "The change conflicts with YNAB's current data: read the data again, then retry",
  },
};

const WRONG_ADDRESS: Meaning = {
  code: "not_found",
  message: "YNAB has no such endpoint: check the API URL",
};

const OTHER_REFUSAL: Meaning = {
  code: "rejected",
  message: "YNAB refused the request: check its arguments",
};

/** Whether a response is YNAB's own error, which proves that a write changed nothing. */
export function isRefusal(status: number, text: string): boolean {
  return status >= 400 && status < 500 && errorOf(text) !== null;
}

export function statusError(answer: StatusErrorOptions): UpstreamError {
  const { status, text, token, retryAfterMs } = answer;
  const body = errorOf(text);
  const { code, message } = meaningOf(answer);
  const index = /\(index: (\d+)\)\s*$/.exec(body?.detail ?? "")?.[1];
  return new UpstreamError(message, {
    code,
    status,
    errorId: body === null ? null : knownId(body.id, status),
    detail: body?.detail.replaceAll(token, "(token)") ?? null,
    index: index === undefined ? null : Number(index),
    retryAfterMs,
  });
}

/** What to do if a network, such as Wi-Fi with a sign-in page, responds instead of YNAB. */
export const SIGN_IN_ADVICE =
  "sign in to the network (such as guest Wi-Fi or a company proxy) in a browser, then try again";

const SIGN_IN_REQUIRED = 511;

export function isWebPage(text: string): boolean {
  return /^(?:\s|\\u\w{4})*</.test(text);
}

function meaningOf({ status, text, baseUrl, retryAfterMs }: StatusErrorOptions): Meaning {
  if (status === 429) return tooMany(retryAfterMs);
  if (status >= 300 && status < 400 || status === SIGN_IN_REQUIRED) {
    return unavailable(
      `The network redirected the request instead of sending it to YNAB (status ${status}): ` +
        addressAdvice(baseUrl, SIGN_IN_ADVICE),
    );
  }
  if (status < 400 || status >= 500) {
    return unavailable(`YNAB failed with status ${status}: ${TRY_LATER}`);
  }
  const body = errorOf(text);
  if (body === null && status !== 401) {
    return unavailable(
      `Something other than YNAB answered with status ${status}: ` +
        addressAdvice(baseUrl, SIGN_IN_ADVICE),
    );
  }
  const id = body === null ? null : knownId(body.id, status);
  if (id === "404.1" && baseUrl !== DEFAULT_API_URL) return WRONG_ADDRESS;
  return meanings[id ?? ""] ?? meanings[String(status)] ?? OTHER_REFUSAL;
}

function tooMany(retryAfterMs: number | null): Meaning {
  const wait = retryAfterMs === null ? "later" : `in ${waitWords(retryAfterMs)}`;
  return {
    code: "rate_limited",
    message: `YNAB isn't accepting requests right now: try again ${wait}`,
  };
}

function unavailable(message: string): Meaning {
  return { code: "unavailable", message };
}

function errorOf(text: string): { readonly id: string; readonly detail: string } | null {
  const body = parseJson(text);
  if (!isRecord(body) || !isRecord(body.error)) return null;
  const { id, detail } = body.error;
  if (typeof id !== "string" || typeof detail !== "string") return null;
  return { id, detail };
}

/** Callers rely on the error id and show it, so accept an id only if it matches the status. */
function knownId(id: string, status: number): string | null {
  return /^\d{3}(\.\d{1,2})?$/.test(id) && id.startsWith(String(status)) ? id : null;
}

export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Math.max(1, Number(header)) * 1_000;
  const at = Date.parse(header);
  return at > now ? at - now : null;
}
