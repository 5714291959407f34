import { h, type VNode } from "preact";
import { useState } from "preact/hooks";
import { AmountField, Controls, DateField } from "./controls.tsx";
import type { Forecast } from "./forecast.tsx";
import { useAsking } from "./use_asking.ts";
import { amount, dayName, lastDayOf, percent, type ViewProps, WORKING } from "./words.ts";
import { Button, Lead, Problem, useLead } from "./parts.tsx";

const LABEL = "What if";

interface WhatIfProps extends ViewProps<Forecast> {
  /** The forecast with the one-off; `null` to show the original answer. */
  readonly tried: Forecast | null;
  readonly onTried: (forecast: Forecast | null) => void;
}

/** A one-off payment or receipt. */
interface OneOff {
  readonly date: string;
  readonly amount: number;
  readonly label: string;
}

/** Requests the same forecast with an additional one-off payment and compares the two. */
export function WhatIf(props: WhatIfProps): VNode {
  const { answer, args, call, facts, page, tellModel, tried, onTried } = props;
  const [date, setDate] = useState(facts.today ?? "");
  const [isIn, setIn] = useState(false);
  const [asked, setAsked] = useState<OneOff | null>(null);
  const { isBusy, problem, ask } = useAsking(call);
  const [lead, focusLead] = useLead();
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
        <label class="control">
          <span>Direction</span>
          <select
            value={isIn ? "in" : "out"}
            onChange={({ currentTarget: { value: chosen } }) => setIn(chosen === "in")}
          >
            <option value="out">Money out</option>
            <option value="in">Money in</option>
          </select>
        </label>
        <AmountField label="Amount" initial={null} onAmount={setValue} />
        <DateField label="On" date={date} from={facts.today} until={until} onDate={setDate} />
        <Button kind="yes" isOff={!isReady} act={tryIt}>
          Try it
        </Button>
        {tried && <Button isOff={isBusy} act={reset}>Reset</Button>}
      </Controls>
      <Lead line={lead} kind="state">
        {isBusy
          ? WORKING
          : tried === null || asked === null
          ? "Nothing is written: this only draws the forecast again."
          : compared(asked, tried, props)}
      </Lead>
      <Problem words={problem} />
    </details>
  );
}

/** Shows the effect of the one-off in the figures of both answers. */
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
