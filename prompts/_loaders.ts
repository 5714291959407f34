/**
 * How every prompt is loaded, in the order of their names. Written by scripts/generate.ts.
 *
 * @module
 */

// deno-fmt-ignore-file

import { type Prompt, promptOf } from "./_prompt.ts";

/** Loads a prompt by the name of its file. */
export const loaders: Readonly<Record<string, () => Promise<Prompt>>> = {
  classify_pending: async () => promptOf("classify_pending", await import("./classify_pending.ts")),
  monthly_review: async () => promptOf("monthly_review", await import("./monthly_review.ts")),
  plan_next_month: async () => promptOf("plan_next_month", await import("./plan_next_month.ts")),
  reconcile: async () => promptOf("reconcile", await import("./reconcile.ts")),
};
