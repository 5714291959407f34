import { type ComponentChildren, Fragment, h, type VNode } from "preact";
import { planMoney, tickAmount } from "../words.ts";
import { everyFew, placeLabels, type Scale, ticksBetween, widest } from "./scale.ts";

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

/** A drawing, with a description for users who can't see it. */
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
  /** Width of one month. */
  readonly room: number;
  readonly middleOf: (at: number) => number;
  readonly y: number;
}

/** As many month names as fit, always including the first and the last. */
export function MonthNames({ names, room, y, ...line }: MonthNamesProps): VNode {
  const order = [names.length - 1, 0, ...everyFew(names, room)];
  return (
    <>
      {placeLabels(names, order, { ...line, rows: 1 }).map(({ at, text, x }) => (
        <text key={at} class="month" x={x} y={y}>{text}</text>
      ))}
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

/** A bar from zero, visible unless its value is zero. */
export function Column({ kind, value, x, width, y }: ColumnProps): VNode {
  const height = value === 0 ? 0 : Math.max(1, Math.abs(y(value) - y(0)));
  return <rect class={kind} x={x} width={width} y={Math.min(y(value), y(0))} height={height} />;
}

/** Round amounts along the vertical axis, and the width of their labels. */
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
