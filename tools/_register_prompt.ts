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
import { checkedArguments } from "./_arguments.ts";
import { errorText } from "./_error_reply.ts";
import { advertised } from "./_json_schema.ts";
import type { Prompt, PromptArguments } from "./_prompts.ts";
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
  { name, title, description, input, lines }: Prompt,
  { session, offered }: { readonly session: Session; readonly offered: ReadonlySet<string> },
): void {
  const argsSchema = advertised(() => z.toJSONSchema(input, { io: "input" }));
  const has = (tool: string): boolean => offered.has(tool);
  server.registerPrompt(name, { title, description, argsSchema }, (args: unknown) => {
    const text = lines(checked(input, args), { today: session.today(), has });
    return message(description, text.join("\n"));
  });
}

function checked(input: z.ZodObject, args: unknown): PromptArguments {
  try {
    return checkedArguments(input, args) as PromptArguments;
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, errorText(error));
  }
}

function message(description: string, text: string): GetPromptResult {
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}
