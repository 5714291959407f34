import type { ToolReply } from "../../server/run_tool.ts";

/** Maximum number of characters to quote from an answer. */
const MAX_SAID = 250;

/** How much of a change was applied; `may come` if a write is still in flight. */
export type Extent = "none" | "part" | "all" | "may come";

/** How much of a change was actually applied when the server answered. */
export interface Truth {
  /**
   * How much of the confirmed change was written: all, part or none. `null` if the call has no
   * confirmation code.
   */
  readonly written: Extent | null;
  /** How much of the change named in the answer is in effect: all, part or none. */
  readonly inEffect: Extent;
}

const isWritten = (extent: Extent) => ({ written }: Truth): boolean =>
  written === null || written === extent;
const isNoneInEffect = ({ inEffect }: Truth): boolean => inEffect === "none";

/**
 * Phrases that make a claim about a change, each with the condition that makes the claim true.
 * `claims_test.ts` fails if a phrase no longer occurs in any answer.
 */
export const CLAIMS: Readonly<Record<string, (truth: Truth) => boolean>> = {
  "nothing was written": isWritten("none"),
  "which was not applied": isWritten("none"),
  "was partly applied": isWritten("part"),
  "don't repeat it": isWritten("all"),
  "was applied and undone later": isNoneInEffect,
  "Nothing left to undo in": isNoneInEffect,
  "was never applied": isNoneInEffect,
  "didn't apply any part of": isNoneInEffect,
  "was already undone": isNoneInEffect,
  "none of the changes made through this server are still in effect": isNoneInEffect,
};

/** Returns the false claims that an answer makes. */
export function falseClaims(reply: ToolReply, truth: Truth): readonly string[] {
  return Object.entries(CLAIMS)
    .filter(([words, isTrue]) => reply.text.includes(words) && !isTrue(truth))
    .map(() => `the reply to a change that was applied (${wordsOf(truth)}) is: ${said(reply)}`);
}

/** Checks whether a status matches what was written. */
export function untrueStatus(reply: ToolReply, { written }: Truth): readonly string[] {
  const { structured, isError } = reply;
  const status = structured?.["status"];
  const isTrue: Readonly<Record<string, boolean>> = {
    applied: written === "all" && !isError,
    partly: written === "part" && isError,
    uncertain: isError,
  };
  // An error without a status means that nothing was written.
  const isSo = structured === null ? written === "none" : isTrue[String(status)] ?? false;
  return isSo ? [] : [`the reply to a change written ${written} is: ${said(reply)}`];
}

/** Quotes the beginning of an answer. */
export function said(reply: ToolReply | undefined): string {
  return `"${reply?.text.replaceAll("\n", " ").slice(0, MAX_SAID)}"`;
}

function wordsOf({ written, inEffect }: Truth): string {
  return `written: ${written ?? "no matter"}, inEffect: ${inEffect}`;
}
