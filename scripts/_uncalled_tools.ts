/**
 * Conversations for tools that nobody has written one for: their own examples.
 *
 * @module
 */

import { tools } from "../tools/_manifest.ts";
import { asksFirst, type Tool } from "../tools/_tool.ts";
import type { WrittenCall, WrittenConversation } from "./_economy_conversation.ts";

/** No conversation has to begin with it: every tool knows the plan. */
const NEVER_CALLED = "list_plans";

/**
 * Makes the conversations that are missing.
 *
 * @param written Those that there are.
 * @returns One for each tool that none of them calls.
 */
export function conversationsOfUncalled(
  written: readonly WrittenConversation[],
): readonly WrittenConversation[] {
  const called = new Set(written.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
  return tools
    .filter(({ name }) => name !== NEVER_CALLED && !called.has(name))
    .map((tool) => ({
      title: tool.summary.title,
      question: `${tool.summary.title}, as in its example.`,
      calls: exampleCalls(tool),
    }));
}

function exampleCalls(tool: Tool): readonly WrittenCall[] {
  const { args = {}, lookUps = [], follows } = tool.summary.example ?? {};
  const earlier = tools.find(({ name }) => name === follows);
  return [
    ...(earlier === undefined ? [] : exampleCalls(earlier)),
    ...lookUps,
    { tool: tool.name, args, isConfirmed: asksFirst(tool) },
  ];
}
