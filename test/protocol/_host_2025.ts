import { Client } from "npm:@modelcontextprotocol/sdk@^1.32.2/client";
// The package exports its types only under the path without `.js`.
// @ts-types="npm:@modelcontextprotocol/sdk@^1.32.2/client/stdio"
import { StdioClientTransport } from "npm:@modelcontextprotocol/sdk@^1.32.2/client/stdio.js";
import { ElicitRequestSchema } from "npm:@modelcontextprotocol/sdk@^1.32.2/types.js";
import { answerOf, type AskedUser, type Host } from "./_host.ts";
import type { ServerCommand } from "./_server_command.ts";

/** Records the negotiated protocol version, because the library doesn't expose it. */
class NotingTransport extends StdioClientTransport {
  version: string | undefined;

  setProtocolVersion(version: string): void {
    this.version = version;
  }
}

/** Starts the server and connects to it as a host that uses the 2025 protocol. */
export async function openHost2025(
  { command, args, env }: ServerCommand,
  user?: AskedUser,
): Promise<Host> {
  const transport = new NotingTransport({ command, args: [...args], env: { ...env } });
  return await connectHost2025(transport, { user, version: () => transport.version });
}

/**
 * Host options: the user who answers forms, and a function that returns the negotiated protocol
 * version.
 */
export interface Host2025Options {
  readonly user?: AskedUser | undefined;
  readonly version: () => string | undefined;
}

export async function connectHost2025(
  transport: Parameters<Client["connect"]>[0],
  { user, version }: Host2025Options,
): Promise<Host> {
  const client = new Client(
    { name: "host-2025", version: "1.0.0" },
    { capabilities: user === undefined ? {} : { elicitation: {} } },
  );
  if (user !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => user(params.message));
  }
  await client.connect(transport);
  return {
    protocolVersion: version(),
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
      answerOf(await client.callTool({ name, arguments: { ...callArgs } }, undefined, options)),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
