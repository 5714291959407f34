import { changesSince, EVAL_PLAN, type EvalWorld, evalWorld } from "./world.ts";
import { Desk } from "./desk.ts";
import { faultsOf } from "./grade.ts";
import type { Household } from "./household.ts";
import type { Question } from "./question.ts";

/** Tokens as counted by the endpoint. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** An assistant in one conversation. */
export interface Assistant {
  /** Replies to the user's message, calling tools as needed. */
  answer(says: string): Promise<string>;
  readonly tokens: Tokens;
}

/** Runs a conversation with an assistant. */
export type Engage = (world: EvalWorld, question: Question) => Assistant;

export interface Outcome {
  readonly question: Question;
  /** All answers, in order. */
  readonly said: readonly string[];
  /** Mistakes; empty if the answer is correct. */
  readonly faults: readonly string[];
  readonly calls: number;
  /** Number of requests that YNAB received. */
  readonly requests: number;
  readonly tokens: Tokens;
}

const changesInPlan = changesSince(EVAL_PLAN);

/** Asks a question and grades the answers. */
export async function ask(
  question: Question,
  household: Household,
  engage: Engage,
): Promise<Outcome> {
  await using world = await evalWorld(question.profile);
  const assistant = engage(world, question);
  const said: string[] = [];
  const broken = await converse(question, assistant, said);
  const changed = changesInPlan(world.stored);
  return {
    question,
    said,
    faults: [...broken, ...faultsOf(question.facts(household), said.join("\n"), changed)],
    calls: world.calls,
    requests: world.requests,
    tokens: assistant.tokens,
  };
}

/** A failed conversation counts as a wrong answer and doesn't end the run. */
async function converse(
  { turns }: Question,
  assistant: Assistant,
  said: string[],
): Promise<readonly string[]> {
  try {
    for (const { says } of turns) said.push(await assistant.answer(says));
    return [];
  } catch (error) {
    return [`broke off: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** A scripted assistant that makes the calls defined with each question. */
export const rehearse: Engage = (world, { turns, language }) => {
  const desk = new Desk(world, language);
  const left = [...turns];
  return {
    tokens: { input: 0, output: 0 },
    async answer(): Promise<string> {
      const turn = left.shift();
      if (turn === undefined) throw new Error("No such turn");
      return await turn.rehearsed(desk);
    },
  };
};
