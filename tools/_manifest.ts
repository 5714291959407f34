import { loaders } from "./_definitions.ts";
import type { Tool } from "./_tool.ts";

/** Every tool, in the order of their names. */
export const tools: readonly Tool[] = await Promise.all(
  Object.values(loaders).map((load) => load()),
);
