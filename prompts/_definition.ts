/** A prompt as data; `deno task write` makes it of the prompt's file. */
export interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  /** Place in the list that hosts show, from 1. */
  readonly place: number;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly argumentsSchema: Readonly<Record<string, unknown>>;
}
