import { Fragment, h, type VNode } from "preact";
import type { schema } from "../tools/get_money_history.ts";
import type { AnswerOf, ItemOf } from "./answers.ts";
import { MonthChart, type MonthSeries } from "./chart/month_charts.tsx";
import { DataTable, type Figure, Figures, RankedBars } from "./chart/tables.tsx";
import {
  capitalized,
  counted,
  dayName,
  monthName,
  rate,
  signedAmount,
  type ViewProps,
} from "./words.ts";
import { Empty, Part } from "./parts.tsx";

/** Total width of the padding and borders beside a chart, in CSS pixels. */
const PADDING = 26;

type MoneyHistory = AnswerOf<typeof schema>;
type HistoryMonth = ItemOf<MoneyHistory["months"]>;
type Field = "income" | "spending" | "net_worth" | "assets" | "debts";

/** Renders charts of income and spending, of net worth, and of its components. */
export function MoneyHistoryView(props: ViewProps<MoneyHistory>): VNode {
  const { answer, width } = props;
  const { months = [], largest = [], kinds = [], notes = [] } = answer;
  const last = months.at(-1);
  const first = months[0];
  if (last === undefined || first === undefined) {
    return <Empty title="Net worth and savings">No months to show.</Empty>;
  }
  const isUnfinished = last.unfinished === true;
  const series = (name: string, field: Field, shape: MonthSeries["shape"]): MonthSeries => ({
    name,
    kind: field.replace("net_", ""),
    shape,
    values: months.map((month) => field === "debts" ? 0 - month[field] : month[field]),
  });
  const panels = [
    {
      name: "Income and spending",
      title: "Income and spending by month",
      series: [series("Income", "income", "bar"), series("Spending", "spending", "bar")],
    },
    {
      name: "Net worth",
      title: "Net worth at the end of each month",
      series: [series("Net worth", "net_worth", "line")],
    },
    {
      name: "Assets and debts",
      title: "Assets (above zero) and debts (below zero) at the end of each month",
      series: [series("Assets", "assets", "bar"), series("Debts", "debts", "bar")],
    },
  ];
  return (
    <section>
      <h1>Net worth and savings</h1>
      <p class="lead">
        {first === last ? "" : `${monthName(first.month, "short")} \u2013 `}
        {monthName(last.month, "short")}
        {isUnfinished ? ", unfinished" : ""}
      </p>
      <Figures figures={figuresOf(props, last)} />
      {panels.map(({ name, title, series }) => (
        <div class="panel total" key={name}>
          <h2>{name}</h2>
          <MonthChart
            title={title}
            width={width - PADDING}
            height={150}
            months={months.map(({ month }) => month)}
            isUnfinished={isUnfinished}
            isStacked={series[0]?.kind === "assets"}
            series={series}
          />
          <p class="legend">
            {series.length > 1 &&
              series.map((one, at) => (
                <span key={at} class={at === 0 ? "box full" : "box"}>{one.name}</span>
              ))}
            {isUnfinished &&
              <span class="box so-far">{monthName(last.month, "short")} so far</span>}
          </p>
        </div>
      ))}
      <Causes {...props} />
      <Part title="Largest spending" of={largest}>
        <RankedBars
          label="Largest spending"
          rows={largest.map(({ category, group, spending }, at) => ({
            key: `${at}`,
            name: category,
            note: group,
            value: spending,
          }))}
        />
      </Part>
      {notes.map((note, at) => <p class="small" key={at}>{note}</p>)}
      <DataTable
        caption="Months as a table"
        of={months}
        columns={[
          [
            "Month",
            (one) => monthName(one.month, "short") + (one.unfinished ? " (unfinished)" : ""),
          ],
          ["Net worth", "net_worth"],
          ["Assets", "assets"],
          ["Debts", "debts"],
          ["Income", "income"],
          ["Spending", "spending"],
          ["Saved", "saved"],
          ["Savings rate", ({ savings_rate: saved }) => saved === undefined ? "" : rate(saved)],
          ["Age of money", ({ age_of_money: age }) => age === undefined ? "" : counted(age, "day")],
        ]}
      />
      <DataTable
        caption="Account types as a table"
        of={kinds}
        columns={[
          ["Kind", ({ kind }) => capitalized(kind)],
          ["Start", "start"],
          ["End", "end"],
          ["Contributed", "contributed"],
          ["Gained", "gained"],
        ]}
      />
    </section>
  );
}

/** Lists the causes of a change in net worth. The causes' amounts add up to the total change. */
function Causes(props: ViewProps<MoneyHistory>): VNode {
  const { change } = props.answer;
  const causes = ([
    ["Saved", change.saved],
    ["Gains in value", change.gains],
    ["Accounts added", change.opened],
    ["Corrections", change.corrections],
    ["Transfers with one side missing", change.unpaired],
  ] as const).flatMap(([name, value]) =>
    value === undefined || value === 0 ? [] : [[name, value] as const]
  );
  return (
    <>
      <h2 class="group">
        Change from {dayName(change.from)} to {dayName(change.to)}
      </h2>
      <dl class="sums">
        {[...causes, ["Net worth", change.net_worth] as const].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{signedAmount(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function figuresOf(props: ViewProps<MoneyHistory>, last: HistoryMonth): readonly Figure[] {
  const { totals, change, lasts = {} } = props.answer;
  const { savings_rate: savingsRate } = totals;
  const { days_of_buffering: days, runway_days: runway } = lasts;
  const lasting = runway ?? days;
  return [
    ["Net worth", last.net_worth, {
      note: `${signedAmount(change.net_worth)} since ${dayName(change.from)}`,
    }],
    ["Income", totals.income],
    ["Spending", totals.spending],
    ["Saved", totals.saved, {
      note: savingsRate === undefined ? "" : `${rate(savingsRate)} of income`,
      isBad: totals.saved < 0,
    }],
    ["On-budget money lasts", lasting === undefined ? "" : counted(lasting, "day"), {
      note: runway === undefined || days === undefined
        ? ""
        : `${counted(days, "day")} without loan payments`,
    }],
  ];
}
