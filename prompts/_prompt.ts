import type { z } from "zod";
import { cleanText } from "../domain/base/clean_text.ts";

/** A prompt's metadata. */
export interface PromptSummary {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** Input that a prompt's text depends on. */
export interface PromptContext {
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether the server offers the tool with the given name. */
  readonly has: (tool: string) => boolean;
}

/** Arguments after validation. Hosts send all arguments as text. */
export type PromptArguments = Readonly<Record<string, string | undefined>>;

/** What a prompt's module exports. */
export interface PromptModule {
  readonly summary: PromptSummary;
  readonly input: z.ZodObject;
  /**
   * Returns the lines of the message: which tools to call, in which order, and for what purpose.
   */
  readonly lines: (args: PromptArguments, context: PromptContext) => readonly string[];
}

/** A prompt as the server lists it. */
export interface Prompt {
  readonly summary: PromptSummary;
  /** JSON Schema of the arguments. */
  readonly argumentsSchema: Readonly<Record<string, unknown>>;
  /** Loads the prompt's file. */
  readonly load: () => Promise<PromptModule>;
}

/** Asks the assistant not to make a change before the user has seen and approved it. */
export const ASK_FIRST = "Don't change anything until I have seen the change and agreed to it.";

/** Says what to do if the server is read-only. */
export const CANNOT_CHANGE =
  "This server can't change the plan: tell me what to do in the YNAB app.";

/** Quotes text so that it can't end the quotation or the line. */
export function quoted(text: string): string {
  return `"${cleanText(text).replaceAll('"', "'")}"`;
}
