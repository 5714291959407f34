import type { GetPromptResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { PromptDefinition } from "../../prompts/_definition.ts";
import type { Prompt, PromptArguments } from "../../prompts/_prompt.ts";
import { advertised } from "./advertised.ts";
import type { Session } from "../session.ts";

/** What a prompt is given with. */
export interface PromptSource {
  /** Loads the prompt. */
  readonly load: () => Promise<Prompt>;
  /** Gives what every call shares. */
  readonly open: () => Promise<Session>;
  /** The names of the tools that are offered. */
  readonly offered: ReadonlySet<string>;
}

/** Registers one prompt. */
export function registerPrompt(
  server: McpServer,
  { name, title, description, argumentsSchema }: PromptDefinition,
  { load, open, offered }: PromptSource,
): void {
  const argsSchema = advertised(argumentsSchema);
  const has = (tool: string): boolean => offered.has(tool);
  const give = async (args: unknown, context: ServerContext): Promise<GetPromptResult> => {
    const [session, { input, lines }, { checkedArguments }] = await Promise.all([
      open(),
      load(),
      import("../arguments.ts"),
    ]);
    try {
      const checked = checkedArguments(input(), args) as PromptArguments;
      const text = lines(checked, { today: session.today(), has });
      return message(description, text.join("\n"));
    } catch (error) {
      const { protocolRefusal } = await import("../errors/protocol_refusal.ts");
      const failed = { event: "prompt_failed", prompt: name } as const;
      throw protocolRefusal(error, { failed, signal: context.mcpReq.signal }, session);
    }
  };
  server.registerPrompt(name, { title, description, argsSchema }, give);
}

function message(description: string, text: string): GetPromptResult {
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}
