import type { z } from "zod";

/** What a prompt says of itself. */
export interface PromptSummary {
  readonly title: string;
  /** Place in the list that hosts show, from 1. */
  readonly place: number;
  readonly description: string;
}

/** What a prompt's words depend on. */
export interface PromptContext {
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether the server offers a tool. */
  readonly has: (tool: string) => boolean;
}

/** Arguments as hosts send them, checked: all are text. */
export type PromptArguments = Readonly<Record<string, string | undefined>>;

/** What a prompt file exports. */
export interface PromptModule {
  readonly summary: PromptSummary;
  /** Makes the schema of the arguments; a start needs none. */
  readonly input: () => z.ZodObject;
  /** Gives the lines of the message: what to ask of the tools, in which order. */
  readonly lines: (args: PromptArguments, context: PromptContext) => readonly string[];
}

/** A prompt as the server keeps it. */
export interface Prompt extends PromptModule {
  readonly name: string;
}

/** Takes a prompt file in. */
export function promptOf(name: string, module: PromptModule): Prompt {
  const { summary, input, lines } = module;
  return { name, summary, input, lines };
}
