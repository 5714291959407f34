import { type ComponentChildren, Fragment, h, type VNode } from "preact";
import { useId } from "preact/hooks";
import { planMoney, tickAmount } from "../words.ts";
import { type Scale, ticksBetween, widest } from "./scale.ts";

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

/** A drawing with a title and a description for those who can't see it. */
export function Picture(
  { kind, width, height, title, description, children }: PictureProps,
): VNode {
  const id = useId();
  return (
    <svg class={kind} width={width} height={height} role="img" aria-labelledby={`${id}t ${id}d`}>
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>{description}</desc>
      {children}
    </svg>
  );
}

/** Round amounts along the vertical axis, and the width of their labels. */
export function axisOf(
  [bottom, top]: readonly [number, number],
  count: number,
): { readonly marks: readonly number[]; readonly left: number } {
  // Ticks finer than the currency's smallest unit would be meaningless.
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
