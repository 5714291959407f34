import type { HttpHandler } from "../../../remote/http/endpoint.ts";

/** The day that handlers take it to be. */
export const TODAY = "2026-11-20";

/** A request that costs nothing. */
export const ONLY_LISTING = { method: "tools/list", params: {} } as const;

interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Gives a handler's answer to a request, all of it: a call is over when its answer is. */
export async function answerTo(
  handler: HttpHandler,
  token: string | null,
  { method, params }: Asked,
): Promise<Response> {
  const response = await handler.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }),
  );
  const { status, headers } = response;
  return new Response(await response.text(), { status, headers });
}

/** Gives the names of the tools that are offered to a token. */
export async function listedTools(
  handler: HttpHandler,
  token: string,
): Promise<readonly string[]> {
  const { tools } = await resultOf(await answerTo(handler, token, ONLY_LISTING));
  return (tools as readonly { readonly name: string }[]).map(({ name }) => name);
}

/** What a tool answers, as far as the tests look into it. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** Calls a tool. */
export async function callTool(
  handler: HttpHandler,
  token: string,
  params: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> },
): Promise<ToolResult> {
  const result = await resultOf(await answerTo(handler, token, { method: "tools/call", params }));
  return result as unknown as ToolResult;
}

/** Reads a resource. */
export async function readText(handler: HttpHandler, token: string, uri: string): Promise<string> {
  const asked = { method: "resources/read", params: { uri } };
  const { contents } = await resultOf(await answerTo(handler, token, asked));
  return (contents as readonly { readonly text: string }[])[0]?.text ?? "";
}

async function resultOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text();
  const [, data] = /^data: (.*)$/mu.exec(text) ?? [];
  if (data === undefined) throw new Error(`No message in ${response.status}: ${text}`);
  return JSON.parse(data).result;
}
