import { h, type VNode } from "preact";
import { type Forecast, type ForecastMonth, lowestOf } from "../forecast.tsx";
import {
  amount,
  dateOf,
  dayName,
  lastDayOf,
  monthName,
  percent,
  type ViewProps,
} from "../words.ts";
import {
  Axis,
  axisOf,
  GAP,
  labelWidth,
  lineThrough,
  MonthNames,
  Picture,
  scaleOf,
} from "./picture.tsx";

const HEIGHT = 260;
const TOP = 14;
const BOTTOM = 30;

interface BalanceChartProps extends ViewProps<Forecast> {
  readonly months: readonly ForecastMonth[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** The left edge of the chart's area, and the horizontal position of each day. */
interface Room {
  readonly left: number;
  readonly x: (day: string) => number;
}

export function BalanceChart(props: BalanceChartProps): VNode {
  const { answer, months, today, width } = props;
  const { start_balance: now, first_shortfall: shortfall } = answer;
  const ends = [
    { day: today, value: now, low: now, high: now },
    ...months.map(({ month, end, p10, p90 }) => ({
      day: lastDayOf(month),
      value: end,
      low: p10,
      high: p90,
    })),
  ];
  const lows = months.map((month) => ({
    day: month.lowest_date,
    value: month.lowest,
    low: month.lowest_p10,
  }));
  const [bottom, top] = rangeOf([
    ...ends.flatMap(({ low, high, value }) => [low, high, value]),
    ...lows.flatMap(({ low, value }) => [low, value]),
  ]);
  const { marks, left } = axisOf([bottom, top], 5);
  const y = scaleOf([bottom, top], [HEIGHT - BOTTOM, TOP]);
  const along = scaleOf(
    [timeOf(today), timeOf(ends.at(-1)?.day ?? today)],
    [left, width - GAP],
  );
  const x = (day: string): number => along(timeOf(day));
  const through = (points: readonly { readonly day: string; readonly value: number }[]): string =>
    lineThrough(points.map(({ day, value }) => [x(day), y(value)]));
  const band = through([
    ...ends.map(({ day, high }) => ({ day, value: high })),
    ...ends.toReversed().map(({ day, low }) => ({ day, value: low })),
  ]);
  // Each month's lowest balance is a point on the line.
  const course = ends.flatMap((end, at) => [end, ...lows.slice(at, at + 1)])
    .toSorted((one, other) => timeOf(one.day) - timeOf(other.day));
  const room = { left, x };
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
        <MonthLabels {...props} {...room} />
        <path class="band" d={`${band}Z`} />
        <path class="course" d={through(course)} />
        <path class="expected" d={through(ends)} />
        {ends.slice(1).map(({ day, value }) => (
          <circle key={day} class="end" cx={x(day)} cy={y(value)} r={3} />
        ))}
        {lows.map(({ day, value, low }) => (
          <g key={day} class={value < 0 ? "lowest below" : "lowest"}>
            <line x1={x(day)} x2={x(day)} y1={y(value)} y2={y(low)} />
            <line x1={x(day) - 3} x2={x(day) + 3} y1={y(low)} y2={y(low)} />
            <path d={`M${x(day)},${y(value) - 4}l4,4l-4,4l-4,-4z`} />
          </g>
        ))}
        <g class="one-offs">
          {(answer.assumptions?.one_offs ?? []).map(({ date }, at) => (
            <g key={at}>
              <Marker place={x(date)} />
              <path d={`M${x(date)},${HEIGHT - BOTTOM - 5}l5,5l-5,5l-5,-5z`} />
            </g>
          ))}
        </g>
        {shortfall && <Shortfall {...props} {...room} date={shortfall.date} />}
      </Picture>
      <figcaption class="legend">
        <span class="key-expected">Expected at month-end</span>
        <span class="key-band">80% range</span>
        <span class="key-lowest">Lowest balance (short bar: 10% risk of going lower)</span>
        {bottom <= 0 && <span class="key-zero">Zero</span>}
      </figcaption>
    </figure>
  );
}

function timeOf(day: string): number {
  return dateOf(day).getTime();
}

/** Returns the range of all amounts, extended to zero if zero is near. */
function rangeOf(values: readonly number[]): readonly [number, number] {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const margin = (highest - lowest || Math.abs(highest) || 1) * 0.06;
  const isZeroNear = lowest > 0 && lowest < (highest - lowest) * 1.5;
  return [
    isZeroNear ? 0 - margin / 3 : lowest - margin,
    highest < 0 ? margin / 3 : highest + margin,
  ];
}

/** Draws as many month names as fit, each of them centered below its month. */
function MonthLabels({ months, today, width, x, left }: BalanceChartProps & Room): VNode {
  const names = months.map(({ month }) => monthName(month, "short"));
  const spans = months.map(({ month }) => {
    const first = `${month}-01`;
    return { start: x(first < today ? today : first), end: x(lastDayOf(month)) };
  });
  return (
    <g class="months">
      {spans.slice(1).map(({ start }) => (
        <line key={start} x1={start} x2={start} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM + 4} />
      ))}
      <g transform={`translate(${left})`}>
        <MonthNames
          names={names}
          // When choosing which month labels to show, don't give priority to the first month's
          // label, because it often doesn't fit.
          first={[]}
          room={(width - GAP - left) / months.length}
          width={width - 1 - left}
          middleOf={(at) => ((spans[at]?.start ?? 0) + (spans[at]?.end ?? 0)) / 2 - left}
          y={HEIGHT - BOTTOM + 18}
        />
      </g>
    </g>
  );
}

/** A vertical line that marks a day. */
function Marker({ place }: { readonly place: number }): VNode {
  return <line x1={place} x2={place} y1={TOP} y2={HEIGHT - BOTTOM} />;
}

function Shortfall(
  { date, x, left, width }: BalanceChartProps & Room & { readonly date: string },
): VNode {
  const label = `\u26a0 Below zero ${dayName(date)}`;
  const half = labelWidth(label, 600) / 2;
  const middle = Math.min(Math.max(x(date), left + half), width - half - 2);
  return (
    <g class="shortfall">
      <Marker place={x(date)} />
      <text x={middle} y={TOP - 3}>{label}</text>
    </g>
  );
}

function descriptionOf({ answer, months }: BalanceChartProps): string {
  const { start_balance: now, first_shortfall: shortfall, chance_below_zero: chance } = answer;
  const last = months.at(-1);
  const lowest = lowestOf(months);
  if (last === undefined || lowest === undefined) return "";
  return `From ${amount(now)} today to ${amount(last.end)} (in 80% of cases, ` +
    `${amount(last.p10)} to ${amount(last.p90)}) at the end of ` +
    `${monthName(last.month, "long")}. The lowest balance is ${amount(lowest.lowest)}, on ` +
    `${dayName(lowest.lowest_date)}. The chance of falling below zero is ${percent(chance)}.` +
    (shortfall === undefined ? "" : ` Expected to fall below zero on ${dayName(shortfall.date)}.`);
}
