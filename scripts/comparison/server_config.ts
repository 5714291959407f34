/**
 * The configuration of a server that is compared: how it is started, and how it is asked.
 *
 * @module
 */

import { z } from "zod";

const call = z.strictObject({
  tool: z.string(),
  args: z.record(z.string(), z.unknown()).default({}),
});

const config = z.strictObject({
  /** What the table calls it. */
  name: z.string(),
  /** As the registry knows it; for npm servers, `--install` fetches it. */
  package: z.string().optional(),
  version: z.string(),
  /** Program and arguments; see `filledIn` for what may stand in braces. */
  command: z.array(z.string()).min(1),
  env: z.record(z.string(), z.string()).default({}),
  /** Whether it knows YNAB's address alone and has to be led to the embedded one (on Node). */
  redirect: z.boolean().default(false),
  /** By question, the calls that answer it; a question that is missing it can't answer. */
  questions: z.record(z.string(), z.array(call)),
  /** What a reader has to know. */
  notes: z.array(z.string()).default([]),
});

/** A server that is compared. */
export type ServerConfig = z.infer<typeof config>;

/** What may stand in braces. */
export type Words = Readonly<Record<string, string>>;

/**
 * Reads a configuration.
 *
 * @param text JSON.
 * @throws {Error} When it is none.
 */
export function readConfig(text: string): ServerConfig {
  const read = config.safeParse(JSON.parse(text));
  if (!read.success) {
    throw new Error(`Not a server's configuration: ${z.prettifyError(read.error)}`);
  }
  return read.data;
}

/**
 * Puts words into the place of `{name}` in every text of a value.
 *
 * @throws {Error} When there is no such word.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(filledIn({ a: ["{b}/c"] }, { b: "d" }), { a: ["d/c"] });
 * ```
 */
export function filledIn<Value>(value: Value, words: Words): Value {
  return filled(value, words) as Value;
}

function filled(value: unknown, words: Words): unknown {
  if (typeof value === "string") {
    return value.replaceAll(/\{([^{}]+)\}/gu, (_, name) => {
      const word = words[name];
      if (word === undefined) throw new Error(`There is no word {${name}}`);
      return word;
    });
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, words));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, filled(inner, words)]),
  );
}
