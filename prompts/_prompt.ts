import { z } from "zod";

/** What a prompt says of itself. */
export interface PromptSummary {
  readonly name: string;
  readonly title: string;
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
  readonly input: z.ZodObject;
  /** Gives the lines of the message: what to ask of the tools, in which order. */
  readonly lines: (args: PromptArguments, context: PromptContext) => readonly string[];
}

/** A prompt as the server keeps it. */
export interface Prompt extends PromptModule {
  /** JSON Schema of the arguments. */
  readonly argumentsSchema: Readonly<Record<string, unknown>>;
}

/** Takes a prompt file in. */
export function promptOf({ summary, input, lines }: PromptModule): Prompt {
  return { summary, input, lines, argumentsSchema: z.toJSONSchema(input, { io: "input" }) };
}

/** Asks the assistant to change nothing unseen. */
export const ASK_FIRST = "Change nothing until I have seen it and agreed.";

/** Says what to do where the server only reads. */
export const CANNOT_CHANGE =
  "This server can't change the plan: tell me what to do in the YNAB app.";
