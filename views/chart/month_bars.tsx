import { h, type VNode } from "preact";
import { amount, monthName } from "../words.ts";
import { Column, MonthNames, Picture } from "./picture.tsx";
import { type PlacedLabel, placeLabels, scaleOf } from "./scale.ts";

export interface MonthBarsProps {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly months: readonly string[];
  readonly values: readonly number[];
  /** Mean of all months except the last. */
  readonly mean?: number | undefined;
  /** Whether bars are labeled with month and amount if there is enough space. */
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
  // Always label the first, last and highest bars, in several rows if necessary.
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
        // Labels are above all bars, where neither a bar nor the mean line crosses them.
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

/** Returns all labels if they fit side by side, or else the most important ones. */
function labelsOf(
  texts: readonly string[],
  important: readonly number[],
  line: Pick<Parameters<typeof placeLabels>[2], "width" | "middleOf">,
): readonly PlacedLabel[] {
  const side = placeLabels(texts, Array.from(texts.keys()).toReversed(), { ...line, rows: 1 });
  return side.length === texts.length ? side : placeLabels(texts, important, { ...line, rows: 3 });
}
