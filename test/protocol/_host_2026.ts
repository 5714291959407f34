import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { jsonSchemaValidator } from "../_schema_validator.ts";
import { answerOf, type AskedUser, type Host } from "./_host.ts";
import type { ServerCommand } from "./_server_command.ts";

/** Starts the server and connects to it, using only protocol 2026-07-28. */
export async function openHost2026(
  { command, args, env }: ServerCommand,
  user?: AskedUser,
): Promise<Host> {
  const transport = new StdioClientTransport({ command, args: [...args], env: { ...env } });
  return await connectHost2026(transport, { user });
}

/**
 * Host options: the user who answers forms, and whether to use protocol version 2025-11-25 instead
 * of 2026-07-28.
 */
export interface Host2026Options {
  readonly user?: AskedUser | undefined;
  readonly isOld?: boolean;
}

export async function connectHost2026(
  transport: Parameters<Client["connect"]>[0],
  { user, isOld = false }: Host2026Options,
): Promise<Host> {
  const client = new Client(
    { name: "host-2026", version: "1.0.0" },
    {
      jsonSchemaValidator,
      ...(isOld ? {} : { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
      capabilities: user === undefined ? {} : { elicitation: { form: {} } },
    },
  );
  if (user !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => user(params.message));
  }
  await client.connect(transport);
  return {
    protocolVersion: client.getNegotiatedProtocolVersion(),
    serverInfo: client.getServerVersion(),
    instructions: client.getInstructions(),
    capabilities: client.getServerCapabilities(),
    listTools: async () => (await client.listTools()).tools,
    listResources: async () => (await client.listResources()).resources,
    listTemplates: async () =>
      (await client.listResourceTemplates()).resourceTemplates
        .map(({ uriTemplate, ...template }) => ({ ...template, uri: uriTemplate })),
    listPrompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name, args) => (await client.getPrompt({ name, arguments: args })).messages,
    read: async (uri) => {
      const { contents: [content] } = await client.readResource({ uri });
      return content !== undefined && "text" in content ? content.text : "";
    },
    call: async (name, callArgs, options = {}) =>
      answerOf(await client.callTool({ name, arguments: { ...callArgs } }, { ...options })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
