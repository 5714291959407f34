import type { ChangeCard } from "../domain/changes/change_card.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";

/** Settings that the server has written into the page. */
export interface PageFacts {
  readonly tool: string;
  readonly view: string;
  /** Whether the user can confirm or decline a change in the view, instead of only seeing it. */
  readonly decides: boolean;
  /** Whether cards are the only place to confirm or decline changes, as with `--confirm user`. */
  readonly isCardOnly: boolean;
  /** Key for the page's calls to the server; empty if the page can't call the server. */
  readonly key: string;
}

/** Reads the settings that the server has written into the root element's attributes. */
export function pageFacts({ dataset }: HTMLElement): PageFacts {
  const { tool = "", view = "", decides = "", key = "" } = dataset;
  return { tool, view, decides: decides !== "", isCardOnly: decides === "only", key };
}

/** The part of an answer that is only for display and isn't sent to the model. */
export interface ViewFacts {
  readonly money: MoneyFormat;
  /** Current date, `YYYY-MM-DD`; absent if it is unknown. */
  readonly today?: string;
  readonly card?: ChangeCard;
}

/** Reads the part of an answer that is only for display; `null` if the host has removed it. */
export function viewFacts({ _meta }: ToolResult): ViewFacts | null {
  return (_meta?.["budget-tool-server/view"] ?? null) as ViewFacts | null;
}

export interface HostContext {
  readonly theme?: string;
  readonly locale?: string;
  /** Height of the frame in CSS pixels: either a fixed height or a maximum height. */
  readonly containerDimensions?: { readonly height?: number; readonly maxHeight?: number };
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> };
}

export interface ToolResult {
  /** The answer's text; some hosts send `null` if there is none. */
  readonly content?: readonly { readonly type: string; readonly text?: string }[] | null;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

type Params = Readonly<Record<string, unknown>>;

interface HostEvents {
  readonly "tool-input": (params: { readonly arguments?: Params }) => void;
  readonly "tool-result": (result: ToolResult) => void;
  readonly "tool-cancelled": () => void;
  readonly "host-context-changed": (context: HostContext) => void;
}

export interface Host {
  /** Whether the host lets pages call the server's tools. */
  readonly canCall: boolean;
  readonly call: (name: string, args: unknown) => Promise<ToolResult>;
  /** Adds a line to the model's context, if the host supports that. */
  readonly tellModel: (text: string) => void;
  readonly resized: (height: number) => void;
}

interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: unknown;
  /** The request's error; some hosts send `null` if there is none. */
  readonly error?: { readonly message?: string } | null;
}

interface Initialized {
  readonly hostCapabilities?: Readonly<Record<string, unknown>>;
  readonly hostContext?: HostContext;
}

type Waiting = PromiseWithResolvers<unknown>;

/** How long, in milliseconds, to wait for a call's answer before it counts as lost. */
export const CALL_MS = 60_000;
/** How long to wait for the answer to a status check, in milliseconds. */
export const CHECK_MS = 10_000;

/** Waits for an answer for at most `ms` milliseconds. */
export function within<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("no response within a minute")), ms);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

/** Connects to the host. Sends no other messages until the host has answered the first one. */
export async function connectHost(events: HostEvents): Promise<Host> {
  const waiting = new Map<string | number, Waiting>();
  let last = 0;
  const post = (message: Omit<Message, "jsonrpc">): void =>
    window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const request = (method: string, params: Message["params"] = {}): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(last += 1, answer);
    post({ id: last, method, params });
    return answer.promise;
  };
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !isMessage(data)) return;
    const { id, method, params, error } = data;
    if (method !== undefined) {
      const event = method.replace("ui/notifications/", "") as keyof HostEvents;
      if (id === undefined) events[event]?.(params ?? {});
      else if (/^(?:ping|ui\/resource-teardown)$/u.test(method)) post({ id, result: {} });
      else post({ id, error: { code: -32601, message: "Method not found" } as object });
      return;
    }
    const answer = id === undefined ? undefined : waiting.get(id);
    if (id !== undefined) waiting.delete(id);
    if (error) answer?.reject(new Error(error.message ?? "The host refused"));
    else answer?.resolve(data.result);
  });
  const { hostCapabilities = {}, hostContext = {} } = await request("ui/initialize", {
    appInfo: { name: "budget-tool-server", version: "1" },
    appCapabilities: {},
    protocolVersion: "2026-01-26",
  }) as Initialized;
  events["host-context-changed"](hostContext);
  post({ method: "ui/notifications/initialized", params: {} });
  const lines: string[] = [];
  return {
    canCall: hostCapabilities["serverTools"] !== undefined,
    call: async (name, args) =>
      (await request("tools/call", { name, arguments: args }) ?? {}) as ToolResult,
    tellModel: (text) => {
      if (hostCapabilities["updateModelContext"] === undefined) return;
      // Remove bidirectional isolates and word joiners, which are for display only.
      lines.push(text.replace(/[\u2060\u2068\u2069]/gu, ""));
      // Send all lines again, because each update of the model's context replaces the previous one.
      const content = [{ type: "text", text: lines.join("\n") }];
      request("ui/update-model-context", { content }).catch(() => {});
    },
    resized: (height) => post({ method: "ui/notifications/size-changed", params: { height } }),
  };
}

function isMessage(data: unknown): data is Message {
  return typeof data === "object" && data !== null && (data as Message).jsonrpc === "2.0";
}
