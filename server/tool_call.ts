import type { UserAnswer } from "../changes/change_request.ts";
import type { ChangeQuestion } from "../changes/run_change.ts";
import type { LoadProgress } from "../client/response.ts";
import type { LocalCopy } from "../sync/plan/local_copy.ts";
import type { Tool } from "../tools/_tool.ts";
import type { KnownNames } from "./known_names.ts";
import type { Session } from "./session.ts";

/** Whether and how the user can be asked. */
export interface Elicitation {
  /** Whether the client has said that it shows forms. */
  readonly isSupported: boolean;
  /** Set when the client comes back with the user's answer. */
  readonly response: UserAnswer | null;
}

/** A tool, its arguments, and how the call is made. */
export interface ToolCall {
  readonly tool: Tool;
  /** What the agent sent. */
  readonly args: unknown;
  readonly signal?: AbortSignal;
  /** Whether and how the user can be asked; absent if not possible. */
  readonly elicitation?: Elicitation;
  /** Whether the client shows views, and the server offers them; not when absent. */
  readonly showsViews?: boolean;
  /** The client's own name, where it has given one. */
  readonly client?: string | undefined;
  /** Whether the data includes empty values, for a terminal's own layout. */
  readonly keepsEmpty?: boolean;
  /** Called with the progress of a first load. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** Says how much has come. */
export function progressWords({ bytes, total }: LoadProgress): string {
  const size = (count: number): string => `${Math.round(count / 1_000_000)} MB`;
  const of = total === null ? "" : ` of ${size(total)}`;
  return `Loading all transactions (only this once): ${size(bytes)}${of}`;
}

/** What a call has sent to upstream so far. */
export interface SentRequests {
  count: number;
  hasWritten: boolean;
  /** Whether the copy answered without a change that another process is making. */
  isStalled: boolean;
}

/** What a call works with. */
export interface CallSource {
  readonly call: ToolCall;
  /** The checked arguments. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Empty for tools of no plan. */
  readonly planId: string;
  readonly copy: LocalCopy;
  readonly session: Session;
  /** Learns of every request, and that a write is being sent. */
  readonly sent: SentRequests;
  /** Learns the names that the reads have given. */
  readonly names: KnownNames;
}

/** Ends a call because the user has to be asked first. */
export class QuestionNeeded extends Error {
  readonly question: ChangeQuestion;

  constructor(question: ChangeQuestion) {
    super();
    this.question = question;
  }
}
