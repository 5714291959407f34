import type { VNode } from "preact";
import { MonthChart } from "./chart/month_chart.tsx";
import { RankedBars } from "./chart/ranked_bars.tsx";
import { DataTable, type Figure, Figures } from "./chart/tables.tsx";
import { amount, dayName, monthName, rate, signedAmount, type ViewProps } from "./words.ts";

/** Width of the frame around a chart, in CSS pixels. */
const PADDING = 26;

interface HistoryMonth {
  readonly month: string;
  readonly net_worth: number;
  readonly assets: number;
  readonly debts: number;
  readonly income: number;
  readonly spending: number;
  readonly saved: number;
  readonly savings_rate?: number;
  readonly age_of_money?: number;
  readonly unfinished?: boolean;
}

/** Net worth and why it changed, as returned by `get_money_history`. */
export interface MoneyHistory {
  readonly months?: readonly HistoryMonth[];
  readonly change: {
    readonly from: string;
    readonly to: string;
    readonly net_worth: number;
    readonly saved: number;
    readonly gains: number;
    readonly opened: number;
    readonly corrections: number;
    readonly unpaired?: number;
  };
  readonly totals: {
    readonly income: number;
    readonly spending: number;
    readonly loan_costs: number;
    readonly saved: number;
    readonly savings_rate?: number;
    readonly invested: number;
    readonly debt_paid: number;
  };
  readonly kinds?: readonly {
    readonly kind: string;
    readonly start: number;
    readonly end: number;
    readonly contributed?: number;
    readonly gained?: number;
  }[];
  readonly largest?: readonly {
    readonly category: string;
    readonly group?: string;
    readonly spending: number;
  }[];
  readonly lasts?: { readonly days_of_buffering?: number; readonly runway_days?: number };
  readonly notes?: readonly string[];
}

/** Renders income and spending, net worth, and its components. */
export function MoneyHistoryView(props: ViewProps<MoneyHistory>): VNode {
  const { answer, width } = props;
  const { months = [], largest = [], kinds = [], notes = [] } = answer;
  const last = months.at(-1);
  const first = months[0];
  if (last === undefined || first === undefined) {
    return (
      <section>
        <h1>Net worth and savings</h1>
        <p class="state">No months to show.</p>
      </section>
    );
  }
  const isUnfinished = last.unfinished === true;
  const chart = {
    ...props,
    width: width - PADDING,
    months: months.map(({ month }) => month),
    isUnfinished,
  };
  const unfinished = isUnfinished
    ? <span class="box so-far">{monthName(last.month, props, "short")} so far</span>
    : null;
  return (
    <section>
      <h1>Net worth and savings</h1>
      <p class="lead">
        {first === last ? "" : `${monthName(first.month, props, "short")} \u2013 `}
        {monthName(last.month, props, "short")}
        {isUnfinished ? ", unfinished" : ""}
      </p>
      <Figures figures={figuresOf(props, last)} />
      <div class="panel total">
        <h2>Income and spending</h2>
        <MonthChart
          {...chart}
          title="Income and spending by month"
          height={150}
          series={[
            { name: "Income", kind: "income", shape: "bar", values: of(months, "income") },
            { name: "Spending", kind: "spending", shape: "bar", values: of(months, "spending") },
          ]}
        />
        <p class="legend">
          <span class="box full">Income</span>
          <span class="box">Spending</span>
          {unfinished}
        </p>
      </div>
      <div class="panel total">
        <h2>Net worth</h2>
        <MonthChart
          {...chart}
          title="Net worth at the end of each month"
          height={140}
          series={[
            { name: "Net worth", kind: "worth", shape: "line", values: of(months, "net_worth") },
          ]}
        />
        {isUnfinished ? <p class="legend">{unfinished}</p> : null}
      </div>
      <div class="panel total">
        <h2>Assets and debts</h2>
        <MonthChart
          {...chart}
          title="Assets above zero and debts below, at the end of each month"
          height={150}
          isStacked
          series={[
            { name: "Assets", kind: "assets", shape: "bar", values: of(months, "assets") },
            {
              name: "Debts",
              kind: "debts",
              shape: "bar",
              values: of(months, "debts").map((value) => 0 - value),
            },
          ]}
        />
        <p class="legend">
          <span class="box full">Assets</span>
          <span class="box">Debts</span>
          {unfinished}
        </p>
      </div>
      <Causes {...props} />
      {largest.length === 0 ? null : (
        <>
          <h2 class="group">Largest spending</h2>
          <RankedBars
            {...props}
            label="Largest spending"
            rows={largest.map(({ category, group, spending }, at) => ({
              key: `${at}`,
              name: category,
              note: group,
              value: spending,
            }))}
          />
        </>
      )}
      {notes.map((note, at) => <p class="small" key={at}>{note}</p>)}
      <DataTable
        caption="Months as a table"
        columns={[
          "Month",
          "Net worth",
          "Assets",
          "Debts",
          "Income",
          "Spending",
          "Saved",
          "Savings rate",
          "Age of money",
        ]}
        rows={months.map((one) => [
          monthName(one.month, props, "short") + (one.unfinished === true ? " (unfinished)" : ""),
          ...[one.net_worth, one.assets, one.debts, one.income, one.spending, one.saved]
            .map((value) => amount(value, props)),
          one.savings_rate === undefined ? "" : rate(one.savings_rate, props),
          one.age_of_money === undefined ? "" : `${one.age_of_money} days`,
        ])}
      />
      {kinds.length === 0 ? null : (
        <DataTable
          caption="Kinds of accounts as a table"
          columns={["Kind", "Start", "End", "Contributed", "Gained"]}
          rows={kinds.map(({ kind, start, end, contributed, gained }) => [
            `${kind[0]?.toUpperCase()}${kind.slice(1)}`,
            ...[start, end, contributed, gained]
              .map((value) => value === undefined ? "" : amount(value, props)),
          ])}
        />
      )}
    </section>
  );
}

/** Reasons why net worth changed. The amounts add up to the change. */
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
        Change from {dayName(change.from, props)} to {dayName(change.to, props)}
      </h2>
      <dl class="sums">
        {[...causes, ["Net worth", change.net_worth] as const].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{signedAmount(value, props)}</dd>
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
  return [
    {
      name: "Net worth",
      value: amount(last.net_worth, props),
      note: `${signedAmount(change.net_worth, props)} since ${dayName(change.from, props)}`,
    },
    { name: "Income", value: amount(totals.income, props) },
    { name: "Spending", value: amount(totals.spending, props) },
    {
      name: "Saved",
      value: amount(totals.saved, props),
      note: savingsRate === undefined ? undefined : `${rate(savingsRate, props)} of income`,
      isBad: totals.saved < 0,
    },
    ...(runway === undefined && days === undefined ? [] : [{
      name: "Money on budget lasts",
      value: `${runway ?? days} days`,
      note: runway === undefined || days === undefined
        ? undefined
        : `${days} days without loan payments`,
    }]),
  ];
}

function of(
  months: readonly HistoryMonth[],
  field: "income" | "spending" | "net_worth" | "assets" | "debts",
): readonly number[] {
  return months.map((month) => month[field]);
}
