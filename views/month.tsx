import { Fragment, h, type VNode } from "preact";
import type { schema } from "../tools/get_budget_vs_actual.ts";
import type { AnswerOf, ItemOf } from "./answers.ts";
import { DataTable, Figures } from "./chart/tables.tsx";
import { amount, asOf, counted, monthName, percent, sum, type ViewProps } from "./words.ts";
import { Row } from "./parts.tsx";

type Month = AnswerOf<typeof schema>;
type CategoryLine = ItemOf<Month["categories"]>;

/** Renders a month's categories: overspent ones first, then the others by group. */
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
          ["Spent", totals.spent],
          ["Assigned", totals.assigned],
          ["Available", totals.available, { isBad: totals.available < 0 }],
          ["Overspent", counted(over.length, "category", "categories")],
        ]}
      />
      {categories.length === 0
        ? <p class="state">No categories to show for this month.</p>
        : over.length === 0
        ? <p class="state">No category is overspent.</p>
        : (
          <>
            <h2 class="group">Overspent</h2>
            <Categories lines={over} />
            {groups.length > 0 && <h2 class="group">Other categories by group</h2>}
          </>
        )}
      {groups.map(([group, lines]) => {
        const spent = sum(lines.map((one) => one.spent));
        const available = sum(lines.map((one) => one.available));
        return (
          <details class="group" key={group} open={over.length === 0 && groups.length === 1}>
            <summary>
              <span class="name">{group === "" ? "Other categories" : group}</span>
              <span class="left">{amount(available)} left</span>
              <Bar spent={spent} available={available} />
            </summary>
            <Categories lines={lines} />
          </details>
        );
      })}
      <DataTable
        caption="Categories as a table"
        of={[...over, ...groups.flatMap(([, lines]) => lines)]}
        columns={[
          ["Category", "name"],
          ["Group", "group"],
          ["Assigned", "assigned"],
          ["Spent", "spent"],
          ["Available", "available"],
          ["Over by", ({ over_by: by }) => by > 0 ? by : ""],
        ]}
      />
    </section>
  );
}

function isOver({ over_by: by }: CategoryLine): boolean {
  return by > 0;
}

function Categories({ lines }: { readonly lines: readonly CategoryLine[] }): VNode {
  return (
    <ul class="categories">
      {lines.map((line, at) => <Category key={at} {...line} />)}
    </ul>
  );
}

function Category(line: CategoryLine): VNode {
  const { name, spent, available, over_by: by, used_percent: used } = line;
  const share = used === undefined ? "" : ` (${percent(used / 100)})`;
  return (
    <Row
      name={name}
      value={isOver(line) ? `${amount(by)} over` : `${amount(available)} left`}
      isBad={isOver(line)}
    >
      <Bar {...line} />
      <div class="small">{amount(spent)} of {amount(thereWas(line)) + share}</div>
    </Row>
  );
}

type Spent = Pick<CategoryLine, "spent" | "available">;

/** Returns the amount in a category before any spending: the amount left plus the amount spent. */
function thereWas({ spent, available }: Spent): number {
  return Math.max(0, sum([spent, available]));
}

/**
 * A bar that shows what share of a category's money was spent, with any overspending as a separate
 * segment at the end.
 */
function Bar({ spent, available }: Spent): VNode {
  const there = thereWas({ spent, available });
  const whole = Math.max(there, spent, 0.001);
  const share = (value: number): number => Math.max(0, Math.min(1, value / whole)) * 100;
  // Make even slight overspending visible.
  const start = Math.min(share(there), 99);
  return (
    <svg width="100%" height={8} aria-hidden="true">
      <rect class="there" width={`${share(there)}%`} height={8} rx={3} />
      <rect class="bar" width={`${share(Math.min(spent, there))}%`} height={8} rx={3} />
      {available < 0 &&
        <rect class="beyond" x={`${start}%`} width={`${100 - start}%`} height={8} />}
    </svg>
  );
}
