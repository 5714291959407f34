/**
 * Every prompt, loaded: for tests and pages. A server knows them by their definitions and
 * loads one when it is first asked for.
 *
 * @module
 */

import { loaders } from "./_loaders.ts";
import type { Prompt } from "./_prompt.ts";

/** Every prompt, in the order of their names. */
export const prompts: readonly Prompt[] = await Promise.all(
  Object.values(loaders).map((load) => load()),
);
