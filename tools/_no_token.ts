/**
 * What every call and every start without a token is told.
 *
 * @module
 */

/** One sentence without a final period: what is missing, and the ways to go on. */
export const NO_TOKEN_SENTENCE =
  "no access token is set: set BUDGET_ACCESS_TOKEN (or --token-file) to a personal " +
  "access token of your own and start the server again, or start it with --demo";
