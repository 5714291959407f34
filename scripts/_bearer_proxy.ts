import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that listens. */
export interface BearerProxy extends AsyncDisposable {
  readonly url: string;
}

/** Opens a proxy. */
export async function openBearerProxy(target: URL, token: string): Promise<BearerProxy> {
  const server = createServer((incoming, outgoing) => {
    const onward = ask({
      host: target.hostname,
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, authorization: `Bearer ${token}` },
    }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    async [Symbol.asyncDispose](): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
