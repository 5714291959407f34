import type { z } from "zod";

/**
 * A tool's structured answer, which the page receives without empty fields. Import only types from
 * `tools/`, because the page doesn't contain the server's code.
 */
export type AnswerOf<Schema extends { readonly output: z.ZodType }> = z.output<Schema["output"]>;

/** The item type of a list that may be absent from an answer. */
export type ItemOf<List extends readonly unknown[] | undefined> = NonNullable<List>[number];
