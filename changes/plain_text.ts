/**
 * Escapes what Markdown would take for more than text, without cutting: our own sentences
 * hold names from the plan.
 *
 * @module
 */

/**
 * Escapes Markdown.
 *
 * @param text Any text.
 * @returns The same text; shown as Markdown it reads as it was.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(plainText("![a](http://b)"), "\\!\\[a\\]\\(http\\://b\\)");
 * ```
 */
export function plainText(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()<>#!|~]/gu, "\\$&")
    .replace(/:(?=\/\/)/gu, "\\:")
    .replace(/\bwww\./giu, (match) => `${match.slice(0, -1)}\\.`);
}
