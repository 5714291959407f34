/** A replica that accepts each request and closes the connection without a response. */
export class BreakingReplica implements Disposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  taken = 0;

  constructor() {
    this.#takeAll();
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.#listener.addr.port}/mcp`);
  }

  [Symbol.dispose](): void {
    this.#listener.close();
  }

  async #takeAll(): Promise<void> {
    for await (const connection of this.#listener) {
      if (await connection.read(new Uint8Array(1)) !== null) this.taken += 1;
      connection.close();
    }
  }
}
