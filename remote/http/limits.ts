/** Limits of a server. */
const LIMITS = {
  /** Maximum size of a request's body in bytes. */
  bodyBytes: 1_048_576,
  /** Maximum body size of a request to the sign-in, in bytes. */
  formBytes: 32_768,
  /** Maximum size of a request's head in bytes. */
  headBytes: 16_384,
  /** How long a request's head may take to arrive, in milliseconds. */
  headMs: 10_000,
  /** How long a whole request may take to arrive, in milliseconds. */
  requestMs: 60_000,
  /**
   * How long an idle connection stays open, in milliseconds. Longer than load balancers typically
   * keep theirs open.
   */
  idleMs: 75_000,
  connections: 256,
  /** Maximum concurrent calls per principal, or per user of a multi-user server. */
  callsOfOne: 16,
  /** Maximum calls per minute for each user of a multi-user server. */
  callsOfUser: 120,
  calls: 64,
  /** Maximum concurrent requests to the token endpoint and to revocation. */
  tokenRequests: 128,
  /** Maximum concurrent requests to the other sign-in endpoints: pages, registration, metadata. */
  pageRequests: 64,
  /** Maximum concurrent redirects back from YNAB, which wait for its token endpoint. */
  exchanges: 32,
  /** Maximum concurrent sign-in requests with incomplete bodies, in total. */
  arrivingForms: 128,
  /**
   * Maximum concurrent sign-in requests with incomplete bodies per address, so that one slow sender
   * can't block all others.
   */
  arrivingFormsOfOne: 64,
  /** Maximum wrong bearer tokens per minute from each address. */
  wrongTokens: 600,
  /** Maximum wrong owner tokens entered on the sign-in page per minute from each address. */
  wrongSignIns: 30,
  /** Maximum registrations and new sign-ins per minute from each address. */
  beginnings: 60,
  /**
   * Maximum registrations and new sign-ins per minute in total. Each is stored for a while, and one
   * client may have many addresses.
   */
  beginningsInAll: 240,
};

export type HttpLimits = Readonly<typeof LIMITS>;

const HOSTED_LIMITS: Partial<HttpLimits> = {
  calls: 512,
  callsOfOne: 8,
  connections: 2_048,
  arrivingForms: 1_024,
  wrongSignIns: 5,
  beginnings: 20,
  beginningsInAll: 2_000,
};

/** Returns a server's limits; tests change some of them. */
export function limitsOf(
  signIn: string | undefined,
  changed: Partial<HttpLimits> = {},
): HttpLimits {
  return { ...LIMITS, ...(signIn === "ynab" ? HOSTED_LIMITS : {}), ...changed };
}

/** Seconds after which a client may retry. */
export const RETRY = { busy: "1", minute: "60", stopping: "5" } as const;
