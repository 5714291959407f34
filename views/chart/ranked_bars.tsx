import { type ComponentChildren, h, type VNode } from "preact";
import { amount, percent } from "../words.ts";
import { Line } from "../parts.tsx";

/** A name and its share of the total. */
export interface Ranked {
  readonly key: string;
  readonly name: string;
  /** Text next to the name. */
  readonly note?: string | undefined;
  readonly value: number;
  /** Content that appears when the bar is opened. */
  readonly inside?: ComponentChildren;
}

export interface RankedBarsProps {
  readonly label: string;
  readonly rows: readonly Ranked[];
  /** The total for computing the shares; if absent, no shares are shown. */
  readonly whole?: number | undefined;
}

/** Draws bars below their names, in the given order. */
export function RankedBars({ label, rows, whole }: RankedBarsProps): VNode {
  const highest = Math.max(0.001, ...rows.map(({ value }) => Math.abs(value)));
  return (
    <ol class="ranked" aria-label={label}>
      {rows.map(({ key, name, note, value, inside }) => (
        <li key={key}>
          <Line name={name} note={note}>
            <span class="amount">{amount(value)}</span>
            {whole === undefined || whole === 0
              ? null
              : <span class="share">{percent(value / whole)}</span>}
          </Line>
          <div
            class="rank-bar"
            aria-hidden="true"
            style={{ width: `${Math.max(0, value) / highest * 100}%` }}
          />
          {inside}
        </li>
      ))}
    </ol>
  );
}
