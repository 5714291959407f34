/**
 * Registers prompts with the SDK.
 *
 * @module
 */

import type { GetPromptResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { advertised } from "./json_schema.ts";
import type { Prompt, PromptArguments } from "../prompts/_prompt.ts";
import type { Session } from "./session.ts";

/**
 * Registers one prompt.
 *
 * @param options What every call shares, and the names of the tools that are offered.
 */
export function registerPrompt(
  server: McpServer,
  { name, summary: { title, description }, input, lines }: Prompt,
  { session, offered }: { readonly session: Session; readonly offered: ReadonlySet<string> },
): void {
  const argsSchema = advertised(() => z.toJSONSchema(input(), { io: "input" }));
  const has = (tool: string): boolean => offered.has(tool);
  const give = async (args: unknown, context: ServerContext): Promise<GetPromptResult> => {
    const { checkedArguments } = await import("./arguments.ts");
    try {
      const checked = checkedArguments(input(), args) as PromptArguments;
      const text = lines(checked, { today: session.today(), has });
      return message(description, text.join("\n"));
    } catch (error) {
      const { protocolRefusal } = await import("./errors/protocol_refusal.ts");
      const failed = { event: "prompt_failed", prompt: name } as const;
      throw protocolRefusal(error, { failed, signal: context.mcpReq.signal }, session);
    }
  };
  server.registerPrompt(name, { title, description, argsSchema }, give);
}

function message(description: string, text: string): GetPromptResult {
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}
