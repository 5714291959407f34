import type { Tokens } from "./assistant.ts";
import type { ToolDefinition } from "./world.ts";

/** A tool call requested by a model. */
export interface WantedCall {
  readonly id: string;
  readonly tool: string;
  /** `null` if the model didn't write a JSON object. */
  readonly args: Readonly<Record<string, unknown>> | null;
}

/** Result of a call, to send to the model. */
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

/** Requests and replies of one kind of endpoint. */
export interface Dialect {
  /** Path relative to the endpoint's base URL. */
  readonly path: string;
  headers(key: string): Readonly<Record<string, string>>;
  /** The request body, without messages. */
  opening(opening: Opening): Readonly<Record<string, unknown>>;
  /** Messages that precede the user's first one. */
  first(opening: Opening): readonly unknown[];
  /** Messages with tool results. */
  given(results: readonly CallResult[]): readonly unknown[];
  /** Parses a reply, keeping its message unchanged. */
  read(reply: unknown): Reply & { readonly message: unknown };
}

/** Parses arguments that should be a JSON object. */
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

const openai: Dialect = {
  path: "/chat/completions",
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  opening: ({ model, tools, maxTokens }) => ({
    model,
    max_completion_tokens: maxTokens,
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: "function",
      function: { name, description, parameters: inputSchema },
    })),
  }),
  first: ({ system }) => [{ role: "system", content: system }],
  given: (results) =>
    results.map(({ id, text }) => ({ role: "tool", tool_call_id: id, content: text })),
  read(reply): ReturnType<Dialect["read"]> {
    const { choices, usage } = reply as Completion;
    const message = choices?.[0]?.message;
    if (message === undefined) throw new Error("The endpoint returned no message");
    return {
      message: { role: "assistant", ...message },
      text: message.content ?? "",
      calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
        id,
        tool: name,
        args: argsOf(args),
      })),
      tokens: { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 },
    };
  },
};

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

const anthropic: Dialect = {
  path: "/messages",
  headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  opening: ({ model, system, tools, maxTokens }) => ({
    model,
    system,
    max_tokens: maxTokens,
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    })),
  }),
  first: () => [],
  given: (results) => [{
    role: "user",
    content: results.map(({ id, text, isError }) => ({
      type: "tool_result",
      tool_use_id: id,
      content: text,
      is_error: isError,
    })),
  }],
  read(reply): ReturnType<Dialect["read"]> {
    const { content, usage } = reply as Message;
    if (content === undefined) throw new Error("The endpoint returned no content");
    const input = (usage?.input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0) +
      (usage?.cache_read_input_tokens ?? 0);
    return {
      message: { role: "assistant", content },
      text: content.map(({ type, text }) => type === "text" ? text ?? "" : "").join(""),
      calls: content.filter(({ type }) => type === "tool_use").map(({ id, name, input }) => ({
        id: id ?? "",
        tool: name ?? "",
        args: argsOf(input),
      })),
      tokens: { input, output: usage?.output_tokens ?? 0 },
    };
  },
};

export const DIALECTS = { openai, anthropic } as const;
