import {
  formatMoneyIn,
  type MoneyFormat,
  UNKNOWN_MONEY_FORMAT,
} from "../domain/base/money_format.ts";
import { isolated } from "../domain/base/clean_text.ts";
import type { ChangeDraft, PreviewLine } from "./change.ts";
import { linesOf, plainLine } from "./preview_lines.ts";

/**
 * Asks in plain words what may be changed. Text from banks is one line and its
 * Markdown escaped: it can't forge a line, a link or an image. Text that the call brings
 * is shown whole.
 */
export function questionFor(
  draft: ChangeDraft,
  format: MoneyFormat = UNKNOWN_MONEY_FORMAT,
): string {
  const written = (text: string): string => plainLine(formatMoneyIn(text, format));
  const lines = [
    `${written(draft.summary)}?`,
    ...linesOf(draft.preview, format),
    ...draft.warnings.map((warning) => `Note: ${written(warning)}.`),
    ...[undoLine(draft)].filter((line) => line !== "").map(plainLine),
  ];
  return isolated(lines.join("\n"));
}

/** Says how a change can be undone. */
export function undoLine(
  { irreversible, undo, isUndoneHereOnly }: Pick<
    ChangeDraft,
    "irreversible" | "undo" | "isUndoneHereOnly"
  >,
): string {
  if (undo !== undefined) return "";
  if (irreversible !== null) return `This can't be undone: ${irreversible}.`;
  if (isUndoneHereOnly === true) return "You can undo this until the server stops.";
  return "You can undo this.";
}

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
    undo: undoLine(draft),
    isIrreversible: irreversible !== null,
    targets: steps.flatMap(({ targets }) => targets.map(({ id }) => id)),
    format,
    expiresAt,
  };
}
