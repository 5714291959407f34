import { h, type VNode } from "preact";
import type { Forecast, ForecastMonth } from "../forecast.tsx";
import { amount, dateOf, dayName, monthName, percent, type ViewProps } from "../words.ts";
import { Axis, axisOf, GAP, Picture } from "./picture.tsx";
import { everyFew } from "./month_bars.tsx";
import { labelWidth, lineThrough, placeLabels, type Scale, scaleOf } from "./scale.ts";

const HEIGHT = 260;
const TOP = 14;
const BOTTOM = 30;

interface BalanceChartProps extends ViewProps<Forecast> {
  readonly months: readonly ForecastMonth[];
  /** `YYYY-MM-DD`; absent if unknown. */
  readonly today: string | undefined;
}

interface Point {
  readonly at: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export function BalanceChart(props: BalanceChartProps): VNode {
  const { answer, months, today, width } = props;
  const ends = pointsOf(props);
  const lows = months.map((month) => ({
    at: dateOf(month.lowest_date).getTime(),
    value: month.lowest,
    low: month.lowest_p10,
  }));
  const [bottom, top] = valuesFrom(ends, lows);
  const { marks, left } = axisOf([bottom, top], 5);
  const start = firstDayOf(months, today);
  const x = scaleOf([start, ends.at(-1)?.at ?? start], [left, width - GAP]);
  const y = scaleOf([bottom, top], [HEIGHT - BOTTOM, TOP]);
  const along = (points: readonly { readonly at: number; readonly value: number }[]): string =>
    lineThrough(points.map(({ at, value }) => [x(at), y(value)]));
  const band = along([
    ...ends.map(({ at, high }) => ({ at, value: high })),
    ...ends.toReversed().map(({ at, low }) => ({ at, value: low })),
  ]);
  const shortfall = answer.first_shortfall;
  return (
    <figure>
      <Picture
        kind="balance"
        width={width}
        height={HEIGHT}
        title="Expected balance at the end of each month"
        description={descriptionOf(props)}
      >
        <Axis marks={marks} left={left} right={width - GAP} y={y} />
        {bottom <= 0 && top >= 0 &&
          <line class="zero" x1={left} x2={width - GAP} y1={y(0)} y2={y(0)} />}
        <MonthLabels {...props} x={x} left={left} />
        <path class="band" d={`${band}Z`} />
        <path class="course" d={along(courseOf(ends, lows))} />
        <path class="expected" d={along(ends)} />
        {ends.slice(-months.length).map((end, at) => (
          <circle key={at} class="end" cx={x(end.at)} cy={y(end.value)} r={3} />
        ))}
        {lows.map(({ at, value, low }, place) => (
          <g key={place} class={value < 0 ? "lowest below" : "lowest"}>
            <line x1={x(at)} x2={x(at)} y1={y(value)} y2={y(low)} />
            <line x1={x(at) - 3} x2={x(at) + 3} y1={y(low)} y2={y(low)} />
            <path
              d={`M${x(at)},${y(value) - 4}l4,4l-4,4l-4,-4z`}
            />
          </g>
        ))}
        <OneOffs {...props} x={x} />
        {shortfall && (
          <Shortfall
            {...props}
            date={shortfall.date}
            place={x(dateOf(shortfall.date).getTime())}
            left={left}
          />
        )}
      </Picture>
      <figcaption class="legend">
        <span class="key-expected">Expected at month ends</span>
        <span class="key-band">80% range</span>
        <span class="key-lowest">Lowest day, with 10% of cases below the bar</span>
        {bottom <= 0 && <span class="key-zero">Zero</span>}
      </figcaption>
    </figure>
  );
}

/** Points for today's balance and the end of each month. */
function pointsOf({ answer, months, today }: BalanceChartProps): readonly Point[] {
  const { start_balance: now } = answer;
  return [
    ...(today === undefined
      ? []
      : [{ at: dateOf(today).getTime(), value: now, low: now, high: now }]),
    ...months.map(({ month, end, p10, p90 }) => ({
      at: lastDayOf(month),
      value: end,
      low: p10,
      high: p90,
    })),
  ];
}

/** Path of a line that dips to each month's lowest day. */
function courseOf(
  ends: readonly Point[],
  lows: readonly { readonly at: number; readonly value: number }[],
): readonly { readonly at: number; readonly value: number }[] {
  return ends.flatMap((end, at) => {
    const low = lows[at];
    return low === undefined ? [end] : [end, low];
  }).toSorted((one, other) => one.at - other.at);
}

/** Range from lowest to highest amount, including zero if it is nearby. */
function valuesFrom(
  ends: readonly Point[],
  lows: readonly { readonly value: number; readonly low: number }[],
): readonly [number, number] {
  const values = [
    ...ends.flatMap(({ low, high, value }) => [low, high, value]),
    ...lows.flatMap(({ low, value }) => [low, value]),
  ];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = (most - least || Math.abs(most) || 1) * 0.06;
  const isZeroNear = least > 0 && least < (most - least) * 1.5;
  const isBelow = most < 0;
  return [isZeroNear ? 0 - room / 3 : least - room, isBelow ? room / 3 : most + room];
}

/** Returns as many month labels as fit, each centered below its month. */
function MonthLabels(
  { months, today, width, x, left }: BalanceChartProps & {
    readonly x: Scale;
    readonly left: number;
  },
): VNode {
  const names = months.map(({ month }) => monthName(month, "short"));
  const starts = months.map(({ month }) =>
    x(Math.max(firstDayOf(months, today), dateOf(`${month}-01`).getTime()))
  );
  const room = (width - GAP - left) / months.length;
  const all = Array.from(names.keys()).toReversed();
  // The first month often has only a few days, so its label may not fit beside the next one.
  const placed = placeLabels(names, everyFew(all, names, room), {
    width: width - 1 - left,
    middleOf: (at) => ((starts[at] ?? 0) + x(lastDayOf(months[at]?.month ?? ""))) / 2 - left,
    rows: 1,
  });
  return (
    <g class="months">
      {starts.slice(1).map((start, at) => (
        <line key={at} x1={start} x2={start} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM + 4} />
      ))}
      {placed.toReversed().map(({ at, text, x: place }) => (
        <text key={at} x={left + place} y={HEIGHT - BOTTOM + 18}>{text}</text>
      ))}
    </g>
  );
}

