import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A replica that can be unready, or close the connection of each request without a response. */
export class Replica implements AsyncDisposable {
  isReady = true;
  isBreaking = false;
  /** Addresses of the clients whose requests arrived. */
  readonly clients: unknown[] = [];
  readonly #server = createServer((request, response) => {
    if (request.url === "/readyz") {
      response.writeHead(this.isReady ? 200 : 503).end();
      return;
    }
    this.clients.push(request.headers["x-forwarded-for"]);
    if (this.isBreaking) request.socket.destroy();
    else response.end("answered");
  });

  async listen(): Promise<URL> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    return new URL(`http://127.0.0.1:${port}/mcp`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }
}
