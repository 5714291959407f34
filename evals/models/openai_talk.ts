import { argsOf, type CallResult, type Opening, type Reply, type Talk } from "./talk.ts";

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

  /** Gives the headers of a request. */
  headers(key: string): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${key}` };
  }

  /** Adds what the user says. */
  say(text: string): void {
    this.#messages.push({ role: "user", content: text });
  }

  /** Adds what calls were answered with. */
  give(results: readonly CallResult[]): void {
    for (const { id, text } of results) {
      this.#messages.push({ role: "tool", tool_call_id: id, content: text });
    }
  }

  /** Gives what is sent next. */
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

  /** Adds a reply, as it came. */
  take(reply: unknown): Reply {
    const { choices, usage } = reply as Completion;
    const message = choices?.[0]?.message;
    if (message === undefined) throw new Error("The endpoint gave no message");
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
