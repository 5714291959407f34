import { faultsOf } from "./grade.ts";
import { type Call, type Fields, type Question, valueAt } from "./question.ts";
import { changesIn, EVAL_DAY, type EvalWorld, evalWorld } from "./world.ts";

/** Tokens as counted by the endpoint. */
export interface Tokens {
  input: number;
  output: number;
}

/**
 * Starts a conversation with an assistant; the conversation's token usage is added to `tokens`.
 * Returns a function that replies to the user's message, calling tools as needed.
 */
export type Engage = (
  world: EvalWorld,
  question: Question,
  tokens: Tokens,
) => (says: string) => Promise<string>;

export interface Outcome {
  readonly question: Question;
  /** All of the assistant's answers, in order. */
  readonly said: readonly string[];
  /** Mistakes in the answer; empty if it is correct. */
  readonly faults: readonly string[];
  readonly calls: number;
  /** Number of requests that YNAB received. */
  readonly requests: number;
  readonly tokens: Tokens;
}

export async function ask(
  question: Question,
  engage: Engage,
  open: typeof evalWorld = evalWorld,
): Promise<Outcome> {
  await using world = await open(question.profile);
  const tokens = { input: 0, output: 0 };
  const answer = engage(world, question, tokens);
  const said: string[] = [];
  const broken: string[] = [];
  try {
    for (const { says } of question.turns) said.push(await answer(says));
  } catch (error) {
    // A failed conversation counts as a wrong answer and doesn't end the run.
    broken.push(`ended with an error: ${messageOf(error)}`);
  }
  const changed = changesIn(world.stored);
  return {
    question,
    said,
    faults: [...broken, ...faultsOf(question.facts, said.join("\n"), changed)],
    calls: world.calls,
    requests: world.requests,
    tokens,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A scripted assistant that makes the calls defined with each question. */
export const rehearse: Engage = (world, { turns, language }) => {
  const left = [...turns];
  let last: Fields = {};
  let preview: Call | null = null;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const money = (amount: number): string => Math.abs(amount).toLocaleString(language, digits);

  async function call([tool, given = {}]: Call, isRefused: boolean): Promise<void> {
    const args = typeof given === "function" ? given(last) : given;
    const { structured, text } = await world.call(tool, args);
    if ((structured === null) !== isRefused) throw new Error(`${tool} returned ${text}`);
    last = structured ?? { error: text };
    const { confirmation } = last;
    if (confirmation !== undefined) preview = [tool, { ...args, confirmation }];
  }

  return async () => {
    const { calls = [], isRefused = false, answers } = left.shift() ?? { answers: "" };
    const planned = calls === "confirmed"
      ? [preview ?? ["no preview"] as const]
      : typeof calls[0] === "string"
      ? [calls as Call]
      : calls as readonly Call[];
    for (const one of planned) await call(one, isRefused);
    if (typeof answers === "function") return answers(last, money);
    return answers.replaceAll(/<(money )?([^>]+)>/gu, (_, isMoney?: string, path = "") => {
      const value = valueAt(last, path);
      return isMoney === undefined ? String(value) : money(Number(value));
    });
  };
};

export interface ModelOptions {
  /** Base URL, such as `http://127.0.0.1:8080/v1`. */
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly model: string;
  /** Format in which the model gets tool results. It differs between hosts. */
  readonly form: "text" | "structured";
  readonly maxTokens: number;
}

/** Maximum number of steps, to stop assistants that are stuck in a loop. */
const MAX_ROUNDS = 12;

const HOST = `You are an assistant with tools for a household's budget. Today is ${EVAL_DAY}. ` +
  "Answer in the user's language, briefly, with exact figures.";

interface WantedCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A reply in OpenAI's Chat Completions format, which most vendors and local servers support. */
interface Completion {
  readonly choices?: readonly {
    readonly message?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly WantedCall[];
    };
  }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number };
}

export function modelAssistants(options: ModelOptions): Engage {
  const { model, form, maxTokens } = options;
  return (world, _, tokens) => {
    const messages: unknown[] = [{ role: "system", content: `${HOST}\n\n${world.instructions}` }];
    return async (says) => {
      messages.push({ role: "user", content: says });
      const tools = (await world.tools()).map(({ name, description, inputSchema }) => ({
        type: "function",
        function: { name, description, parameters: inputSchema },
      }));
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const body = { model, max_completion_tokens: maxTokens, tools, messages };
        const { choices, usage } = await post(options, body) as Completion;
        const message = choices?.[0]?.message;
        if (message === undefined) throw new Error("The endpoint returned no message");
        messages.push({ role: "assistant", ...message });
        tokens.input += usage?.prompt_tokens ?? 0;
        tokens.output += usage?.completion_tokens ?? 0;
        const { content, tool_calls: calls = [] } = message;
        if (calls.length === 0) return content ?? "";
        // Make the calls in sequence, because a change must not overtake earlier reads.
        for (const call of calls) {
          const result = await resultOf(world, call, form);
          messages.push({ role: "tool", tool_call_id: call.id, content: result });
        }
      }
      throw new Error(`The model was still calling tools after ${MAX_ROUNDS} rounds`);
    };
  };
}

async function resultOf(
  world: EvalWorld,
  { function: { name, arguments: text } }: WantedCall,
  form: ModelOptions["form"],
): Promise<string> {
  const args = argumentsIn(text);
  if (args === null) return "The arguments aren't a JSON object";
  try {
    const answer = await world.call(name, args);
    const isText = form === "text" || answer.structured === null;
    return isText ? answer.text : JSON.stringify(answer.structured);
  } catch (error) {
    // Calling an unknown tool is the model's mistake.
    return messageOf(error);
  }
}

/** Parses arguments; `null` if they aren't a JSON object. */
function argumentsIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const read = text === "" ? {} : JSON.parse(text);
    return typeof read === "object" && !Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}

const TRIES = 5;
const FIRST_WAIT_MS = 2_000;

/** Sends a request. Retries while the endpoint is busy. */
async function post({ url, key, fetch, wait }: ModelOptions, body: object): Promise<unknown> {
  for (let attempt = 1;; attempt += 1) {
    const response = await fetch(`${url.replace(/\/$/u, "")}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
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
