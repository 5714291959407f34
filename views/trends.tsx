import { h, type VNode } from "preact";
import type { schema } from "../tools/get_spending_trends.ts";
import type { AnswerOf, ItemOf } from "./answers.ts";
import { MonthBars } from "./chart/month_charts.tsx";
import { labelWidth } from "./chart/picture.tsx";
import { type Column, DataTable } from "./chart/tables.tsx";
import { Empty, Sign, Small, useFirst } from "./parts.tsx";
import {
  amount,
  asOf,
  counted,
  monthName,
  percent,
  planMoney,
  sum,
  type ViewProps,
} from "./words.ts";

const FIRST = 12;
/** Minimum width of a chart, gap between charts, and padding and borders, in CSS pixels. */
const MIN_WIDTH = 134;
const GAP = 12;
const PADDING = 26;
/** Font size of amounts, relative to the font size of labels in charts. */
const AMOUNT_SIZE = 14 / 12;

type Trends = AnswerOf<typeof schema>;
type Series = ItemOf<Trends["series"]>;

export function TrendsView(props: ViewProps<Trends>): VNode {
  const { answer, width } = props;
  const { months = [], totals = [], series = [] } = answer;
  const sorted = series.toSorted((one, other) => sum(other.spending) - sum(one.spending));
  const [shown, button] = useFirst(sorted, { first: FIRST, noun: "largest" });
  if (months.length === 0 || series.length === 0) {
    return <Empty title="Spending by month">No spending in these months.</Empty>;
  }
  const [longest = ""] = series.flatMap(({ spending }) => [spending.at(-1), meanBefore(spending)])
    .map(amount).toSorted((one, other) => other.length - one.length);
  const needed = labelWidth(longest, 600) * AMOUNT_SIZE + PADDING;
  const columns = Math.max(1, Math.floor((width + GAP) / (Math.max(MIN_WIDTH, needed) + GAP)));
  const each = (width - GAP * (columns - 1)) / columns - PADDING;
  const last = monthName(months.at(-1) ?? "", "short");
  const first = months.length === 1 ? "" : `${monthName(months[0] ?? "", "short")} \u2013 `;
  const before = months.length === 2
    ? "the month before"
    : `the ${months.length - 1} months before`;
  const compared = months.length === 1
    ? ""
    : ` and its change from the average of ${before} (dashed line)`;
  return (
    <section>
      <h1>Spending by month</h1>
      <p class="lead">
        {`${first}${last}${asOf(props)}. Figures show ${last}${compared}.`}
      </p>
      <div class="panel total">
        <h2>Total</h2>
        <MonthBars
          title="Total, month by month"
          width={width - PADDING}
          height={120}
          values={totals}
          months={months}
          mean={meanBefore(totals)}
          hasLabels
        />
      </div>
      <ul class="multiples" style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
        {shown.map((one) => {
          const mean = meanBefore(one.spending);
          return (
            <li class="panel" key={one.id}>
              <h2 title={one.group}>{one.name}</h2>
              <MonthBars
                title={`${one.name}, month by month`}
                width={each}
                height={48}
                values={one.spending}
                months={months}
                mean={mean}
              />
              <p class="last">
                <strong>{amount(one.spending.at(-1) ?? 0)}</strong>
                {one.change === undefined ? null : <Change share={one.change} />}
              </p>
              {mean !== undefined && <Small>average before {amount(mean)}</Small>}
            </li>
          );
        })}
      </ul>
      {button}
      <DataTable<Partial<Series> & Pick<Series, "spending">>
        caption="Months as a table"
        of={[...sorted, { name: "Total", spending: totals }]}
        columns={[
          [series.some(({ group }) => group !== undefined) ? "Category" : "Group", "name"],
          ...months.map((month, at): Column<Pick<Series, "spending">> => [
            monthName(month, "short"),
            ({ spending }) => spending[at],
          ]),
          [`Average of ${counted(months.length, "month")}`, "mean"],
          [`Change from ${before}`, ({ change }) =>
            change === undefined ? "" : percent(change, true)],
        ]}
      />
    </section>
  );
}

function Change({ share }: { readonly share: number }): VNode {
  const arrow = share > 0 ? "\u25b2" : share < 0 ? "\u25bc" : "\u2013";
  return (
    <span class="change">
      <Sign>{arrow}</Sign> {percent(share, true)}
    </span>
  );
}

/** Returns the average of all months before the last, rounded to the currency's decimal places. */
function meanBefore(values: readonly number[]): number | undefined {
  const before = values.slice(0, -1);
  return before.length === 0
    ? undefined
    : Number((sum(before) / before.length).toFixed(planMoney().decimals));
}
