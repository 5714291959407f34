import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, BlockList, isIP } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { type Endpoint, type EndpointParts, openEndpoint } from "./endpoint.ts";
import type { HttpOptions } from "./http_options.ts";
import { customerOf, type HttpLimits, limitsOf, Load } from "../request_limits.ts";
import type { RequestHead } from "./request.ts";

export interface ListenOptions extends EndpointParts {
  readonly host: string;
  /** The port; 0 picks a free one. */
  readonly port: number;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[] | undefined;
}

export interface HttpServer extends Pick<Endpoint, "hosted"> {
  /** The server's URL, such as `http://127.0.0.1:8103/mcp`. */
  readonly url: string;
  /** Stops accepting calls, and resolves when all started calls have finished. */
  readonly close: () => Promise<void>;
}

const MAX_LATE_MS = 1_000;

/**
 * Listens for HTTP requests.
 *
 * @throws {Error} If the port can't be opened, or a proxy is neither an address nor a range.
 */
export async function serveHttp(
  options: HttpOptions,
  { host, port, trustedProxies: trusted = [], ...parts }: ListenOptions,
): Promise<HttpServer> {
  const proxies = trustedProxies(trusted);
  const all = limitsOf(options.signIn, parts.limits);
  const endpoint = openEndpoint(options, parts);
  /** Closes everything if startup fails, because timers would otherwise keep the process alive. */
  const closingOnFailure = (step: Promise<unknown>): Promise<unknown> =>
    step.catch(async (error: unknown) => {
      await endpoint.close();
      throw error;
    });
  // Load the modules now, so that a failure prevents startup instead of breaking the first request.
  await closingOnFailure(endpoint.prepare());
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    useOriginForm(request);
    const admitted = await endpoint.admit(headOf(request, proxies));
    if (admitted instanceof Response) return await refuse(admitted, { request, response, all });
    response.once("close", admitted.leave);
    if (response.destroyed) admitted.leave();
    response.setHeader("cache-control", "no-store");
    if (expectsContinue(request)) response.writeContinue();
    const serve = toNodeHandler({
      fetch: async (converted) => withAllCookies(await admitted.serve(converted), response),
    }, { maxRequestBodySize: all.bodyBytes });
    // The adapter's type wrongly says that the method always exists.
    await serve(request as typeof request & { method: string; url: string }, response);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch((error: unknown) => {
      endpoint.onError(error);
      request.socket.destroy();
    });
  };
  const server = createServer({
    maxHeaderSize: all.headBytes,
    headersTimeout: all.headMs,
    requestTimeout: all.requestMs,
    keepAliveTimeout: all.idleMs,
    connectionsCheckingInterval: Math.min(MAX_LATE_MS, all.headMs),
  }, listener);
  // Without this handler, the runtime sends `100 Continue`, asking for the body, before the headers
  // have been checked.
  server.on("checkContinue", listener);
  const connections = new Load({
    calls: all.connections,
    callsOfOne: Infinity,
    // Keep one network from using up the connections that all others need.
    reserved: all.connections / 2,
  });
  server.on("connection", (socket) => {
    const closed = new AbortController();
    socket.once("close", () => closed.abort());
    const exceeded = connections.enter(customerOf(socket.remoteAddress ?? ""), closed.signal);
    if (exceeded !== null) socket.destroy();
  });
  await closingOnFailure(once(server.listen(port, host), "listening"));
  const { port: actual } = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${name}:${actual}/mcp`,
    hosted: endpoint.hosted,
    async close(): Promise<void> {
      await endpoint.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sets each cookie in a separate header; otherwise, the adapter would send only the last one. */
function withAllCookies(answer: Response, response: ServerResponse): Response {
  const cookies = answer.headers.getSetCookie();
  if (cookies.length === 0) return answer;
  response.setHeader("set-cookie", cookies);
  const headers = new Headers(answer.headers);
  headers.delete("set-cookie");
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * If the request target is an absolute URL, keeps only its path and query. The URL's host replaces
 * the Host header (RFC 9112, section 3.2.2).
 */
function useOriginForm(request: IncomingMessage): void {
  const target = URL.parse(request.url ?? "");
  if (target === null || !/^https?:$/u.test(target.protocol)) return;
  request.url = `${target.pathname}${target.search}`;
  request.headers.host = target.host;
}

function headOf(
  { method, url, headers, rawHeaders, socket }: IncomingMessage,
  proxies: TrustedProxies,
): RequestHead {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  const header = (name: string): string | null => {
    // If there were two Host headers, the runtime would use the first, but a proxy might use the
    // second.
    if (name === "host" && hosts.length !== 1) return null;
    const value = headers[name];
    return typeof value === "string" ? value : null;
  };
  return {
    method: method ?? "",
    path: (url ?? "").split("?")[0] ?? "",
    header,
    address: clientAddress(socket.remoteAddress ?? "", header("x-forwarded-for"), proxies),
  };
}

function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === "100-continue";
}

interface Refusing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly all: HttpLimits;
}

/** Rejects a request without waiting for its body, which may be large. */
async function refuse(answer: Response, { request, response, all }: Refusing): Promise<void> {
  const length = Number(request.headers["content-length"] ?? 0);
  // A client that expects 100 Continue may or may not send its body, so the connection can't be
  // reused.
  const isShort = request.headers["transfer-encoding"] === undefined && length <= all.bodyBytes &&
    !expectsContinue(request);
  const headers = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, isShort ? headers : { ...headers, connection: "close" });
  response.end(request.method === "HEAD" ? undefined : await answer.text());
  if (!isShort) response.once("finish", () => request.socket.destroySoon());
}

export type TrustedProxies = Pick<BlockList, "check">;

/**
 * Parses a list of trusted proxies.
 *
 * @throws {TypeError} If an entry is neither an address nor a range.
 */
export function trustedProxies(list: readonly string[]): TrustedProxies {
  const proxies = new BlockList();
  for (const entry of list) {
    const [, address = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/u.exec(entry) ?? [];
    const bits = isIP(address) === 4 ? 32 : 128;
    const length = Number(prefix ?? bits);
    if (isIP(address) === 0 || address.includes("%") || length > bits) {
      throw new TypeError(
        `must be IP addresses or ranges such as 10.0.0.0/8, but ${entry} is neither`,
      );
    }
    proxies.addSubnet(address, length, bits === 32 ? "ipv4" : "ipv6");
  }
  return proxies;
}

/**
 * Returns a client's address. A proxy appends the address of its own client, so only the last entry
 * can be trusted. Earlier entries may be forged.
 */
function clientAddress(
  peer: string,
  forwarded: string | null,
  proxies: TrustedProxies,
): string {
  const entry = forwarded?.split(",").at(-1)?.trim() ?? "";
  // Some proxies add a port and put brackets around an IPv6 address.
  const last = entry.replace(/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/u, "$1$2");
  const family = isIP(peer) === 4 ? "ipv4" : "ipv6";
  return isIP(last) > 0 && isIP(peer) > 0 && proxies.check(peer, family) ? last : peer;
}
