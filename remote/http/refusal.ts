/** What JSON-RPC has for errors of a server, of a text that is no JSON, and of what is no request. */
const CODES = { server: -32_000, parse: -32_700, request: -32_600 } as const;

/** Makes the answer to a request that is refused. */
export function refused(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  kind: keyof typeof CODES = "server",
): Response {
  const error = { code: CODES[kind], message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, {
    status,
    headers: { "cache-control": "no-store", ...headers },
  });
}
