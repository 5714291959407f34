import { h, render } from "preact";
/** Returns the position of a value. */
export type Scale = (value: number) => number;

/** Creates a scale. A domain with only one value maps to the middle. */
export function scaleOf(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): Scale {
  if (from === to) return () => (start + end) / 2;
  return (value) => start + (value - from) / (to - from) * (end - start);
}

/** Returns round values in a range: multiples of 1, 2 or 5 times a power of ten. */
export function ticksBetween(from: number, to: number, count: number): readonly number[] {
  const raw = Math.max(to - from, Number.MIN_VALUE) / count;
  const exponent = Math.floor(Math.log10(raw));
  const error = raw / 10 ** exponent;
  // The thresholds are the geometric means of 5 and 10, 2 and 5, and 1 and 2.
  const step = error >= Math.sqrt(50)
    ? 10
    : error >= Math.sqrt(10)
    ? 5
    : error >= Math.SQRT2
    ? 2
    : 1;
  const first = Math.ceil(from / (step * 10 ** exponent));
  const last = Math.floor(to / (step * 10 ** exponent));
  // Divide if the step is below one, because products would not print as round values.
  const valueOf = (at: number): number =>
    exponent < 0 ? at * step / 10 ** -exponent : at * step * 10 ** exponent;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => valueOf(first + at));
}

/** Returns the SVG path of a line through points. */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${x},${y}`).join("");
}

/** Returns the width of a label in CSS pixels, as rendered with a font weight. */
export function labelWidth(text: string, weight: number = 400): number {
  // Measure rendered text, because a canvas measures some scripts incorrectly.
  const holder = document.createElement("div");
  document.body.append(holder);
  render(h("svg", null, h("text", { style: { fontWeight: weight } }, text)), holder);
  const width = holder.querySelector("text")?.getBBox().width ?? 0;
  holder.remove();
  return width;
}

/** Returns the width of the widest label. */
export function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => labelWidth(text)));
}

const GAP = 6;

export interface PlacedLabel {
  readonly at: number;
  readonly text: string;
  /** Center of the label in CSS pixels. */
  readonly x: number;
  /** The row of the label; 0 is nearest to the bars. */
  readonly row: number;
}

/** Where labels can be placed. */
export interface LabelLine {
  readonly width: number;
  /** Center of the bar or point that a label belongs to. */
  readonly middleOf: (at: number) => number;
  /** Number of stacked rows. Labels that fit on no row are omitted. */
  readonly rows: number;
}

/** Positions of evenly spaced months, counted from the last one, whose names fit. */
export function everyFew(names: readonly string[], room: number): readonly number[] {
  const every = Math.max(1, Math.ceil((widest(names) + 6) / room));
  return Array.from(names.keys()).toReversed().filter((_, at) => at % every === 0);
}

/** Places labels in order of importance. */
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
