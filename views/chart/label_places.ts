import { labelWidth } from "./measure.ts";

const GAP = 6;

/** A label that has a place. */
export interface PlacedLabel {
  readonly at: number;
  readonly text: string;
  /** Its middle, in CSS pixels. */
  readonly x: number;
  /** 0 is the line nearest to the bars. */
  readonly row: number;
}

/** Where labels may go. */
export interface LabelLine {
  readonly width: number;
  /** Middle of what a label belongs to. */
  readonly middleOf: (at: number) => number;
  /** Lines above each other; a label without a place on any is left out. */
  readonly rows: number;
}

/** Places labels in the order of their importance. */
export function placeLabels(
  texts: readonly string[],
  order: Iterable<number>,
  { width, middleOf, rows }: LabelLine,
): readonly PlacedLabel[] {
  const placed: (PlacedLabel & { readonly half: number })[] = [];
  for (const at of new Set(order)) {
    const text = texts[at];
    if (text === undefined) continue;
    const half = labelWidth(text) / 2;
    const x = Math.min(Math.max(middleOf(at), half), width - half);
    const row = Array.from({ length: rows }, (_, row) => row).find((row) =>
      placed.every((other) => other.row !== row || Math.abs(other.x - x) >= half + other.half + GAP)
    );
    if (row !== undefined) placed.push({ at, text, x, row, half });
  }
  return placed;
}
