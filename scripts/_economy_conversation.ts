/**
 * What a written conversation is.
 *
 * @module
 */

import { toolsOf } from "../server/offered_tools.ts";
import type { Profile } from "../tools/_tool.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One call of a conversation. */
export interface WrittenCall {
  readonly tool: string;
  /**
   * Text that begins with `=` stands for a value of an earlier answer: the tool, then
   * the path in its structured form, such as `=find_transactions.transactions.0.payee`.
   */
  readonly args?: Fields;
  /** Whether the call is made again with the confirmation of its preview. */
  readonly isConfirmed?: boolean;
}

/** One conversation. */
export interface WrittenConversation {
  readonly title: string;
  /** What the household asks. */
  readonly question: string;
  readonly calls: readonly WrittenCall[];
}

/**
 * Tells which profile a conversation is held in: the default one where that has its tools.
 *
 * @param conversation The conversation.
 */
export function profileOf({ calls }: Pick<WrittenConversation, "calls">): Profile {
  const inFuller = new Set(toolsOf("fuller", true).map(({ name }) => name));
  return calls.every(({ tool }) => inFuller.has(tool)) ? "fuller" : "complete";
}
