import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createHttpHandler, type HttpHandler } from "../../../remote/http/endpoint.ts";
import type { HttpOptions } from "../../../remote/http/http_options.ts";
import {
  connectViewClient,
  type ViewClient,
  type ViewClientOptions,
} from "../../views/_view_client.ts";
import { demoOptions, HTTP_TOKEN } from "./_demo_options.ts";

/** A request that the server answers without calling YNAB. */
export const ONLY_LISTING = { method: "tools/list", params: {} } as const;

/** The first message from a client that uses the 2025 protocol. */
export function initialize(name: string, capabilities: unknown = {}): Asked {
  const clientInfo = { name, version: "1" };
  return {
    method: "initialize",
    params: { protocolVersion: "2025-11-25", clientInfo, capabilities },
  };
}

const HERE = new URL("http://localhost/mcp");

/** Creates a handler with the demo household and the owner token `HTTP_TOKEN`. */
export function demoHandler(change: Partial<HttpOptions> = {}): HttpHandler & AsyncDisposable {
  const handler = createHttpHandler({ ...demoOptions(), ...change });
  return { ...handler, [Symbol.asyncDispose]: handler.close };
}

type Fetch = HttpHandler["fetch"];

/** Connects a client directly to a handler, without a socket. The client shows views. */
export async function viewClientOf(
  fetch: Fetch,
  options: ViewClientOptions = {},
): Promise<ViewClient> {
  const transport = new StreamableHTTPClientTransport(HERE, {
    requestInit: { headers: { authorization: `Bearer ${HTTP_TOKEN}` } },
    fetch: (url, init) => fetch(new Request(url, init)),
  });
  return await connectViewClient(transport, options);
}

/** Creates a request that contains a JSON-RPC message, by default with the id 1. */
export function messageRequest(
  token: string | null,
  message: Readonly<Record<string, unknown>>,
  { headers = {}, url = HERE, signal }: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly url?: URL;
    readonly signal?: AbortSignal | undefined;
  } = {},
): Request {
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    ...(signal === undefined ? {} : { signal }),
  });
}

interface Asked {
  readonly method: string;
  readonly params: unknown;
}

/** Sends a request and reads the whole response, because a call lasts until its response ends. */
export async function answerTo(
  { fetch }: Pick<HttpHandler, "fetch">,
  token: string | null,
  asked: Asked,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await fetch(messageRequest(token, { ...asked }, { headers }));
  return new Response(await response.text(), response);
}

/** Returns the names of the tools offered to a caller with a token. */
export async function listedTools(handler: HttpHandler, token: string): Promise<readonly string[]> {
  const { tools } = await resultOf(await answerTo(handler, token, ONLY_LISTING));
  return (tools as readonly { readonly name: string }[]).map(({ name }) => name);
}

/** The part of a tool result that the tests check. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

export function textOf({ content: [block] }: ToolResult): string {
  return block?.text ?? "";
}

export async function callTool(
  handler: Pick<HttpHandler, "fetch">,
  token: string,
  params: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> },
): Promise<ToolResult> {
  const result = await resultOf(await answerTo(handler, token, { method: "tools/call", params }));
  return result as unknown as ToolResult;
}

export async function resultOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text();
  const [, data = text] = /^data: (.*)$/mu.exec(text) ?? [];
  return JSON.parse(data).result;
}
