/** How much a server takes upon itself. */
export interface HttpLimits {
  /** Bytes of a request's body. */
  readonly bodyBytes: number;
  /** Bytes of the body of a request to the sign-in. */
  readonly formBytes: number;
  /** Bytes of a request's head. */
  readonly headBytes: number;
  /** How long a head may take to arrive, in milliseconds. */
  readonly headMs: number;
  /** How long a whole request may take to arrive, in milliseconds. */
  readonly requestMs: number;
  /** How long a connection without a request is kept, in milliseconds: longer than a balancer does. */
  readonly idleMs: number;
  readonly connections: number;
  /** Calls at once of one principal. */
  readonly callsOfOne: number;
  /** Calls at once in all. */
  readonly calls: number;
  /** Requests at once to the token endpoint and to revocation. */
  readonly tokenRequests: number;
  /** Requests at once to everything else of the sign-in: pages, registration, metadata. */
  readonly pageRequests: number;
  /** Streams at once that wait for news. */
  readonly streams: number;
  /** Wrong bearer tokens of one address in a minute. */
  readonly wrongTokens: number;
  /** Wrong owner's tokens typed into the sign-in page from one address in a minute. */
  readonly wrongSignIns: number;
  /** Clients that register, and browsers that come to sign in, of one address in a minute. */
  readonly beginnings: number;
  /** The same of all addresses together: each is kept for a while, and one may have many. */
  readonly beginningsInAll: number;
}

/** The limits when nothing else is said. */
export const LIMITS: HttpLimits = {
  bodyBytes: 1_048_576,
  formBytes: 32_768,
  headBytes: 16_384,
  headMs: 10_000,
  requestMs: 60_000,
  idleMs: 75_000,
  connections: 256,
  callsOfOne: 16,
  calls: 64,
  tokenRequests: 128,
  pageRequests: 64,
  streams: 64,
  wrongTokens: 600,
  wrongSignIns: 30,
  beginnings: 60,
  beginningsInAll: 240,
};
