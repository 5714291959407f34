import { Fragment, h, type VNode } from "preact";
import { DataTable, Figures } from "./chart/tables.tsx";
import { amount, asOf, counted, monthName, percent, type ViewProps } from "./words.ts";
import { Line, Sign } from "./parts.tsx";

interface CategoryLine {
  readonly name: string;
  readonly group?: string;
  readonly assigned: number;
  readonly spent: number;
  readonly available: number;
  /** Spending, as a percentage of the money that the category had. */
  readonly used_percent?: number;
  readonly over_by: number;
}

/** A month, as returned by `get_budget_vs_actual`. */
export interface Month {
  readonly month: string;
  readonly totals: {
    readonly assigned: number;
    readonly spent: number;
    readonly available: number;
  };
  readonly categories?: readonly CategoryLine[];
}

/** Renders a month: overspent categories first, then the others by group. */
export function MonthView(props: ViewProps<Month>): VNode {
  const { month, totals, categories = [] } = props.answer;
  const over = categories.filter(isOver);
  const groups = [...Map.groupBy(
    categories.filter((one) => !isOver(one)),
    ({ group = "" }) => group,
  )];
  return (
    <section>
      <h1>{monthName(month, "long")}{asOf(props)}</h1>
      <Figures
        figures={[
          { name: "Spent", value: totals.spent },
          { name: "Assigned", value: totals.assigned },
          {
            name: "Available",
            value: totals.available,
            isBad: totals.available < 0,
          },
          { name: "Overspent", value: counted(over.length, "category", "categories") },
        ]}
      />
      {categories.length === 0
        ? <p class="state">No categories to show for this month.</p>
        : over.length === 0
        ? <p class="state">No category is overspent.</p>
        : (
          <>
            <h2 class="group">Overspent</h2>
            <Categories lines={over} width={props.width} />
            {groups.length > 0 && <h2 class="group">Other categories by group</h2>}
          </>
        )}
      {groups.map(([group, lines]) => (
        <details class="group" key={group} open={over.length === 0 && groups.length === 1}>
          <summary>
            <span class="name">{group === "" ? "Other categories" : group}</span>
            <span class="left">{amount(sum(lines, "available"))} left</span>
            <Bar
              spent={sum(lines, "spent")}
              available={sum(lines, "available")}
              width={props.width}
            />
          </summary>
          <Categories lines={lines} width={props.width} />
        </details>
      ))}
      {categories.length > 0 && (
        <DataTable
          caption="Categories as a table"
          columns={["Category", "Group", "Assigned", "Spent", "Available", "Over by"]}
          rows={[...over, ...groups.flatMap(([, lines]) => lines)].map((
            { name, group = "", assigned, spent, available, over_by: by },
          ) => [
            name,
            group,
            assigned,
            spent,
            available,
            by > 0 ? by : "",
          ])}
        />
      )}
    </section>
  );
}

function isOver({ over_by: by }: CategoryLine): boolean {
  return by > 0;
}

/** Adds in integer thousandths to avoid rounding errors. */
function sum(lines: readonly CategoryLine[], field: "available" | "spent"): number {
  return lines.reduce((total, line) => total + Math.round(line[field] * 1000), 0) / 1000;
}

const BAR_HEIGHT = 8;
/** Minimum width of a category column, and the gap between columns, in CSS pixels. */
const MIN_WIDTH = 300;
const GAP = 24;

function Categories(
  { lines, width: room }: { readonly lines: readonly CategoryLine[]; readonly width: number },
): VNode {
  const columns = Math.max(1, Math.floor((room + GAP) / (MIN_WIDTH + GAP)));
  const width = (room - GAP * (columns - 1)) / columns;
  return (
    <ul class="categories" style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
      {lines.map((line, at) => <Category key={at} line={line} width={width} />)}
    </ul>
  );
}

function Category(
  { line, width }: { readonly line: CategoryLine; readonly width: number },
): VNode {
  const { name, spent, available, over_by: by, used_percent: used } = line;
  const words = isOver(line) ? `${amount(by)} over` : `${amount(available)} left`;
  const share = used === undefined ? "" : ` (${percent(used / 100)})`;
  const spentOf = `${amount(spent)} of ${amount(thereWas(line))}${share}`;
  return (
    <li class={isOver(line) ? "over" : ""}>
      <Line name={name}>
        {isOver(line) && <Sign>{"\u26a0 "}</Sign>}
        {words}
      </Line>
      <Bar
        spent={spent}
        available={available}
        width={width}
        label={`${name}: spent ${spentOf}, ${words}`}
      />
      <div class="small">{spentOf}</div>
    </li>
  );
}

/** The money that a category had: the amount left plus the amount spent. */
function thereWas({ spent, available }: Pick<CategoryLine, "spent" | "available">): number {
  return Math.max(0, Math.round((spent + available) * 1000) / 1000);
}

interface BarProps extends Pick<CategoryLine, "spent" | "available"> {
  readonly width: number;
  /** Absent if the adjacent text says the same. */
  readonly label?: string;
}

/** Spending as a share of the money that the category had. Overspending follows. */
function Bar({ spent, available, width, label }: BarProps): VNode {
  const there = thereWas({ spent, available });
  const whole = Math.max(there, spent, 0.001);
  const share = (value: number): number => Math.max(0, Math.min(1, value / whole)) * width;
  const words = label === undefined
    ? { "aria-hidden": "true" } as const
    : { role: "img", "aria-label": label } as const;
  return (
    <svg width={width} height={BAR_HEIGHT} {...words}>
      {label && <title>{label}</title>}
      <rect class="there" width={share(there)} height={BAR_HEIGHT} rx={3} />
      <rect class="bar" width={share(Math.min(spent, there))} height={BAR_HEIGHT} rx={3} />
      {available < 0
        ? (
          <rect
            class="beyond"
            x={Math.min(share(there), width - 3)}
            width={Math.max(3, width - share(there))}
            height={BAR_HEIGHT}
          />
        )
        : null}
    </svg>
  );
}
