/** Node's error codes for a connection that wasn't established. */
const CONNECT_CODES: readonly unknown[] = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
];

/**
 * Part of Deno's error message for a failed connection attempt. No URL contains this text, because
 * spaces in URLs are encoded.
 */
const CONNECT_WORDS = ": client error (Connect)";

/**
 * Maximum number of causes to follow; a limit is needed because the chain of causes may be
 * circular.
 */
const DEEPEST_CAUSE = 5;

/**
 * Whether a failed `fetch` proves that no connection was established. Returns `false` for
 * an unrecognized error.
 *
 * The error describes only the last attempt, so call this function only if the runtime can't have
 * retried the request.
 */
export function isConnectFailure(error: unknown): boolean {
  return causesOf(error).some((cause) =>
    "code" in cause && CONNECT_CODES.includes(cause.code) || cause.message.includes(CONNECT_WORDS)
  );
}

const CODE = /^[A-Z][A-Z\d_]{2,49}$/u;
/** Deno's error messages, the most specific ones first. */
const WORDS: readonly (readonly [words: RegExp, cause: string])[] = [
  [/dns error|failed to lookup address/u, "ENOTFOUND"],
  [/[Cc]onnection refused/u, "ECONNREFUSED"],
  [/[Cc]onnection reset/u, "ECONNRESET"],
  [/timed out/u, "ETIMEDOUT"],
  [/[Nn]etwork is unreachable|No route to host/u, "ENETUNREACH"],
  [/tunnel|proxy/u, "PROXY"],
  [/connection (?:was )?closed|unexpected end of file|closed before/u, "CLOSED"],
];

/** Names the cause of a failed `fetch`, without any data from the request; `null` if unknown. */
export function failureCause(error: unknown): string | null {
  for (const cause of causesOf(error)) {
    const { code, message } = cause as Error & { readonly code?: unknown };
    if (typeof code === "string" && CODE.test(code)) return code;
    const certificate = /invalid peer certificate: ([A-Z][A-Za-z]{2,39})\b/u.exec(message);
    if (certificate?.[1] !== undefined) return certificate[1];
    const withoutUrl = message.replaceAll(/https?:\S+/gu, "");
    const known = WORDS.find(([words]) => words.test(withoutUrl));
    if (known !== undefined) return known[1];
  }
  return null;
}

export interface Meaning {
  readonly reason: string;
  readonly advice: string;
}

const FAILED: Meaning = {
  reason: "The connection to YNAB failed",
  advice: "check the network, then try again",
};

/**
 * What each cause means. A cause is an error code from Node or OpenSSL, a certificate error from
 * Deno, or a name in `WORDS`.
 */
const MEANINGS: readonly (readonly [causes: RegExp, meaning: Meaning])[] = [
  [/^ECONNREFUSED$/u, {
    reason: "The connection to YNAB was refused",
    advice: "check whether a firewall, VPN or proxy is blocking it, then try again",
  }],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/u, {
    reason: "YNAB's server can't be found",
    advice: "check that this computer is online, then try again",
  }],
  [/^(?:ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/u, {
    reason: "YNAB can't be reached from this network",
    advice: "check that this computer is online, then try again",
  }],
  [/TIMEDOUT$|TIMEOUT$/u, {
    reason: "The connection to YNAB timed out",
    advice: "check the network, then try again in a few minutes",
  }],
  [/^(?:ECONNRESET|EPIPE|CLOSED|UND_ERR_SOCKET)$/u, {
    reason: "The connection to YNAB was interrupted",
    advice: "try again, and check the firewall, VPN or proxy if it happens again",
  }],
  [/^PROXY$/u, {
    reason: "The proxy did not connect to YNAB",
    advice: "check HTTPS_PROXY and NO_PROXY",
  }],
  [/EXPIRED|NOT_YET_VALID|^Expired|^NotValidYet/u, {
    reason: "YNAB's server certificate seems to be expired or not yet valid",
    advice: "check this computer's date and time, then try again",
  }],
  [/CERT|ISSUER|SIGNATURE|^UnknownIssuer|^CaUsedAsEndEntity|^NotValidForName|^Bad|^Other/u, {
    reason: "The certificate for the connection to YNAB isn't trusted, usually because an " +
      "antivirus program or a company proxy inspects the connection",
    advice: "exempt api.ynab.com from TLS inspection, or start the server with " +
      "NODE_USE_SYSTEM_CA=1 (Node) or DENO_TLS_CA_STORE=system (Deno)",
  }],
];

/** Explains why a `fetch` failed. */
export function connectionMeaning(error: unknown): Meaning {
  const cause = failureCause(error) ?? "";
  return MEANINGS.find(([causes]) => causes.test(cause))?.[1] ?? FAILED;
}

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let link = error; link instanceof Error; link = link.cause) {
    if (causes.push(link) === DEEPEST_CAUSE) break;
  }
  return causes;
}
