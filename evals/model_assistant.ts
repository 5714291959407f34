import type { Engage, Tokens } from "./assistant.ts";
import { EVAL_DAY, type EvalWorld, type ToolAnswer } from "./world.ts";
import {
  AnthropicTalk,
  type CallResult,
  OpenAiTalk,
  type Opening,
  type Talk,
  type WantedCall,
} from "./talk.ts";

/** The shapes of endpoints. */
export const SHAPES = {
  openai: (opening: Opening): Talk => new OpenAiTalk(opening),
  anthropic: (opening: Opening): Talk => new AnthropicTalk(opening),
} as const;

/** A shape of endpoint. */
export type Shape = keyof typeof SHAPES;

/** Form of answers for the model: hosts differ. */
export type Form = "text" | "structured";

/** Model and endpoint options. */
export interface ModelOptions {
  readonly endpoint: Endpoint;
  readonly shape: Shape;
  readonly model: string;
  readonly form: Form;
  readonly maxTokens: number;
}

/** Limit for assistants stuck in a loop. */
const MOST_ROUNDS = 12;

const HOST = `You are an assistant with tools for a household's budget. Today is ${EVAL_DAY}. ` +
  "Answer in the user's language, briefly, with exact figures.";

export function modelAssistants(options: ModelOptions): Engage {
  return (world) => {
    const talk = SHAPES[options.shape]({
      model: options.model,
      system: `${HOST}\n\n${world.instructions}`,
      tools: world.tools,
      maxTokens: options.maxTokens,
    });
    let tokens: Tokens = { input: 0, output: 0 };
    return {
      get tokens(): Tokens {
        return tokens;
      },
      async answer(says): Promise<string> {
        talk.say(says);
        for (let round = 0; round < MOST_ROUNDS; round += 1) {
          const reply = talk.take(await post(options.endpoint, talk));
          tokens = {
            input: tokens.input + reply.tokens.input,
            output: tokens.output + reply.tokens.output,
          };
          if (reply.calls.length === 0) return reply.text;
          talk.give(await results(world, reply.calls, options.form));
        }
        throw new Error(`It still called tools after ${MOST_ROUNDS} rounds`);
      },
    };
  };
}

/** In sequence: a change must not overtake the reads before it. */
async function results(
  world: EvalWorld,
  calls: readonly WantedCall[],
  form: Form,
): Promise<readonly CallResult[]> {
  const given: CallResult[] = [];
  for (const { id, tool, args } of calls) {
    if (args === null) {
      given.push({ id, text: "The arguments are no JSON object", isError: true });
      continue;
    }
    const answer = await called(world, tool, args);
    const isText = form === "text" || answer.structured === null;
    const text = isText ? answer.text : JSON.stringify(answer.structured);
    given.push({ id, text, isError: answer.isError });
  }
  return given;
}

/** An unknown tool is the model's mistake; return an error to it. */
async function called(
  world: EvalWorld,
  tool: string,
  args: NonNullable<WantedCall["args"]>,
): Promise<ToolAnswer> {
  try {
    return await world.call(tool, args);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { text, structured: null, isError: true };
  }
}

/** Where a model answers. */
export interface Endpoint {
  /** Base address, such as `http://127.0.0.1:8080/v1`. */
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  readonly wait: (milliseconds: number) => Promise<void>;
}

const TRIES = 5;
const FIRST_WAIT_MS = 2_000;

/**
 * Sends a conversation and gives what came.
 *
 * @throws {Error} When the endpoint refuses, or is busy for too long.
 */
export async function post(endpoint: Endpoint, talk: Talk): Promise<unknown> {
  const body = JSON.stringify(talk.body());
  for (let attempt = 1;; attempt += 1) {
    const response = await endpoint.fetch(`${endpoint.url.replace(/\/$/u, "")}${talk.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...talk.headers(endpoint.key) },
      body,
    });
    if (response.ok) return await response.json();
    const told = (await response.text()).slice(0, 500);
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy || attempt === TRIES) {
      throw new Error(`The endpoint answered ${response.status}: ${told}`);
    }
    const seconds = Number(response.headers.get("retry-after"));
    await endpoint.wait(seconds > 0 ? seconds * 1000 : FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
}
