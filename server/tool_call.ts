import type { LoadProgress } from "../client/response.ts";
import type { Tool } from "../tools/_tool.ts";
import type { Elicitation } from "./elicitation.ts";

/** A tool, its arguments, and how the call is made. */
export interface ToolCall {
  readonly tool: Tool;
  /** What the agent sent. */
  readonly args: unknown;
  readonly signal?: AbortSignal;
  /** Whether and how the user can be asked; nobody can be when absent. */
  readonly elicitation?: Elicitation;
  /** Whether the client shows views, and the server offers them; not when absent. */
  readonly showsViews?: boolean;
  /** The client's own name, where it has given one. */
  readonly client?: string | undefined;
  /** Hears how much of a first load has come. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** What a call has sent to upstream so far. */
export interface SentRequests {
  count: number;
  hasWritten: boolean;
  /** Whether the copy answered without a change that another process is making. */
  isStalled: boolean;
}
