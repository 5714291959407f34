import type { Tokens } from "../assistant.ts";
import type { ToolDefinition } from "../world.ts";

/** A call that a model wants made. */
export interface WantedCall {
  readonly id: string;
  readonly tool: string;
  /** `null` where the model wrote no JSON object. */
  readonly args: Readonly<Record<string, unknown>> | null;
}

/** What a call was answered with, for the model. */
export interface CallResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

/** One reply of a model. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly WantedCall[];
  readonly tokens: Tokens;
}

/** What a conversation begins with. */
export interface Opening {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  /** Tokens that one reply may have. */
  readonly maxTokens: number;
}

/** A conversation as one shape of endpoint keeps it. */
export interface Talk {
  /** Path below the endpoint. */
  readonly path: string;
  headers(key: string): Readonly<Record<string, string>>;
  /** Adds what the user says. */
  say(text: string): void;
  /** Adds what calls were answered with. */
  give(results: readonly CallResult[]): void;
  /** What is sent next. */
  body(): Readonly<Record<string, unknown>>;
  /** Adds a model's reply, as it came. */
  take(reply: unknown): Reply;
}

/** Reads arguments that should be a JSON object. */
export function argsOf(value: unknown): WantedCall["args"] {
  try {
    const read = typeof value === "string" ? JSON.parse(value === "" ? "{}" : value) : value;
    return typeof read === "object" && read !== null && !Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}
