import { type ComponentChildren, Fragment, h, render, type VNode } from "preact";
import { planMoney, tickAmount } from "../words.ts";

/** Space between an axis and its labels, in CSS pixels. */
export const GAP = 8;

interface PictureProps {
  readonly kind: string;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
  readonly children: ComponentChildren;
}

/** Renders a drawing with a description for screen readers. */
export function Picture(
  { kind, width, height, title, description, children }: PictureProps,
): VNode {
  const label = `${title}. ${description}`;
  return (
    <svg class={kind} width={width} height={height} role="img" aria-label={label}>{children}</svg>
  );
}

interface MonthNamesProps {
  readonly names: readonly string[];
  readonly width: number;
  /** Width of one month in the chart, in CSS pixels. */
  readonly room: number;
  readonly middleOf: (at: number) => number;
  readonly y: number;
  /** Indexes of the names to prefer if not all fit; by default, the last, then the first. */
  readonly first?: readonly number[];
}

/** Draws as many month names as fit. */
export function MonthNames({ names, room, y, first, ...line }: MonthNamesProps): VNode {
  const order = [...first ?? [names.length - 1, 0], ...everyFew(names, room)];
  return (
    <>
      {placeLabels(names, order, { ...line, rows: 1 }).sort((one, other) => one.at - other.at).map((
        { at, text, x },
      ) => <text key={at} x={x} y={y}>{text}</text>)}
    </>
  );
}

interface ColumnProps {
  readonly kind: string;
  readonly value: number;
  readonly x: number;
  readonly width: number;
  readonly y: Scale;
}

/** A bar that starts at zero and is at least one pixel high unless its value is zero. */
export function Column({ kind, value, x, width, y }: ColumnProps): VNode {
  const height = value === 0 ? 0 : Math.max(1, Math.abs(y(value) - y(0)));
  return <rect class={kind} x={x} width={width} y={Math.min(y(value), y(0))} height={height} />;
}

/** Returns round amounts to label on the vertical axis, and the width that the labels need. */
export function axisOf(
  [bottom, top]: readonly [number, number],
  count: number,
): { readonly marks: readonly number[]; readonly left: number } {
  // Leave out ticks finer than the currency's smallest unit, because they would be meaningless.
  const marks = ticksBetween(bottom, top, count).filter((mark) =>
    Math.abs(Number(mark.toFixed(planMoney().decimals)) - mark) < 1e-9
  );
  return { marks, left: widest(marks.map((mark) => tickAmount(mark))) + GAP };
}

interface AxisProps {
  readonly marks: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly y: Scale;
}

export function Axis({ marks, left, right, y }: AxisProps): VNode {
  return (
    <>
      {marks.map((mark) => (
        <g key={mark} class="tick">
          <line x1={left} x2={right} y1={y(mark)} y2={y(mark)} />
          <text x={left - GAP} y={y(mark)} dy="0.35em">
            {tickAmount(mark)}
          </text>
        </g>
      ))}
    </>
  );
}

type Scale = (value: number) => number;

/** Creates a scale. If the domain has only one value, it maps to the middle of the range. */
export function scaleOf(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): Scale {
  if (from === to) return () => (start + end) / 2;
  return (value) => start + (value - from) / (to - from) * (end - start);
}

/** Returns round values in a range: multiples of 1, 2 or 5 times a power of ten. */
function ticksBetween(from: number, to: number, count: number): readonly number[] {
  const raw = Math.max(to - from, Number.MIN_VALUE) / count;
  const exponent = Math.floor(Math.log10(raw));
  const error = raw / 10 ** exponent;
  // Choose the nearest step. The threshold between a step and the next one is their geometric mean.
  const [step] =
    ([[1, 2], [2, 5], [5, 10]] as const).find(([one, next]) => error ** 2 < one * next) ?? [10];
  const first = Math.ceil(from / (step * 10 ** exponent));
  const last = Math.floor(to / (step * 10 ** exponent));
  // If the step is below one, divide by a power of ten: multiplying by 0.1 causes rounding errors.
  const valueOf = (at: number): number =>
    exponent < 0 ? at * step / 10 ** -exponent : at * step * 10 ** exponent;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => valueOf(first + at));
}

export function lineThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${x},${y}`).join("");
}

/** Returns the width of a label in CSS pixels when rendered with the given font weight. */
export function labelWidth(text: string, weight: number = 400): number {
  // Measure text rendered in the page, because the canvas API mismeasures text in some writing
  // systems.
  const holder = document.createElement("div");
  document.body.append(holder);
  render(h("svg", null, h("text", { style: { fontWeight: weight } }, text)), holder);
  const width = holder.querySelector("text")?.getBBox().width ?? 0;
  holder.remove();
  return width;
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => labelWidth(text)));
}

const LABEL_GAP = 6;

export interface PlacedLabel {
  readonly at: number;
  readonly text: string;
  /** Center of the label in CSS pixels. */
  readonly x: number;
  /** The row of the label; 0 is nearest to the bars. */
  readonly row: number;
}

/** Space in which a chart's labels can be placed. */
interface LabelLine {
  readonly width: number;
  /** Center of the bar or point that a label belongs to. */
  readonly middleOf: (at: number) => number;
  /** Number of stacked rows of labels. Labels that don't fit in any row are omitted. */
  readonly rows: number;
}

/** Returns the indexes of evenly spaced months whose names fit, always including the last month. */
function everyFew(names: readonly string[], room: number): readonly number[] {
  const every = Math.max(1, Math.ceil((widest(names) + 6) / room));
  return Array.from(names.keys()).toReversed().filter((_, at) => at % every === 0);
}

/** Places labels in the given order, most important first. */
export function placeLabels(
  texts: readonly string[],
  order: Iterable<number>,
  { width, middleOf, rows }: LabelLine,
): PlacedLabel[] {
  const placed: (PlacedLabel & { readonly half: number })[] = [];
  for (const at of new Set(order)) {
    const text = texts[at];
    if (text === undefined) continue;
    const half = labelWidth(text) / 2;
    const x = Math.min(Math.max(middleOf(at), half), width - half);
    const row = Array.from({ length: rows }, (_, row) => row).find((row) =>
      placed.every((other) =>
        other.row !== row || Math.abs(other.x - x) >= half + other.half + LABEL_GAP
      )
    );
    if (row !== undefined) placed.push({ at, text, x, row, half });
  }
  return placed;
}
