/** Node's error codes for a connection that wasn't made. */
const CONNECT_CODES: readonly unknown[] = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Deno's message. No URL can forge it, because spaces are encoded there. */
const CONNECT_WORDS = ": client error (Connect)";

/** Limits the chain of causes, which may be circular. */
const DEEPEST_CAUSE = 5;

/**
 * Whether a failed `fetch` proves that no connection was made. After an unknown message the failure
 * counts as uncertain.
 *
 * It proves nothing for a request that the runtime may retry by itself, because the error is then
 * that of its last try.
 */
export function isConnectFailure(error: unknown): boolean {
  return causesOf(error).some((cause) =>
    "code" in cause && CONNECT_CODES.includes(cause.code) || cause.message.includes(CONNECT_WORDS)
  );
}

/** The form of Node's and OpenSSL's error codes. */
const CODE = /^[A-Z][A-Z\d_]{2,49}$/u;
/** Deno's messages, the more specific ones first. */
const WORDS: readonly (readonly [words: RegExp, cause: string])[] = [
  [/dns error|failed to lookup address/u, "ENOTFOUND"],
  [/[Cc]onnection refused/u, "ECONNREFUSED"],
  [/[Cc]onnection reset/u, "ECONNRESET"],
  [/timed out/u, "ETIMEDOUT"],
  [/[Nn]etwork is unreachable|No route to host/u, "ENETUNREACH"],
  [/tunnel|proxy/u, "PROXY"],
  [/connection (?:was )?closed|unexpected end of file|closed before/u, "CLOSED"],
];

/** Why a `fetch` failed, in a word without data of the request; `null` if unknown. */
export function failureCause(error: unknown): string | null {
  for (const cause of causesOf(error)) {
    const { code, message } = cause as Error & { readonly code?: unknown };
    if (typeof code === "string" && CODE.test(code)) return code;
    const certificate = /invalid peer certificate: ([A-Z][A-Za-z]{2,39})\b/u.exec(message);
    if (certificate?.[1] !== undefined) return certificate[1];
    // An address has no spaces, so it can't contain these words.
    const known = WORDS.find(([words]) => words.test(message));
    if (known !== undefined) return known[1];
  }
  return null;
}

/** The error and its causes, outermost first. */
function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let link = error; link instanceof Error; link = link.cause) {
    if (causes.push(link) === DEEPEST_CAUSE) break;
  }
  return causes;
}
