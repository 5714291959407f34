import { loaders } from "./_definitions.ts";
import type { Tool } from "./_tool.ts";

/** All tools, sorted by name. */
export const tools: readonly Tool[] = await Promise.all(
  Object.values(loaders).map((load) => load()),
);
