import { loaders } from "./_loaders.ts";
import type { Prompt } from "./_prompt.ts";

/** Every prompt, in the order of their names. */
export const prompts: readonly Prompt[] = await Promise.all(
  Object.values(loaders).map((load) => load()),
);
