/**
 * What is kept of a preview, so that its card can be drawn again.
 *
 * @module
 */

import type { ChangeDraft, PreviewLine } from "./change.ts";
import { undoLine } from "./question.ts";

/** What is kept of a preview, so that its card can be drawn again. */
export interface ShownPreview {
  /** One sentence in the imperative without a final period. */
  readonly summary: string;
  /** The same in the past. */
  readonly done: string;
  readonly lines: readonly PreviewLine[];
  readonly warnings: readonly string[];
  /** How it can be undone; empty for a change that undoes another one. */
  readonly undo: string;
  readonly isIrreversible: boolean;
  /** Ids of the targets in the order of the steps: a created record gets another. */
  readonly targets: readonly string[];
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * Takes what a card shows from a draft.
 *
 * @param draft What would be done.
 * @param warnings What the user should know before confirming.
 */
export function shownPreview(draft: ChangeDraft, warnings: readonly string[]): ShownPreview {
  const { summary, done, preview, steps, irreversible, extra = {} } = draft;
  return {
    summary,
    done,
    lines: preview,
    warnings,
    undo: undoLine(draft),
    isIrreversible: irreversible !== null,
    targets: steps.flatMap(({ targets }) => targets.map(({ id }) => id)),
    extra,
  };
}
