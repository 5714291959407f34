import { h, type VNode } from "preact";
import { useState } from "preact/hooks";
import { DataTable, type Figure, Figures } from "./chart/tables.tsx";
import { BalanceChart } from "./chart/balance_chart.tsx";
import { WhatIf } from "./what_if.tsx";
import { amount, dayName, monthName, percent, type ViewProps } from "./words.ts";
import { Empty, Sign } from "./parts.tsx";

export interface ForecastMonth {
  readonly month: string;
  readonly start: number;
  readonly in: number;
  readonly out: number;
  readonly end: number;
  readonly lowest: number;
  readonly lowest_date: string;
  readonly lowest_p10: number;
  readonly p10: number;
  readonly p90: number;
}

/** A forecast, as returned by `forecast_balance`. */
export interface Forecast {
  readonly start_balance: number;
  readonly first_shortfall?: { readonly date: string; readonly balance: number };
  readonly chance_below_zero: number;
  readonly months?: readonly ForecastMonth[];
  readonly assumptions?: {
    readonly one_offs?: readonly {
      readonly date: string;
      readonly amount: number;
      readonly label: string;
    }[];
  };
}

/** Renders the forecast, or the forecast with a one-off that the user tries. */
export function ForecastView(given: ViewProps<Forecast>): VNode {
  const [tried, setTried] = useState<Forecast | null>(null);
  const props = tried === null ? given : { ...given, answer: tried };
  const { answer, facts } = props;
  const { months = [] } = answer;
  const oneOffs = answer.assumptions?.one_offs ?? [];
  if (months.length === 0) {
    return <Empty title="Balance forecast">No months to show: the forecast ends today.</Empty>;
  }
  return (
    <section>
      <h1>Balance forecast</h1>
      <Figures figures={figuresOf(props)} />
      {/* The chart starts today, so it needs to know the current day. */}
      {facts.today && <BalanceChart {...props} months={months} today={facts.today} />}
      {oneOffs.length > 0 && (
        <ul class="marks" aria-label="One-offs">
          {oneOffs.map(({ date, amount: value, label }, at) => (
            <li key={at}>
              <Sign>{"\u25c6"}</Sign> {dayName(date)}: {label}, {amount(value)}
            </li>
          ))}
        </ul>
      )}
      {given.call && <WhatIf {...given} onTried={setTried} tried={tried} />}
      <DataTable
        caption="Months as a table"
        of={months}
        columns={[
          ["Month", ({ month }) => monthName(month, "short")],
          ["Start", "start"],
          ["In", "in"],
          ["Out", "out"],
          ["End", "end"],
          ["80% range from", "p10"],
          ["to", "p90"],
          ["Lowest", "lowest"],
          ["on", (month) => dayName(month.lowest_date)],
          ["10% chance below", "lowest_p10"],
        ]}
      />
    </section>
  );
}

function figuresOf(props: ViewProps<Forecast>): readonly Figure[] {
  const { answer, facts } = props;
  const { months = [], first_shortfall: shortfall, chance_below_zero: chance } = answer;
  const last = months.at(-1);
  const lowest = months.reduce<ForecastMonth | undefined>(
    (low, month) => low === undefined || month.lowest < low.lowest ? month : low,
    undefined,
  );
  if (last === undefined || lowest === undefined) return [];
  return [
    {
      name: "Today",
      value: answer.start_balance,
      note: facts.today && dayName(facts.today),
    },
    {
      name: `End of ${monthName(last.month, "short")}`,
      value: last.end,
      note: `${amount(last.p10)} to ${amount(last.p90)}`,
    },
    {
      name: "Lowest day",
      value: lowest.lowest,
      note: dayName(lowest.lowest_date),
      isBad: lowest.lowest < 0,
    },
    {
      name: "Chance of a shortfall",
      value: percent(chance),
      note: shortfall && `expected ${dayName(shortfall.date)}`,
      isBad: shortfall !== undefined,
    },
  ];
}
