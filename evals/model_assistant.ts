import type { Engage, Tokens } from "./assistant.ts";
import { type CallResult, DIALECTS, type Opening, type WantedCall } from "./dialects.ts";
import { EVAL_DAY, type EvalWorld, type ToolAnswer } from "./world.ts";

/** The model and options of its endpoint. */
export interface ModelOptions {
  readonly endpoint: Endpoint;
  readonly shape: keyof typeof DIALECTS;
  readonly model: string;
  /** Format of tool results for the model, because hosts differ. */
  readonly form: "text" | "structured";
  readonly maxTokens: number;
}

/** Maximum number of steps, to stop assistants stuck in a loop. */
const MAX_ROUNDS = 12;

const HOST = `You are an assistant with tools for a household's budget. Today is ${EVAL_DAY}. ` +
  "Answer in the user's language, briefly, with exact figures.";

export function modelAssistants(options: ModelOptions): Engage {
  const { endpoint, form, model, maxTokens } = options;
  const dialect = DIALECTS[options.shape];
  return (world) => {
    const system = `${HOST}\n\n${world.instructions}`;
    const opening: Opening = { model, system, tools: world.tools, maxTokens };
    const messages = [...dialect.first(opening)];
    let tokens: Tokens = { input: 0, output: 0 };
    const send = async (): Promise<ReturnType<typeof dialect.read>> => {
      const body = JSON.stringify({ ...dialect.opening(opening), messages });
      return dialect.read(
        await post(endpoint, { path: dialect.path, headers: dialect.headers(endpoint.key), body }),
      );
    };
    return {
      get tokens(): Tokens {
        return tokens;
      },
      async answer(says): Promise<string> {
        messages.push({ role: "user", content: says });
        for (let round = 0; round < MAX_ROUNDS; round += 1) {
          const { message, text, calls, tokens: { input, output } } = await send();
          messages.push(message);
          tokens = { input: tokens.input + input, output: tokens.output + output };
          if (calls.length === 0) return text;
          messages.push(...dialect.given(await results(world, calls, form)));
        }
        throw new Error(`It still called tools after ${MAX_ROUNDS} rounds`);
      },
    };
  };
}

/** In sequence, because a change must not overtake earlier reads. */
async function results(
  world: EvalWorld,
  calls: readonly WantedCall[],
  form: ModelOptions["form"],
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

/** Calling an unknown tool is the model's mistake, so return an error to the model. */
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

/** A model's endpoint. */
export interface Endpoint {
  /** Base URL, such as `http://127.0.0.1:8080/v1`. */
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  readonly wait: (milliseconds: number) => Promise<void>;
}

const TRIES = 5;
const FIRST_WAIT_MS = 2_000;

interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request. Retries while the endpoint is busy. */
async function post(
  { url, fetch, wait }: Endpoint,
  { path, headers, body }: Request,
): Promise<unknown> {
  for (let attempt = 1;; attempt += 1) {
    const response = await fetch(url.replace(/\/$/u, "") + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    if (response.ok) return await response.json();
    const told = (await response.text()).slice(0, 500);
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy || attempt === TRIES) {
      throw new Error(`The endpoint answered ${response.status}: ${told}`);
    }
    const seconds = Number(response.headers.get("retry-after"));
    await wait(seconds > 0 ? seconds * 1000 : FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
}
