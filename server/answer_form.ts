/** Whether answers carry data besides their text: always, never, or as the client shows them. */
export type AnswersMode = "auto" | "both" | "text";

/** Every mode, the default first. */
export const answersModes: readonly AnswersMode[] = ["auto", "both", "text"];

/** Clients that show their model only the data where there is any, and where that was found. */
export const DATA_ONLY_CLIENTS: Readonly<Record<string, string>> = {
  "claude-code": "https://github.com/anthropics/claude-code/issues/79944",
  "codex-mcp-client": "https://github.com/openai/codex/pull/2594",
  "opencode": "https://github.com/anomalyco/opencode/pull/32074",
};

/** What the form of an answer depends on. */
export interface Asker {
  /** Name that the client gives itself; `null` where it gives none. */
  readonly name: string | null;
  /** Whether it shows views, which draw the data. */
  readonly showsViews: boolean;
}

/**
 * Tells whether a client is given text alone: no data, and no schemas of data.
 *
 * @param mode What was asked for at the start.
 * @param asker Who asks.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const asker = { name: "claude-code", showsViews: false };
 * assertEquals([isTextOnly("auto", asker), isTextOnly("both", asker)], [true, false]);
 * assertEquals(isTextOnly("auto", { ...asker, showsViews: true }), false);
 * ```
 */
export function isTextOnly(mode: AnswersMode, { name, showsViews }: Asker): boolean {
  if (mode !== "auto") return mode === "text";
  return name !== null && Object.hasOwn(DATA_ONLY_CLIENTS, name) && !showsViews;
}
