/** Codes of Node that only the making of a connection gives. */
const CONNECT_CODES: readonly unknown[] = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** What Deno writes. No address can forge it, since blanks are encoded there. */
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
  let link = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && link instanceof Error; depth++) {
    if ("code" in link && CONNECT_CODES.includes(link.code)) return true;
    if (link.message.includes(CONNECT_WORDS)) return true;
    link = link.cause;
  }
  return false;
}
