import { argsOf, type CallResult, type Opening, type Reply, type Talk } from "./talk.ts";

interface Message {
  readonly content?: readonly {
    readonly type: string;
    readonly text?: string;
    readonly id?: string;
    readonly name?: string;
    readonly input?: unknown;
  }[];
  readonly usage?: {
    readonly input_tokens?: number;
    readonly cache_creation_input_tokens?: number | null;
    readonly cache_read_input_tokens?: number | null;
    readonly output_tokens?: number;
  };
}

/** One conversation. */
export class AnthropicTalk implements Talk {
  readonly path = "/messages";
  readonly #opening: Opening;
  readonly #messages: unknown[] = [];

  /** Begins a conversation. */
  constructor(opening: Opening) {
    this.#opening = opening;
  }

  /** Gives the headers of a request. */
  headers(key: string): Readonly<Record<string, string>> {
    return { "x-api-key": key, "anthropic-version": "2023-06-01" };
  }

  /** Adds what the user says. */
  say(text: string): void {
    this.#messages.push({ role: "user", content: text });
  }

  /** Adds what calls were answered with. */
  give(results: readonly CallResult[]): void {
    this.#messages.push({
      role: "user",
      content: results.map(({ id, text, isError }) => ({
        type: "tool_result",
        tool_use_id: id,
        content: text,
        is_error: isError,
      })),
    });
  }

  /** Gives what is sent next. */
  body(): Readonly<Record<string, unknown>> {
    const { model, system, tools, maxTokens } = this.#opening;
    return {
      model,
      system,
      max_tokens: maxTokens,
      messages: [...this.#messages],
      tools: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        input_schema: inputSchema,
      })),
    };
  }

  /** Adds a reply, as it came. */
  take(reply: unknown): Reply {
    const { content, usage } = reply as Message;
    if (content === undefined) throw new Error("The endpoint gave no content");
    this.#messages.push({ role: "assistant", content });
    const input = (usage?.input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0) +
      (usage?.cache_read_input_tokens ?? 0);
    return {
      text: content.map(({ type, text }) => type === "text" ? text ?? "" : "").join(""),
      calls: content.filter(({ type }) => type === "tool_use").map(({ id, name, input }) => ({
        id: id ?? "",
        tool: name ?? "",
        args: argsOf(input),
      })),
      tokens: { input, output: usage?.output_tokens ?? 0 },
    };
  }
}
