import type { MoneyFormat } from "../domain/base/money_format.ts";
import type { ChangeDraft, PreviewLine } from "./change.ts";
import { undoWords } from "./question.ts";

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
  /** How the plan writes money. */
  readonly format: MoneyFormat;
  /** Until when it is open, in milliseconds since 1970, by the clock of the store. */
  readonly expiresAt: number;
}

/** Takes what a card shows from a draft. */
export function shownPreview(
  draft: ChangeDraft,
  { warnings, format, expiresAt }: Pick<ShownPreview, "warnings" | "format" | "expiresAt">,
): ShownPreview {
  const { summary, done, preview, steps, irreversible } = draft;
  return {
    summary,
    done,
    lines: preview,
    warnings,
    undo: undoWords(draft),
    isIrreversible: irreversible !== null,
    targets: steps.flatMap(({ targets }) => targets.map(({ id }) => id)),
    format,
    expiresAt,
  };
}
