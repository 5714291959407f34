/** An error has few causes; a ring of them must not keep us for ever. */
const DEEPEST_CAUSE = 5;
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

/** Finds the word. */
export function causeOf(error: unknown): string | null {
  let link = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && link instanceof Error; depth++) {
    const { code } = link as { readonly code?: unknown };
    if (typeof code === "string" && CODE.test(code)) return code;
    const certificate = /invalid peer certificate: ([A-Z][A-Za-z]{2,39})\b/u.exec(link.message);
    if (certificate?.[1] !== undefined) return certificate[1];
    // An address has no blanks: these words can't come from it.
    const { message } = link;
    const known = WORDS.find(([words]) => words.test(message));
    if (known !== undefined) return known[1];
    link = link.cause;
  }
  return null;
}
