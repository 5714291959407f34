/**
 * A bar per month, with the mean as a line; refunds hang below zero.
 *
 * @module
 */

import type { VNode } from "preact";
import { useId } from "preact/hooks";
import { amount, monthName, type Wording } from "../words.ts";
import { widest } from "./measure.ts";
import { scaleOf } from "./scale.ts";

/** Bars and what they are of. */
export interface MonthBarsProps extends Wording {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly months: readonly string[];
  readonly values: readonly number[];
  readonly mean?: number;
  /** Whether each bar is named and valued, as far as there is room. */
  readonly hasLabels?: boolean;
}

/** Draws the bars. */
export function MonthBars(props: MonthBarsProps): VNode {
  const { title, width, height, months, values, mean, hasLabels = false } = props;
  const id = useId();
  const labels = months.map((month) => monthName(month, props, "short"));
  const amounts = values.map((value) => amount(value, props));
  const room = width / Math.max(1, values.length);
  const isNamed = hasLabels && widest([...labels, ...amounts]) + 6 <= room;
  const above = isNamed ? 16 : 2;
  const below = isNamed ? 18 : 1;
  const y = scaleOf(
    [Math.min(0, ...values), Math.max(0.01, mean ?? 0, ...values)],
    [height - below, above],
  );
  const gap = Math.min(6, room * 0.2);
  return (
    <svg class="bars" width={width} height={height} role="img" aria-labelledby={`${id}t ${id}d`}>
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>
        {labels.map((label, at) =>
          `${label}: ${amounts[at]}`
        ).join(", ")}
      </desc>
      {values.map((value, at) => (
        <g key={at}>
          <rect
            class={at === values.length - 1 ? "bar last" : "bar"}
            x={at * room + gap / 2}
            width={Math.max(1, room - gap)}
            y={Math.min(y(value), y(0))}
            height={Math.max(value === 0 ? 0 : 1, Math.abs(y(value) - y(0)))}
          />
          {isNamed
            ? (
              <>
                <text x={(at + 0.5) * room} y={Math.min(y(value), y(0)) - 4} text-anchor="middle">
                  {amounts[at]}
                </text>
                <text x={(at + 0.5) * room} y={height - 4} text-anchor="middle">{labels[at]}</text>
              </>
            )
            : null}
        </g>
      ))}
      <line class="base" x1={0} x2={width} y1={y(0)} y2={y(0)} />
      {mean === undefined
        ? null
        : <line class="mean" x1={0} x2={width} y1={y(mean)} y2={y(mean)} />}
    </svg>
  );
}
