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
import { advertised } from "./json_schema.ts";
import type { Prompt, PromptArguments } from "../prompts/_prompt.ts";
import type { Session } from "./session.ts";

/**
 * Registers one prompt.
 *
 * @param server The SDK's server.
 * @param prompt The prompt.
 * @param options What every call shares, and the names of the tools that are offered.
 */
export function registerPrompt(
  server: McpServer,
  { name, summary: { title, description }, input, lines }: Prompt,
  { session, offered }: { readonly session: Session; readonly offered: ReadonlySet<string> },
): void {
  const argsSchema = advertised(() => z.toJSONSchema(input(), { io: "input" }));
  const has = (tool: string): boolean => offered.has(tool);
  server.registerPrompt(name, { title, description, argsSchema }, async (args: unknown) => {
    const checked = await checkedOf(input(), args);
    const text = lines(checked, { today: session.today(), has });
    return message(description, text.join("\n"));
  });
}

async function checkedOf(input: z.ZodObject, args: unknown): Promise<PromptArguments> {
  const { checkedArguments } = await import("./arguments.ts");
  const { errorText } = await import("./error_reply.ts");
  try {
    return checkedArguments(input, args) as PromptArguments;
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, errorText(error));
  }
}

function message(description: string, text: string): GetPromptResult {
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}