function OneOffs({ answer, x }: BalanceChartProps & { readonly x: Scale }): VNode {
  const oneOffs = answer.assumptions?.one_offs ?? [];
  return (
    <g class="one-offs">
      {oneOffs.map(({ date }, at) => {
        const place = x(dateOf(date).getTime());
        return (
          <g key={at}>
            <line x1={place} x2={place} y1={TOP} y2={HEIGHT - BOTTOM} />
            <path d={`M${place},${HEIGHT - BOTTOM - 5}l5,5l-5,5l-5,-5z`} />
          </g>
        );
      })}
    </g>
  );
}

function Shortfall(
  { date, place, left, width }: BalanceChartProps & {
    readonly date: string;
    readonly place: number;
    readonly left: number;
  },
): VNode {
  const label = `\u26a0 Below zero ${dayName(date)}`;
  const half = labelWidth(label, 600) / 2;
  const middle = Math.min(Math.max(place, left + half), width - half - 2);
  return (
    <g class="shortfall">
      <line x1={place} x2={place} y1={TOP} y2={HEIGHT - BOTTOM} />
      <text x={middle} y={TOP - 3}>{label}</text>
    </g>
  );
}

function descriptionOf(props: BalanceChartProps): string {
  const { answer, months } = props;
  const last = months.at(-1);
  const lowest = months.toSorted((one, other) => one.lowest - other.lowest)[0];
  if (last === undefined || lowest === undefined) return "";
  const shortfall = answer.first_shortfall;
  return [
    `From ${amount(answer.start_balance)} today to ${amount(last.end)} at the end of ` +
    `${monthName(last.month, "long")}, between ${amount(last.p10)} and ` +
    `${amount(last.p90)} in 80% of cases.`,
    `The lowest day is ${dayName(lowest.lowest_date)}, at ${amount(lowest.lowest)}.`,
    `The chance of falling below zero is ${percent(answer.chance_below_zero)}.`,
    shortfall === undefined ? "" : `Expected to fall below zero on ${dayName(shortfall.date)}.`,
  ].filter((sentence) => sentence !== "").join(" ");
}

/** First day of the chart: today, or else the first day in the answer. */
function firstDayOf(months: readonly ForecastMonth[], today: string | undefined): number {
  return dateOf(today ?? months[0]?.lowest_date ?? "").getTime();
}

/** Returns the last day of a month, `YYYY-MM`. */
function lastDayOf(month: string): number {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return Date.UTC(year, number, 0);
}
