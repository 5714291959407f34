/**
 * The view of one month: what was spent against what there was to spend.
 *
 * @module
 */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { DataTable } from "./chart/data_table.tsx";
import { Figures } from "./chart/figures.tsx";
import type { ViewProps } from "./view.ts";
import { amount, counted, monthName } from "./words.ts";

interface CategoryLine {
  readonly name: string;
  readonly group?: string;
  readonly assigned: number;
  readonly spent: number;
  readonly available: number;
  readonly over_by: number;
}

/** A month, as `get_budget_vs_actual` answers. */
export interface Month {
  readonly month: string;
  readonly totals: {
    readonly assigned: number;
    readonly spent: number;
    readonly available: number;
  };
  readonly categories?: readonly CategoryLine[];
}

/** Draws a month. */
export function MonthView(props: ViewProps<Month>): VNode {
  const { answer } = props;
  const { month, totals, categories = [] } = answer;
  const [isOver, setOver] = useState(false);
  const over = categories.filter(({ over_by: by }) => by > 0);
  const shown = isOver ? over : categories;
  const groups = [...Map.groupBy(shown, ({ group = "" }) => group)];
  const columns = Math.max(1, Math.floor((props.width + GAP) / (LEAST_WIDTH + GAP)));
  const width = (props.width - GAP * (columns - 1)) / columns;
  return (
    <section>
      <svg class="hidden" width="0" height="0" aria-hidden="true">
        <defs>
          <pattern
            id="hatch"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect class="hatch-back" width="6" height="6" />
            <line class="hatch-line" x1="0" y1="0" x2="0" y2="6" stroke-width="4" />
          </pattern>
        </defs>
      </svg>
      <h1>{monthName(month, props, "long")}</h1>
      <Figures
        figures={[
          { name: "Spent", value: amount(totals.spent, props) },
          { name: "Assigned", value: amount(totals.assigned, props) },
          {
            name: "Available",
            value: amount(totals.available, props),
            isBad: totals.available < 0,
          },
          { name: "Overspent", value: counted(over.length, "category", "categories") },
        ]}
      />
      {categories.length === 0
        ? <p class="state">There is no category to show in this month.</p>
        : (
          <label class="choice">
            <input
              type="checkbox"
              checked={isOver}
              onChange={({ currentTarget }) => setOver(currentTarget.checked)}
            />{" "}
            Only overspent ({over.length})
          </label>
        )}
      {isOver && over.length === 0 ? <p class="state">No category is overspent.</p> : null}
      {groups.map(([group, lines]) => (
        <div key={group}>
          {group === "" ? null : <h2 class="group">{group}</h2>}
          <ul class="categories" style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
            {lines.map((line, at) => <CategoryBar key={at} line={line} {...props} width={width} />)}
          </ul>
        </div>
      ))}
      {categories.length === 0 ? null : (
        <DataTable
          caption="The categories as a table"
          columns={["Category", "Group", "Assigned", "Spent", "Available", "Over by"]}
          rows={shown.map(({ name, group = "", assigned, spent, available, over_by: by }) => [
            name,
            group,
            amount(assigned, props),
            amount(spent, props),
            amount(available, props),
            by > 0 ? amount(by, props) : "",
          ])}
        />
      )}
    </section>
  );
}

const BAR_HEIGHT = 8;
/** Width of a category where there is room for several side by side, and the room between. */
const LEAST_WIDTH = 300;
const GAP = 24;

/** What was spent as a bar within what there was: what goes beyond is hatched. */
function CategoryBar(
  { line, width, ...wording }: ViewProps<Month> & { readonly line: CategoryLine },
): VNode {
  const { name, spent, available, over_by: by } = line;
  // What is left and what was spent is what there was.
  const there = Math.max(0, spent + available);
  const whole = Math.max(there, spent, 0.01);
  const share = (value: number): number => Math.max(0, Math.min(1, value / whole)) * width;
  const isOver = by > 0;
  const words = isOver ? `${amount(by, wording)} over` : `${amount(available, wording)} left`;
  return (
    <li class={isOver ? "over" : ""}>
      <div class="line">
        <span class="name">{name}</span>
        <span class="left">
          {isOver ? <span aria-hidden="true">{"\u26a0 "}</span> : null}
          {words}
        </span>
      </div>
      <svg
        width={width}
        height={BAR_HEIGHT}
        role="img"
        aria-label={`${name}: ${amount(spent, wording)} spent of ${
          amount(there, wording)
        }, ${words}`}
      >
        <title>{`${name}: ${words}`}</title>
        <desc>{`${amount(spent, wording)} spent of ${amount(there, wording)}`}</desc>
        <rect class="there" width={share(there)} height={BAR_HEIGHT} rx={3} />
        <rect class="bar" width={share(Math.min(spent, there))} height={BAR_HEIGHT} rx={3} />
        {isOver
          ? (
            <rect
              class="beyond"
              x={share(there)}
              width={Math.max(3, width - share(there))}
              height={BAR_HEIGHT}
              fill="url(#hatch)"
            />
          )
          : null}
      </svg>
      <div class="spent">{amount(spent, wording)} of {amount(there, wording)}</div>
    </li>
  );
}
