import { h, type VNode } from "preact";
import { useState } from "preact/hooks";
import type { schema } from "../tools/forecast_balance.ts";
import type { AnswerOf, ItemOf } from "./answers.ts";
import { BalanceChart } from "./chart/balance_chart.tsx";
import { DataTable, type Figure, Figures } from "./chart/tables.tsx";
import {
  AmountField,
  Button,
  Controls,
  DateField,
  Empty,
  Field,
  Lead,
  Problem,
  Sign,
  useAsking,
} from "./parts.tsx";
import { amount, dayName, lastDayOf, monthName, percent, type ViewProps } from "./words.ts";

export type Forecast = AnswerOf<typeof schema>;
export type ForecastMonth = ItemOf<Forecast["months"]>;
type OneOff = ItemOf<Forecast["assumptions"]["one_offs"]>;

/** Returns the month with the lowest expected balance. */
export function lowestOf(months: readonly ForecastMonth[]): ForecastMonth | undefined {
  return months.toSorted((one, other) => one.lowest - other.lowest)[0];
}

/** Renders the balance forecast, including a one-off payment if the user is trying one out. */
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
      {/* The chart starts today, so leave it out if the current date is unknown. */}
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
  const lowest = lowestOf(months);
  if (last === undefined || lowest === undefined) return [];
  return [
    ["Today", answer.start_balance, { note: facts.today && dayName(facts.today) }],
    [`End of ${monthName(last.month, "short")}`, last.end, {
      note: `${amount(last.p10)} to ${amount(last.p90)}`,
    }],
    ["Lowest day", lowest.lowest, {
      note: dayName(lowest.lowest_date),
      isBad: lowest.lowest < 0,
    }],
    ["Chance of a shortfall", percent(chance), {
      note: shortfall && `expected ${dayName(shortfall.date)}`,
      isBad: shortfall !== undefined,
    }],
  ];
}

const LABEL = "What if";

interface WhatIfProps extends ViewProps<Forecast> {
  /** The forecast that includes the one-off payment; `null` to show the original forecast. */
  readonly tried: Forecast | null;
  readonly onTried: (forecast: Forecast | null) => void;
}

/** Requests the forecast again with a one-off payment added, and compares the two forecasts. */
function WhatIf(props: WhatIfProps): VNode {
  const { answer, args, call, facts, page, tellModel, tried, onTried } = props;
  const [date, setDate] = useState(facts.today ?? "");
  const [isIn, setIn] = useState(false);
  const [asked, setAsked] = useState<OneOff | null>(null);
  const { isBusy, problem, ask, lead, focusLead } = useAsking(call);
  const [value, setValue] = useState<number | null>(null);
  const until = lastDayOf(answer.months?.at(-1)?.month ?? "");
  const isReady = value !== null && date !== "" && !isBusy;
  const tryIt = async (): Promise<void> => {
    if (!isReady) return;
    const oneOff = { date, amount: isIn ? value : 0 - value, label: LABEL };
    const before = Array.isArray(args["one_offs"]) ? args["one_offs"] : [];
    focusLead();
    const wanted = { ...args, one_offs: [...before, oneOff] };
    const result = await ask<Forecast>(page.tool, wanted);
    if (result === null) return;
    const forecast = result.answer;
    setAsked(oneOff);
    onTried(forecast);
    tellModel(`The user tried a what-if in the forecast: ${compared(oneOff, forecast, props)}`);
  };
  const reset = (): void => {
    focusLead();
    setAsked(null);
    onTried(null);
  };
  return (
    <details class="what-if">
      <summary>What if{"\u2026"}</summary>
      <Controls label="What if" onEnter={() => void tryIt()}>
        <Field label="Direction">
          <select
            value={isIn ? "in" : "out"}
            onChange={({ currentTarget: { value: chosen } }) => setIn(chosen === "in")}
          >
            <option value="out">Money out</option>
            <option value="in">Money in</option>
          </select>
        </Field>
        <AmountField label="Amount" initial={null} onAmount={setValue} />
        <DateField label="On" date={date} from={facts.today} until={until} onDate={setDate} />
        <Button kind="yes" isOff={!isReady} act={tryIt}>
          Try it
        </Button>
        {tried && <Button isOff={isBusy} act={reset}>Reset</Button>}
      </Controls>
      <Lead lead={lead} isBusy={isBusy} kind="state">
        {tried === null || asked === null
          ? "This only redraws the forecast; nothing is saved."
          : compared(asked, tried, props)}
      </Lead>
      <Problem words={problem} />
    </details>
  );
}

/** Describes how the one-off payment changes the forecast. */
function compared(oneOff: OneOff, tried: Forecast, { answer }: WhatIfProps): string {
  const ends = [answer, tried].map(({ months = [] }) => months.at(-1)?.end ?? 0);
  const [before = 0, after = 0] = ends;
  const direction = oneOff.amount < 0 ? "out" : "in";
  return `With ${amount(Math.abs(oneOff.amount))} ${direction} on ` +
    `${dayName(oneOff.date)}, the balance at the end is ${amount(after)} ` +
    `instead of ${amount(before)}, and the chance of a shortfall is ` +
    `${percent(tried.chance_below_zero)} instead of ` +
    `${percent(answer.chance_below_zero)}.`;
}
