/**
 * The view of spending from month to month: small multiples, and the totals.
 *
 * @module
 */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { DataTable } from "./chart/data_table.tsx";
import { MonthBars } from "./chart/month_bars.tsx";
import type { ViewProps } from "./view.ts";
import { amount, monthName, percent } from "./words.ts";

/** Series that are shown at first. */
const FIRST = 12;
/** Width of one picture, the room between two, and what its frame takes, in CSS pixels. */
const LEAST_WIDTH = 134;
const GAP = 12;
const PADDING = 26;

interface Series {
  readonly id: string;
  readonly name: string;
  readonly group?: string;
  readonly spending: readonly number[];
  readonly mean: number;
  readonly change?: number;
}

/** Spending, as `get_spending_trends` answers. */
export interface Trends {
  readonly months?: readonly string[];
  readonly totals?: readonly number[];
  readonly series?: readonly Series[];
}

/** Draws spending. */
export function TrendsView(props: ViewProps<Trends>): VNode {
  const { answer, width } = props;
  const { months = [], totals = [], series = [] } = answer;
  const [isAll, setAll] = useState(false);
  if (months.length === 0 || series.length === 0) {
    return (
      <section>
        <h1>Spending by month</h1>
        <p class="state">There is no spending in these months.</p>
      </section>
    );
  }
  const sorted = series.toSorted((one, other) => sum(other.spending) - sum(one.spending));
  const shown = isAll ? sorted : sorted.slice(0, FIRST);
  const columns = Math.max(1, Math.floor((width + GAP) / (LEAST_WIDTH + GAP)));
  const each = (width - GAP * (columns - 1)) / columns - PADDING;
  const span = `${monthName(months[0] ?? "", props, "short")} \u2013 ${
    monthName(months.at(-1) ?? "", props, "short")
  }`;
  return (
    <section>
      <h1>Spending by month</h1>
      <p class="lead">{span}; in figures the last month, and its change</p>
      <div class="panel total">
        <h2>All of these</h2>
        <MonthBars
          {...props}
          title="All of these, month by month"
          width={width - PADDING}
          height={84}
          values={totals}
          months={months}
          hasLabels
        />
      </div>
      <ul class="multiples" style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
        {shown.map((one) => (
          <li class="panel" key={one.id}>
            <h2 title={one.group}>{one.name}</h2>
            <MonthBars
              {...props}
              title={`${one.name}, month by month`}
              width={each}
              height={48}
              values={one.spending}
              months={months}
              mean={one.mean}
            />
            <p class="last">
              <strong>{amount(one.spending.at(-1) ?? 0, props)}</strong>
              {one.change === undefined ? null : <Change share={one.change} {...props} />}
            </p>
            <p class="small">mean {amount(one.mean, props)}</p>
          </li>
        ))}
      </ul>
      {sorted.length <= FIRST
        ? null
        : (
          <button type="button" class="plain" onClick={() => setAll(!isAll)} aria-expanded={isAll}>
            {isAll ? `Show the largest ${FIRST}` : `Show all ${sorted.length}`}
          </button>
        )}
      <DataTable
        caption="The months as a table"
        columns={["", ...months.map((month) => monthName(month, props, "short")), "Mean", "Change"]}
        rows={[
          ...sorted.map(({ name, spending, mean, change }) => [
            name,
            ...spending.map((value) => amount(value, props)),
            amount(mean, props),
            change === undefined ? "" : percent(change, props, true),
          ]),
          ["All of these", ...totals.map((value) => amount(value, props)), "", ""],
        ]}
      />
    </section>
  );
}

function Change({ share, ...wording }: { readonly share: number } & ViewProps<Trends>): VNode {
  const arrow = share > 0 ? "\u25b2" : share < 0 ? "\u25bc" : "\u2013";
  return (
    <span class={share > 0 ? "more" : "less"}>
      <span aria-hidden="true">{arrow}</span> {percent(share, wording, true)}
    </span>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
