import { messageRequest, resultOf, type ToolResult } from "../remote/http/_asking_handler.ts";

const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/**
 * Statuses that an overloaded server returns for a call that it rejects without doing any work. The
 * client may retry.
 */
const OVERLOAD: readonly number[] = [429, 503];

/** Calls tools as clients of one household, and counts the calls. */
export class Clients {
  readonly #token: string;
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;
  #calls = 0;
  #refusals = 0;

  constructor(token: string) {
    this.#token = token;
  }

  /** Number of answered calls, and of rejected attempts, which were retried. */
  get counts(): { readonly calls: number; readonly refusals: number } {
    return { calls: this.#calls, refusals: this.#refusals };
  }

  /**
   * Calls a tool, and retries under overload.
   *
   * @throws {Error} If the response doesn't come from the tool.
   */
  async call(url: URL, name: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    const message = { method: "tools/call", params: { name, arguments: args, _meta: META } };
    const headers = {
      "mcp-protocol-version": VERSION,
      "mcp-method": "tools/call",
      "mcp-name": name,
    };
    for (;;) {
      this.#inFlight += 1;
      const response = await fetch(messageRequest(this.#token, message, { url, headers }));
      const whole = new Response(await response.text(), response);
      this.#inFlight -= 1;
      if (whole.status === 200) {
        this.#calls += 1;
        this.#waiting.shift()?.();
        return await resultOf(whole) as unknown as ToolResult;
      }
      const isOverload = OVERLOAD.includes(whole.status) &&
        whole.headers.get("retry-after") === "1";
      if (!isOverload) throw new Error(`${name}: ${whole.status} ${await whole.text()}`);
      this.#refusals += 1;
      // Wait for another call's response; if no call is in flight, retry immediately.
      if (this.#inFlight > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}
