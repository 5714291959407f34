/** A tool in the list that a host receives. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

/** A resource or resource template in a list that a host receives. */
export interface ListedResource {
  readonly name: string;
  readonly uri: string;
  readonly mimeType?: string | undefined;
}

export interface Answer {
  /** Text of the first content block. */
  readonly text: string;
  readonly blocks: number;
  readonly structured: Readonly<Record<string, unknown>> | null;
  readonly isError: boolean;
  readonly upstreamRequests: unknown;
}

export interface FormAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Record<string, boolean>;
  readonly [name: string]: unknown;
}

export type AskedUser = (message: string) => Promise<FormAnswer>;

export interface Refusal {
  readonly code: unknown;
  readonly message: string;
}

export interface Host extends AsyncDisposable {
  readonly protocolVersion: string | undefined;
  readonly serverInfo: unknown;
  readonly instructions: string | undefined;
  readonly capabilities: unknown;
  readonly listTools: () => Promise<readonly ListedTool[]>;
  readonly listResources: () => Promise<readonly ListedResource[]>;
  readonly listTemplates: () => Promise<readonly ListedResource[]>;
  readonly listPrompts: () => Promise<readonly unknown[]>;
  readonly prompt: (name: string, args: Record<string, string>) => Promise<unknown>;
  readonly read: (uri: string) => Promise<string>;
  readonly call: (
    name: string,
    args: Readonly<Record<string, unknown>>,
    options?: {
      readonly signal?: AbortSignal;
      readonly onprogress?: (progress: unknown) => void;
    },
  ) => Promise<Answer>;
}

/** A tool result, as returned by the client libraries. */
export interface RawResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the part of a tool result that tests check. */
export function answerOf({ content, structuredContent, isError, _meta }: RawResult): Answer {
  const blocks = content as readonly { readonly type: string; readonly text?: string }[];
  const [first] = blocks;
  return {
    text: first?.type === "text" ? first.text ?? "" : "",
    blocks: blocks.length,
    structured: (structuredContent ?? null) as Answer["structured"],
    isError: isError === true,
    upstreamRequests: _meta?.["budget-tool-server/ynab-requests"],
  };
}

/** Returns the protocol error with which a request is rejected. */
export async function refusalOf(request: Promise<unknown>): Promise<Refusal> {
  try {
    await request;
  } catch (error) {
    if (error instanceof Error && "code" in error) {
      return { code: error.code, message: error.message };
    }
    throw error;
  }
  throw new Error("The request was not refused");
}
