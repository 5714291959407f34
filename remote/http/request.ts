import { readRequestBody } from "@modelcontextprotocol/server";
import { type HttpLimits, untilRead } from "../request_limits.ts";

/** JSON-RPC error codes: server error, parse error and invalid request. */
const CODES = { server: -32_000, parse: -32_700, request: -32_600 } as const;

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

export interface RequestHead {
  readonly method: string;
  readonly path: string;
  /** Returns a header's value, or `null` if it is missing. The header's name must be lowercase. */
  readonly header: (name: string) => string | null;
  /** The client's address, used to limit requests; empty if unknown. */
  readonly address: string;
}

export function headOf(request: Request): RequestHead {
  const { pathname, host } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    // Callers in the same process may omit the Host header.
    header: (name) => request.headers.get(name) ?? (name === "host" ? host : null),
    address: "",
  };
}

export async function formIn(
  request: Request,
  all: HttpLimits,
): Promise<{ readonly text: string } | Response> {
  // The query is stored, so limit the URL's length in case the server using this handler doesn't.
  if (request.url.length > all.headBytes) return refused(414, "The URL is too long");
  const body = await readRequestBody(request, all.formBytes);
  return body.tooLarge ? refused(413, `The body must not exceed ${all.formBytes} bytes`) : body;
}

/** Reads the message in a request. Rejects a batch, because it would start several calls. */
export async function messageIn(
  request: Request,
  most: number,
): Promise<{ readonly message: unknown } | Response> {
  const body = await readRequestBody(request, most);
  if (body.tooLarge) return refused(413, `The body must not exceed ${most} bytes`);
  try {
    const message: unknown = JSON.parse(body.text);
    return Array.isArray(message)
      ? refused(400, "A request must be one message, not a batch", {}, "request")
      : { message };
  } catch {
    return refused(400, "The body is not JSON", {}, "parse");
  }
}

/** Prevents caching of a response, and calls `leave` when the response ends. */
export function unstored(response: Response, leave: () => void): Response {
  const { body, status } = untilRead(response, leave);
  const headers = new Headers(response.headers);
  headers.set("cache-control", "no-store");
  // The runtime and the client decide whether the connection stays open (RFC 9112, 9.6).
  headers.delete("connection");
  // Some proxies would buffer a stream until it ends.
  if (body !== null) headers.set("x-accel-buffering", "no");
  return new Response(body, { status, headers });
}
