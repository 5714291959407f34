import type { z } from "zod";

/**
 * A tool's answer, as the page receives it: without empty fields. Import only types from `tools/`,
 * because the page doesn't contain the server's code.
 */
export type AnswerOf<Schema extends { readonly output: z.ZodType }> = z.output<Schema["output"]>;

/** An item of a list that may be missing. */
export type ItemOf<List extends readonly unknown[] | undefined> = NonNullable<List>[number];
