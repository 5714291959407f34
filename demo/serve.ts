import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { statusAnswer } from "./api/transport.ts";
import type { DemoUpstream } from "./upstream.ts";

const BODY_LIMIT_BYTES = 10_000_000;

export interface ServeDemoOptions {
  /** Port to listen on; 0 picks a free port. */
  readonly port: number;
  /** Address to listen on; `127.0.0.1` by default. */
  readonly host?: string;
}

export interface DemoServer {
  /** Base URL, such as `http://127.0.0.1:8787/v1`. */
  readonly url: string;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/** The request-handling part of an embedded demo API. */
type Responding = Pick<DemoUpstream, "respond">;

/** Serves an embedded demo API over HTTP. */
export async function serveDemo(
  upstream: Responding,
  { port, host = "127.0.0.1" }: ServeDemoOptions,
): Promise<DemoServer> {
  const server = createServer((request, response) => {
    handle(upstream, request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  return { url: `http://${name}:${actualPort}/v1`, close: () => close(server) };
}

async function handle(
  upstream: Responding,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  if (body === null) return send(response, statusAnswer(413));
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const outcome = await upstream.respond({
    method: request.method ?? "GET",
    url: new URL(`http://upstream.invalid${request.url ?? "/"}`),
    headers: new Headers({ authorization: request.headers.authorization ?? "" }),
    body: body === "" ? null : body,
  }, gone.signal);
  switch (outcome.kind) {
    case "cut":
      request.socket.destroy();
      return;
    case "stall":
      if (outcome.headersOf !== null) {
        response.writeHead(outcome.headersOf.status, outcome.headersOf.headers);
        response.flushHeaders();
      }
      return;
    case "answer":
      return send(response, outcome.answer);
  }
}

/** Reads a request's whole body; returns `null` if the body is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  if (size > BODY_LIMIT_BYTES) return null;
  return await new Blob(chunks).text();
}

function send(
  response: ServerResponse,
  { status, headers, body }: ReturnType<typeof statusAnswer>,
): void {
  response.writeHead(status, { ...headers });
  response.end(body);
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
