import { h, type VNode } from "preact";
import { amount, monthName } from "../words.ts";
import {
  Axis,
  axisOf,
  Column,
  lineThrough,
  MonthNames,
  Picture,
  type PlacedLabel,
  placeLabels,
  scaleOf,
} from "./picture.tsx";

const TOP = 8;
const BOTTOM = 22;

/** A series of values in a chart, with one value for each month. */
export interface MonthSeries {
  readonly name: string;
  /** CSS class for the bars or the line of the series. */
  readonly kind: string;
  readonly values: readonly number[];
  readonly shape: "bar" | "line";
}

interface MonthChartProps {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly months: readonly string[];
  readonly series: readonly MonthSeries[];
  /** Whether a month's bars are stacked rather than side by side. */
  readonly isStacked?: boolean;
  readonly isUnfinished: boolean;
}

/** Draws bars from zero, side by side or stacked, and lines through the centers of the months. */
export function MonthChart(props: MonthChartProps): VNode {
  const { title, width, height, months, series, isStacked = false, isUnfinished } = props;
  const bars = series.filter(({ shape }) => shape === "bar");
  const lines = series.filter(({ shape }) => shape === "line");
  const [bottom, top] = rangeOf(series, bars.length > 0);
  const { marks, left } = axisOf([bottom, top], 4);
  const y = scaleOf([bottom, top], [height - BOTTOM, TOP]);
  const room = (width - left) / months.length;
  const middleOf = (at: number): number => left + (at + 0.5) * room;
  const columns = isStacked ? 1 : Math.max(1, bars.length);
  const gap = Math.min(10, room * 0.25);
  const each = Math.max(1, (room - gap) / columns);
  const last = months.length - 1;
  const names = months.map((month) => monthName(month, "short"));
  return (
    <Picture
      kind="by-month"
      width={width}
      height={height}
      title={title}
      description={names.map((name, at) => `${name}: ${wordsAt(props, at)}`).join("; ")}
    >
      <Axis marks={marks} left={left} right={width} y={y} />
      {months.map((month, at) => (
        <g key={month} class={isUnfinished && at === last ? "unfinished" : ""}>
          <title>{`${names[at]}: ${wordsAt(props, at)}`}</title>
          {bars.map(({ kind, values }, place) => (
            <Column
              key={kind}
              kind={kind}
              value={values[at] ?? 0}
              x={middleOf(at) - (room - gap) / 2 + (isStacked ? 0 : place * each)}
              width={each}
              y={y}
            />
          ))}
        </g>
      ))}
      {bottom <= 0 && top >= 0
        ? <line class="base" x1={left} x2={width} y1={y(0)} y2={y(0)} />
        : null}
      {lines.map(({ kind, values }) => {
        const points = values.map((value, at) => [middleOf(at), y(value)] as const);
        const whole = isUnfinished ? points.slice(0, -1) : points;
        return (
          <g key={kind} class={kind}>
            <path class="line-of" d={lineThrough(whole)} />
            {isUnfinished
              ? <path class="line-of so-far" d={lineThrough(points.slice(-2))} />
              : null}
            {points.map(([cx, cy], at) => (
              <circle
                key={at}
                class={isUnfinished && at === last ? "so-far" : ""}
                cx={cx}
                cy={cy}
                r={3}
              />
            ))}
          </g>
        );
      })}
      <MonthNames {...{ names, room, width, middleOf }} y={height - 4} />
    </Picture>
  );
}

function wordsAt({ series }: MonthChartProps, at: number): string {
  return series.map(({ name, values }) => `${name} ${amount(Math.abs(values[at] ?? 0))}`)
    .join(", ");
}

/** Returns the range of the vertical axis, which must include zero if the chart has bars. */
function rangeOf(series: readonly MonthSeries[], hasBars: boolean): readonly [number, number] {
  const values = series.flatMap(({ values }) => values);
  const lowest = Math.min(...values, ...(hasBars ? [0] : []));
  const highest = Math.max(...values, ...(hasBars ? [0] : []));
  const room = (highest - lowest || Math.abs(highest) || 1) * 0.06;
  return [
    hasBars && lowest === 0 ? 0 : lowest - room,
    hasBars && highest === 0 ? 0 : highest + room,
  ];
}

interface MonthBarsProps extends Pick<MonthChartProps, "title" | "width" | "height" | "months"> {
  readonly values: readonly number[];
  /** The mean of all months except the last one, drawn as a horizontal line. */
  readonly mean?: number | undefined;
  /** Whether bars are labeled with the month and amount when there is enough space. */
  readonly hasLabels?: boolean;
}

const LINE = 15;

export function MonthBars(props: MonthBarsProps): VNode {
  const { title, width, height, months, values, mean, hasLabels = false } = props;
  const names = months.map((month) => monthName(month, "short"));
  const amounts = values.map((value) => amount(value));
  const last = values.length - 1;
  const room = width / Math.max(1, values.length);
  const line = { width, middleOf: (at: number): number => (at + 0.5) * room };
  const highest = values.indexOf(Math.max(...values));
  // Always label the first, last and highest bars, using several rows if necessary.
  const valued = hasLabels ? labelsOf(amounts, [last, highest, 0], line) : [];
  const above = hasLabels ? LINE * (1 + Math.max(...valued.map(({ row }) => row))) + 1 : 2;
  const below = hasLabels ? 18 : 1;
  const y = scaleOf(
    [Math.min(0, ...values), Math.max(0.01, mean ?? 0, ...values)],
    [height - below, above],
  );
  const gap = Math.min(6, room * 0.2);
  const topOf = (at: number): number => Math.min(y(values[at] ?? 0), y(0));
  return (
    <Picture
      kind="bars"
      width={width}
      height={height}
      title={title}
      description={names.map((name, at) => `${name}: ${amounts[at]}`).join(", ")}
    >
      {values.map((value, at) => (
        <g key={at}>
          <title>{`${names[at]}: ${amounts[at]}`}</title>
          <Column
            kind={at === last ? "bar last" : "bar"}
            value={value}
            x={at * room + gap / 2}
            width={Math.max(1, room - gap)}
            y={y}
          />
        </g>
      ))}
      <line class="base" x1={0} x2={width} y1={y(0)} y2={y(0)} />
      {mean !== undefined &&
        <line class="mean" x1={0} x2={last * room} y1={y(mean)} y2={y(mean)} />}
      {valued.map(({ at, text, x, row }) => {
        // Put the labels above the tallest bar, so that no bar or mean line crosses a label.
        const bottom = above - 5 - row * LINE;
        const middle = line.middleOf(at);
        return (
          <g key={at}>
            <line class="leader" x1={middle} x2={middle} y1={bottom + 3} y2={topOf(at)} />
            <text x={x} y={bottom}>{text}</text>
          </g>
        );
      })}
      {hasLabels && <MonthNames names={names} room={room} {...line} y={height - 4} />}
    </Picture>
  );
}

/** Places all labels if they fit side by side; otherwise, places only the most important ones. */
function labelsOf(
  texts: readonly string[],
  important: readonly number[],
  line: Pick<Parameters<typeof placeLabels>[2], "width" | "middleOf">,
): readonly PlacedLabel[] {
  const side = placeLabels(texts, Array.from(texts.keys()).toReversed(), { ...line, rows: 1 });
  return side.length === texts.length ? side : placeLabels(texts, important, { ...line, rows: 3 });
}
