import type { ToolResult } from "../remote/http/_asking_handler.ts";

const VERSION = "2026-07-28";

/** Told when too many calls are under way: nothing has been done. */
const COME_AGAIN: readonly number[] = [429, 503];

/** Any number of clients of one household. */
export class Clients {
  readonly #token: string;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #calls = 0;
  #refusals = 0;

  /** Makes clients that send a token. */
  constructor(token: string) {
    this.#token = token;
  }

  /** Counts of answered calls and calls asked to retry. */
  get counts(): { readonly calls: number; readonly refusals: number } {
    return { calls: this.#calls, refusals: this.#refusals };
  }

  /**
   * Calls a tool.
   *
   * @throws {Error} When the answer is anything but the tool's.
   */
  async call(url: URL, name: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    for (;;) {
      const response = await this.#asked(url, name, args);
      if (response.status === 200) {
        this.#calls += 1;
        this.#waiting.shift()?.();
        return resultIn(response.text);
      }
      const isToldToComeAgain = COME_AGAIN.includes(response.status) && response.retryAfter === "1";
      if (!isToldToComeAgain) throw new Error(`${name}: ${response.status} ${response.text}`);
      this.#refusals += 1;
      // Nobody is left to wake it where no other call is under way.
      if (this.#underWay > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async #asked(url: URL, name: string, args: Readonly<Record<string, unknown>>): Promise<Told> {
    this.#underWay += 1;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          authorization: `Bearer ${this.#token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": VERSION,
          "mcp-method": "tools/call",
          "mcp-name": name,
        },
        body: bodyOf(name, args),
      });
      const retryAfter = response.headers.get("retry-after");
      return { status: response.status, text: await response.text(), retryAfter };
    } finally {
      this.#underWay -= 1;
    }
  }
}

interface Told {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

function bodyOf(name: string, args: Readonly<Record<string, unknown>>): string {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name, arguments: args, _meta: meta };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
}

/** Some answers come as a stream. */
function resultIn(text: string): ToolResult {
  const [, data = text] = /^data: (.*)$/mu.exec(text) ?? [];
  const { result } = JSON.parse(data);
  if (result === undefined) throw new Error(`No result: ${text}`);
  return result;
}
