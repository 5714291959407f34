/**
 * Replays a written conversation.
 *
 * @module
 */

import type { WrittenConversation } from "./_economy_conversation.ts";
import type { EconomyAnswer, EconomyWorld } from "./_economy_world.ts";
import { filledIn } from "./_filled_in.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A call as it was sent and what it was answered with. */
export interface Exchange {
  readonly tool: string;
  readonly args: Fields;
  readonly answer: EconomyAnswer;
}

/**
 * Replays a conversation on a copy that has read nothing, or on one that has.
 *
 * @param world Where it takes place.
 * @param conversation What is asked.
 * @returns Every call in order.
 * @throws {Error} When a call is answered with an error.
 */
export async function replay(
  world: EconomyWorld,
  { title, calls }: WrittenConversation,
): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  const answers: Record<string, unknown> = {};
  const send = async (tool: string, args: Fields): Promise<EconomyAnswer> => {
    const answer = await world.call(tool, args);
    if (answer.isError) throw new Error(`${title}: ${tool} was answered ${answer.text}`);
    exchanges.push({ tool, args, answer });
    answers[tool] = answer.structured;
    return answer;
  };
  for (const { tool, args = {}, isConfirmed } of calls) {
    const filled = filledIn(args, answers);
    const { structured, text } = await send(tool, filled);
    if (isConfirmed !== true) continue;
    const confirmation = structured?.["confirmation"];
    if (confirmation === undefined) throw new Error(`${title}: ${tool} asked for no yes: ${text}`);
    await send(tool, { ...filled, confirmation });
  }
  return exchanges;
}
