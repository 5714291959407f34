/**
 * Answers to requests that are not let in. None says more than why.
 *
 * @module
 */

/** What the protocol has for errors that it does not define. */
const SERVER_ERROR = -32_000;

/**
 * Makes the answer to a request that is refused.
 *
 * @param status The status.
 * @param message Why, in words of our own.
 * @param headers What else it carries.
 * @returns The answer.
 */
export function refused(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const error = { code: SERVER_ERROR, message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, {
    status,
    headers: { "cache-control": "no-store", ...headers },
  });
}
