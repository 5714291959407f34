/**
 * Listens: the endpoint on `node:http`, with limits of time, size and connections, the
 * same on every runtime.
 *
 * @module
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { type Admitted, openEndpoint } from "./endpoint.ts";
import type { HttpOptions } from "./http_options.ts";
import { type HttpLimits, LIMITS } from "./limits.ts";
import type { RequestHead } from "./request_head.ts";

/** Where and how is listened. */
export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** What differs from the usual limits. */
  readonly limits?: Partial<HttpLimits> | undefined;
}

/** A server that listens. */
export interface HttpServer {
  /** Its address, such as `http://127.0.0.1:8103/mcp`. */
  readonly url: string;
  /** Lets no call in any more, and resolves when all that has begun has ended. */
  readonly close: () => Promise<void>;
}

/** How often connections are looked at that have taken too long, in milliseconds. */
const MOST_LATE_MS = 1_000;

/** Calls that were let in, until their body has come. */
const admittedOf = new WeakMap<object, Admitted>();

/**
 * Serves over HTTP.
 *
 * @param options What the server is made of.
 * @param listen Where and how is listened.
 * @returns The server, once it listens.
 * @throws {Error} When the port can't be listened on.
 */
export async function serveHttp(
  options: HttpOptions,
  { host, port, limits = {} }: ListenOptions,
): Promise<HttpServer> {
  const all = { ...LIMITS, ...limits };
  const endpoint = openEndpoint(options, limits);
  const call = toNodeHandler({
    fetch: async (request, given) => {
      const admitted = given?.authInfo === undefined ? undefined : admittedOf.get(given.authInfo);
      if (admitted === undefined) throw new Error("A call has come past the guards");
      return await endpoint.serve(request, admitted);
    },
  }, { maxRequestBodySize: all.bodyBytes });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const admitted = await endpoint.admit(headOf(request));
    if (admitted instanceof Response) return await refuse(admitted, { request, response, all });
    const { authInfo, leave } = admitted;
    response.once("close", leave);
    if (response.destroyed) leave();
    response.setHeader("cache-control", "no-store");
    admittedOf.set(authInfo, admitted);
    // The adapter's type says of the method that it is always there.
    const authorized = Object.assign(request, { auth: authInfo });
    await call(authorized as typeof authorized & { method: string; url: string }, response);
  };
  const server = createServer({
    maxHeaderSize: all.headBytes,
    headersTimeout: all.headMs,
    requestTimeout: all.requestMs,
    keepAliveTimeout: all.idleMs,
    connectionsCheckingInterval: Math.min(MOST_LATE_MS, all.headMs),
  }, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      const name = error instanceof Error ? error.name : typeof error;
      options.log?.({ level: "error", event: "http_failed", error: name });
      request.socket.destroy();
    });
  });
  server.maxConnections = all.connections;
  await listening(server, host, port);
  const { port: actual } = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${name}:${actual}/mcp`,
    async close(): Promise<void> {
      await endpoint.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listening(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function headOf({ method, url, headers, rawHeaders, socket }: IncomingMessage): RequestHead {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  return {
    method: method ?? "",
    path: (url ?? "").split("?")[0] ?? "",
    header: (name) => {
      // The runtime would take the first of two, and a proxy perhaps the other.
      if (name === "host" && hosts.length !== 1) return null;
      const value = headers[name];
      return typeof value === "string" ? value : null;
    },
    address: socket.remoteAddress ?? "",
  };
}

interface Refusing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly all: HttpLimits;
}

/** Answers without the body: one that may be large is not waited for. */
async function refuse(answer: Response, { request, response, all }: Refusing): Promise<void> {
  const length = Number(request.headers["content-length"] ?? 0);
  const isShort = request.headers["transfer-encoding"] === undefined && length <= all.bodyBytes;
  const headers = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, isShort ? headers : { ...headers, connection: "close" });
  response.end(request.method === "HEAD" ? undefined : await answer.text());
  if (!isShort) response.once("finish", () => request.socket.destroySoon());
}
