import type { Tokens } from "./assistant.ts";
import type { ToolDefinition } from "./world.ts";

/** A tool call requested by a model. */
export interface WantedCall {
  readonly id: string;
  readonly tool: string;
  /** `null` where the model wrote no JSON object. */
  readonly args: Readonly<Record<string, unknown>> | null;
}

/** Result of a call, for the model. */
export interface CallResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

/** One reply of a model. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly WantedCall[];
  readonly tokens: Tokens;
}

/** Start of a conversation. */
export interface Opening {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  /** Maximum tokens per reply. */
  readonly maxTokens: number;
}

/** A conversation in the format of one endpoint shape. */
export interface Talk {
  /** Path below the endpoint. */
  readonly path: string;
  headers(key: string): Readonly<Record<string, string>>;
  /** Adds a user message. */
  say(text: string): void;
  /** Adds tool results. */
  give(results: readonly CallResult[]): void;
  /** Next request body. */
  body(): Readonly<Record<string, unknown>>;
  /** Adds a model's reply unchanged. */
  take(reply: unknown): Reply;
}

/** Reads arguments that should be a JSON object. */
function argsOf(value: unknown): WantedCall["args"] {
  try {
    const read = typeof value === "string" ? JSON.parse(value === "" ? "{}" : value) : value;
    return typeof read === "object" && read !== null && !Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}

interface Completion {
  readonly choices?: readonly {
    readonly message?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    };
  }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number };
}

/** One conversation. */
export class OpenAiTalk implements Talk {
  readonly path = "/chat/completions";
  readonly #opening: Opening;
  readonly #messages: unknown[];

  /** Begins a conversation. */
  constructor(opening: Opening) {
    this.#opening = opening;
    this.#messages = [{ role: "system", content: opening.system }];
  }

  /** Returns the headers of a request. */
  headers(key: string): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${key}` };
  }

  /** Adds a user message. */
  say(text: string): void {
    this.#messages.push({ role: "user", content: text });
  }

  /** Adds tool results. */
  give(results: readonly CallResult[]): void {
    for (const { id, text } of results) {
      this.#messages.push({ role: "tool", tool_call_id: id, content: text });
    }
  }

  /** Returns the next request body. */
  body(): Readonly<Record<string, unknown>> {
    const { model, tools, maxTokens } = this.#opening;
    return {
      model,
      max_completion_tokens: maxTokens,
      messages: [...this.#messages],
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: "function",
        function: { name, description, parameters: inputSchema },
      })),
    };
  }

  /** Adds a reply unchanged. */
  take(reply: unknown): Reply {
    const { choices, usage } = reply as Completion;
    const message = choices?.[0]?.message;
    if (message === undefined) throw new Error("The endpoint returned no message");
    this.#messages.push({ role: "assistant", ...message });
    return {
      text: message.content ?? "",
      calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
        id,
        tool: name,
        args: argsOf(args),
      })),
      tokens: { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 },
    };
  }
}

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

  /** Returns the headers of a request. */
  headers(key: string): Readonly<Record<string, string>> {
    return { "x-api-key": key, "anthropic-version": "2023-06-01" };
  }

  /** Adds a user message. */
  say(text: string): void {
    this.#messages.push({ role: "user", content: text });
  }

  /** Adds tool results. */
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

  /** Returns the next request body. */
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

  /** Adds a reply unchanged. */
  take(reply: unknown): Reply {
    const { content, usage } = reply as Message;
    if (content === undefined) throw new Error("The endpoint returned no content");
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
