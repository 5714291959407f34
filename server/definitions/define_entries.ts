import { z } from "zod";
import type { PromptDefinition } from "../../prompts/_definition.ts";
import type { Prompt } from "../../prompts/_prompt.ts";
import type { ResourceDefinition } from "../../resources/_definition.ts";
import type { BudgetResource } from "../../resources/_resource.ts";

/** Defines a prompt. */
export function definePrompt({ name, summary, input }: Prompt): PromptDefinition {
  const { title, place, description } = summary;
  const argumentsSchema = z.toJSONSchema(input(), { io: "input" });
  return { name, title, place, description, argumentsSchema };
}

/** Defines a resource. */
export function defineResource({ file, summary, reads }: BudgetResource): ResourceDefinition {
  return { file, ...summary, reads };
}
