import type { UserAnswer } from "../changes/change_request.ts";
import type { ChangeQuestion } from "../changes/run_change.ts";
import type { LoadProgress } from "../client/response.ts";
import type { LocalCopy } from "../sync/plan/local_copy.ts";
import type { HandedFile, Tool } from "../tools/_tool.ts";
import type { EndedChange } from "./server_options.ts";
import type { KnownNames } from "./known_names.ts";
import type { Session } from "./session.ts";

/** Whether and how the user can be asked. */
export interface Elicitation {
  /** Whether the client declared that it shows forms. */
  readonly isSupported: boolean;
  /** Set if the client returns the user's answer. */
  readonly response: UserAnswer | null;
}

/** A tool call with its arguments and client. */
export interface ToolCall {
  readonly tool: Tool;
  /** The agent's arguments, not yet checked. */
  readonly args: unknown;
  readonly signal?: AbortSignal;
  /** Whether and how the user can be asked; absent if asking isn't possible. */
  readonly elicitation?: Elicitation;
  /** Whether the client shows views and the server offers them; `false` if absent. */
  readonly showsViews?: boolean;
  /** The client's name, if it sent one. */
  readonly client?: string | undefined;
  /** Whether the data includes empty values. A terminal needs them for its own layout. */
  readonly keepsEmpty?: boolean;
  /** A bank's file that came with the call. */
  readonly handed?: HandedFile | undefined;
  /** Called with the progress of a first load. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** Describes the progress of a load. */
export function progressWords({ bytes, total }: LoadProgress): string {
  const size = (count: number): string => `${Math.round(count / 1_000_000)} MB`;
  const of = total === null ? "" : ` of ${size(total)}`;
  return `Loading all transactions (only this once): ${size(bytes)}${of}`;
}

/** Requests that a call has sent to upstream so far. */
export interface SentRequests {
  count: number;
  hasWritten: boolean;
  /** Whether the answer may be missing a change that another process is making. */
  isStalled: boolean;
  /** The change that the call sent. */
  change?: EndedChange;
}

/** What a call works with. */
export interface CallSource {
  readonly call: ToolCall;
  /** The checked arguments. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The plan's id; empty for tools that don't work on a plan. */
  readonly planId: string;
  readonly copy: LocalCopy;
  readonly session: Session;
  /** Counts requests, and notes when a write is sent. */
  readonly sent: SentRequests;
  /** Collects the names that reads return. */
  readonly names: KnownNames;
}

/** Ends a call that must ask the user first. */
export class QuestionNeeded extends Error {
  readonly question: ChangeQuestion;

  constructor(question: ChangeQuestion) {
    super();
    this.question = question;
  }
}
