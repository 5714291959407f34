/** Codes of Node that only the making of a connection gives. */
const CONNECT_CODES: readonly unknown[] = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Deno's message. No address can forge it, because spaces are encoded there. */
const CONNECT_WORDS = ": client error (Connect)";

/** An error has few causes; a ring of them must not keep us for ever. */
const DEEPEST_CAUSE = 5;

/**
 * Tells whether a failed `fetch` proves that no connection was made. A runtime that
 * writes something else loses only the proof: the failure then counts as uncertain.
 *
 * It proves nothing for a request that the runtime may send again by itself, because
 * the error is then that of its last try.
 */
export function isConnectFailure(error: unknown): boolean {
  return causesOf(error).some((cause) =>
    "code" in cause && CONNECT_CODES.includes(cause.code) || cause.message.includes(CONNECT_WORDS)
  );
}

/** How Node and OpenSSL write their codes. */
const CODE = /^[A-Z][A-Z\d_]{2,49}$/u;
/** What Deno writes in words, the more telling ones first. */
const WORDS: readonly (readonly [words: RegExp, cause: string])[] = [
  [/dns error|failed to lookup address/u, "ENOTFOUND"],
  [/[Cc]onnection refused/u, "ECONNREFUSED"],
  [/[Cc]onnection reset/u, "ECONNRESET"],
  [/timed out/u, "ETIMEDOUT"],
  [/[Nn]etwork is unreachable|No route to host/u, "ENETUNREACH"],
  [/tunnel|proxy/u, "PROXY"],
  [/connection (?:was )?closed|unexpected end of file|closed before/u, "CLOSED"],
];

/** Why a `fetch` failed, in a word that holds nothing of the request; `null` if not known. */
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
