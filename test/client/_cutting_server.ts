import { createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";

/** A request that was read completely. */
export interface Arrival {
  readonly method: string;
  /** Number of the connection that the request used; the first connection is 1. */
  readonly connection: number;
}

export interface CuttingServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly arrivals: readonly Arrival[];
}

export interface CuttingServerOptions {
  /**
   * Whether to stop listening before cutting the connection, so that no further request can arrive.
   */
  readonly isLast?: boolean;
}

const ANSWER = JSON.stringify({ data: { plans: [], transaction_ids: [] } });

/** Starts a server on a free local port. */
export async function startCuttingServer(
  { isLast = false }: CuttingServerOptions = {},
): Promise<CuttingServer> {
  const arrivals: Arrival[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const connection = sockets.push(socket);
    socket.on("error", () => {});
    let requests = 0;
    onRequest(socket, (method) => {
      arrivals.push({ method, connection });
      if (++requests === 1) return answer(socket);
      if (isLast) server.close();
      socket.destroy();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}`,
    arrivals,
    async [Symbol.asyncDispose](): Promise<void> {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server.close(), "close");
    },
  };
}

/** Returns an unused local port. */
export async function deadPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const port = portOf(server);
  await once(server.close(), "close");
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("Not listening");
  return address.port;
}

function onRequest(socket: Socket, onMethod: (method: string) => void): void {
  let read = "";
  socket.on("data", (chunk) => {
    read += chunk.toString("latin1");
    const end = read.indexOf("\r\n\r\n");
    const head = read.slice(0, end);
    if (end < 0 || !isWholeBody(head, read.slice(end + 4))) return;
    read = "";
    onMethod(head.slice(0, head.indexOf(" ")));
  });
}

function isWholeBody(head: string, body: string): boolean {
  if (/^transfer-encoding: *chunked/im.test(head)) return /(^|\r\n)0\r\n\r\n$/.test(body);
  return body.length >= Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}

function answer(socket: Socket): void {
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${ANSWER.length}\r\n\r\n`;
  socket.write(head + ANSWER);
}
