/**
 * Registers prompts with the SDK.
 *
 * @module
 */

import {
  type GetPromptResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { advertised } from "./_json_schema.ts";
import type { PromptArguments } from "./_prompt_lines.ts";
import type { Prompt } from "./_prompts.ts";
import type { Session } from "./_session.ts";

/**
 * Registers one prompt.
 *
 * @param server The SDK's server.
 * @param prompt The prompt.
 * @param options What every call shares, and the names of the tools that are offered.
 */
export function registerPrompt(
  server: McpServer,
  { name, title, description, input }: Prompt,
  { session, offered }: { readonly session: Session; readonly offered: ReadonlySet<string> },
): void {
  const argsSchema = advertised(() => z.toJSONSchema(input(), { io: "input" }));
  const has = (tool: string): boolean => offered.has(tool);
  server.registerPrompt(name, { title, description, argsSchema }, async (args: unknown) => {
    // Loaded when a prompt is asked for: a start has no use for it.
    const { promptLines } = await import("./_prompt_lines.ts");
    const checked = await checkedOf(input(), args);
    const text = promptLines[name](checked, { today: session.today(), has });
    return message(description, text.join("\n"));
  });
}

async function checkedOf(input: z.ZodObject, args: unknown): Promise<PromptArguments> {
  const { checkedArguments } = await import("./_arguments.ts");
  const { errorText } = await import("./_error_reply.ts");
  try {
    return checkedArguments(input, args) as PromptArguments;
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, errorText(error));
  }
}

function message(description: string, text: string): GetPromptResult {
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}
