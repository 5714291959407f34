import { h, type VNode } from "preact";
import { useState } from "preact/hooks";
import type { schema } from "../tools/can_afford.ts";
import type { AnswerOf } from "./answers.ts";
import { type Figure, Figures } from "./chart/tables.tsx";
import {
  AmountField,
  Button,
  Controls,
  DateField,
  Lead,
  Part,
  Problem,
  Row,
  Small,
  useAsking,
} from "./parts.tsx";
import { amount, counted, dayName, rate, type ViewProps } from "./words.ts";

type Afford = AnswerOf<typeof schema>;

const VERDICTS: Readonly<Record<Afford["verdict"], string>> = {
  yes: "Yes, it fits your budget",
  yes_if_moved: "Yes, if you move money",
  later: "Not on that day, but later",
  no: "No, it doesn't fit your budget",
  unknown: "Not enough history to tell",
};

/** Shows whether a payment is affordable, and lets the user ask about another amount or day. */
export function AffordView(props: ViewProps<Afford>): VNode {
  const { args, call, facts, page, tellModel } = props;
  const [{ answer, asked }, setShown] = useState({ answer: props.answer, asked: args });
  const { isBusy, problem, ask, lead, focusLead } = useAsking(call);
  const [value, setValue] = useState(numberIn(args["amount"]));
  const [date, setDate] = useState(textIn(args["date"]) ?? facts.today ?? "");
  const isReady = value !== null && date !== "" && !isBusy;
  const again = async (): Promise<void> => {
    if (!isReady) return;
    const wanted = { ...args, amount: value, date };
    focusLead();
    const result = await ask<Afford>(page.tool, wanted);
    if (result === null) return;
    const next = result.answer;
    setShown({ answer: next, asked: wanted });
    tellModel(`In the view, the user asked about ${paymentWords(wanted, props)}: ${next.verdict}.`);
  };
  const { category, from = [], delays = [], basis, limit } = answer;
  const odds = [
    { name: "Without the payment", risk: answer.chance_below.without },
    { name: "With the payment", risk: answer.chance_below.with },
  ].flatMap(({ name, risk }) => risk === undefined ? [] : [{ name, risk }]);
  return (
    <section aria-busy={isBusy}>
      <h1>{VERDICTS[answer.verdict] ?? answer.verdict}</h1>
      <Lead lead={lead} isBusy={isBusy}>{paymentWords(asked, props)}</Lead>
      <Figures figures={figuresOf({ ...props, answer })} />
      <Part title={`Risk that cash falls below ${amount(limit)}`} of={odds}>
        <ul>
          {odds.map(({ name, risk }) => (
            <Row key={name} name={name} value={rate(risk * 100)} isBad={risk > 0.1}>
              <div class="odds" aria-hidden="true">
                <div class="rank-bar" style={{ width: `${risk * 100}%` }} />
              </div>
            </Row>
          ))}
        </ul>
        <Small>A risk of up to {rate(10)} (dashed line) counts as safe.</Small>
      </Part>
      {category && (
        <p>
          {category.name}: {amount(category.available)} available, {amount(category.coming)}{" "}
          still to come, {amount(category.free)} free.
        </p>
      )}
      {delays.map((one, at) => (
        <p key={at}>
          Reaching the target for {one.category} takes {counted(one.months, "month")} longer.
        </p>
      ))}
      <Part title="Where the money can come from" of={from}>
        <ul class="balances">
          {from.map(({ category_id: id, category: name, free, take }) => (
            <Row key={id} name={name} note={`${amount(free)} free`} value={amount(take)} />
          ))}
        </ul>
      </Part>
      {call && (
        <Controls label="Another amount or day" onEnter={() => void again()}>
          <AmountField label="Amount" initial={value} onAmount={setValue} />
          <DateField label="On" date={date} from={facts.today} until={undefined} onDate={setDate} />
          <Button kind="yes" isOff={!isReady} act={again}>
            Ask again
          </Button>
        </Controls>
      )}
      <Problem words={problem} />
      <Small>
        Based on {counted(basis.finished_months, "finished month")}; looks ahead to{" "}
        {dayName(basis.until)}. Nothing is written.
      </Small>
    </section>
  );
}

function figuresOf(props: ViewProps<Afford>): readonly Figure[] {
  const { lowest, limit, safe_amount: safe, earliest_date: earliest } = props.answer;
  return [
    ["Lowest expected balance", lowest.balance_with, {
      note: `${dayName(lowest.date)}, ${amount(lowest.balance)} without it`,
      isBad: lowest.balance_with < limit,
    }],
    ["Safe amount", safe],
    ["Safe from", earliest && dayName(earliest)],
  ];
}

function paymentWords(args: ViewProps<Afford>["args"], props: ViewProps<Afford>): string {
  const [value, date] = [numberIn(args["amount"]), textIn(args["date"]) ?? props.facts.today];
  const times = numberIn(args["monthly_times"]) ?? 1;
  return [
    value === null ? "This payment" : amount(value),
    date === undefined || !/^\d{4}-\d\d-\d\d$/u.test(date) ? "" : `on ${dayName(date)}`,
    times > 1 ? `and monthly after that, ${times} payments in all` : "",
  ].filter((words) => words !== "").join(" ");
}

function numberIn(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
