import { Client, type ElicitResult } from "@modelcontextprotocol/client";
import { jsonSchemaValidator } from "../_schema_validator.ts";
import type { HandedResult } from "./_view_browser.ts";

export interface ListedViewTool {
  readonly name: string;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** A client that shows views. */
export interface ViewClient extends AsyncDisposable {
  readonly tools: () => Promise<readonly ListedViewTool[]>;
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<HandedResult>;
  readonly page: (tool: string) => Promise<string>;
  readonly read: (uri: string) => Promise<HandedResult>;
}

/** The client's capabilities. */
export const SHOWS_VIEWS = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
} as const;

export interface ViewClientOptions {
  /** Whether to use a 2025 version of MCP. */
  readonly isOld?: boolean;
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Shows the user a form and returns the user's reply. */
  readonly onForm?: () => Promise<HandedResult>;
}

/** Returns the data for a change's card from the `_meta` of a result. */
export function cardIn({ _meta }: HandedResult): Readonly<Record<string, unknown>> {
  const { card = {} } = (_meta as Readonly<Record<string, HandedResult>> | undefined)
    ?.["budget-tool-server/view"] ?? {};
  return card as Readonly<Record<string, unknown>>;
}

export async function connectViewClient(
  transport: Parameters<Client["connect"]>[0],
  { isOld = false, capabilities = SHOWS_VIEWS, onForm }: ViewClientOptions = {},
): Promise<ViewClient> {
  const client = new Client({ name: "views", version: "1.0.0" }, {
    jsonSchemaValidator,
    ...(isOld ? {} : { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
    capabilities: {
      ...capabilities,
      ...(onForm === undefined ? {} : { elicitation: { form: {} } }),
    },
  });
  if (onForm !== undefined) {
    client.setRequestHandler("elicitation/create", async () => await onForm() as ElicitResult);
  }
  await client.connect(transport);
  const tools: ViewClient["tools"] = async () => (await client.listTools()).tools;
  const read: ViewClient["read"] = async (uri) =>
    await client.readResource({ uri }) as unknown as HandedResult;
  return {
    tools,
    read,
    call: async (name, given) =>
      await client.callTool({ name, arguments: { ...given } }) as unknown as HandedResult,
    async page(tool): Promise<string> {
      const found = (await tools()).find(({ name }) => name === tool);
      const { resourceUri } = (found?._meta?.["ui"] ?? {}) as { readonly resourceUri?: string };
      if (resourceUri === undefined) throw new Error(`${tool} has no page`);
      const { contents } = await read(resourceUri) as {
        readonly contents: readonly { readonly text: string }[];
      };
      return contents[0]?.text ?? "";
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
