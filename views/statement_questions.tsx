import { h, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Host } from "./host.ts";
import { useAsking } from "./use_asking.ts";
import type { Args, Question } from "./statement_answer.ts";
import { amount, dayName } from "./words.ts";
import { unisolated } from "../domain/base/clean_text.ts";
import { Button, Line, Problem } from "./parts.tsx";

interface Account {
  readonly account_id: string;
  readonly name: string;
}

interface AccountChoiceProps {
  readonly call: Host["call"];
  readonly planId: unknown;
  readonly onAccount: (id: string) => void;
}

/** Asks which account a statement belongs to. */
export function AccountChoice({ call, planId, onAccount }: AccountChoiceProps): VNode {
  const [accounts, setAccounts] = useState<readonly Account[]>([]);
  const { problem, ask } = useAsking(call);
  useEffect(() => {
    ask<{ readonly accounts?: readonly Account[] }>("list_accounts", { plan_id: planId })
      .then((listed) => setAccounts(listed?.answer.accounts ?? []));
  }, []);
  return (
    <label class="control" role="alert">
      <span>Which account is this statement for?</span>
      <select value="" onChange={({ currentTarget: { value } }) => value && onAccount(value)}>
        <option value="">Choose{"\u2026"}</option>
        {accounts.map(({ account_id: id, name }) => <option key={id} value={id}>{name}</option>)}
      </select>
      <Problem words={problem} />
    </label>
  );
}

interface QuestionsProps {
  readonly questions: readonly Question[];
  /** Sends the answer to a question; absent if the page can't call tools. */
  readonly onChoice: ((readAs: Args) => void) | null;
  readonly isBusy: boolean;
}

/**
 * Asks how to resolve ambiguities in the file. Each choice shows how it would read the first rows.
 */
export function Questions({ questions, onChoice, isBusy }: QuestionsProps): VNode {
  return (
    <div>
      {questions.map(({ about, choices, example, rows = [] }) => (
        <div key={about}>
          <h2 class="group">{ABOUT[about] ?? about}</h2>
          <p class="small">
            In the file: <span class="name">{example}</span>
          </p>
          <ul class="balances">
            {choices.map((choice) => (
              <li key={choice}>
                {rows.filter((row) => row.choice === choice).map((row, at) => (
                  <Line key={at} name={row.payee} note={dayName(row.date)}>
                    {amount(row.amount)}
                  </Line>
                ))}
                {onChoice
                  ? (
                    <Button isOff={isBusy} act={() => onChoice({ [about]: unisolated(choice) })}>
                      {CHOICES[choice] ?? choice}
                    </Button>
                  )
                  : <span class="name">{CHOICES[choice] ?? choice}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

const ABOUT: Readonly<Record<string, string>> = {
  date_order: "How are the dates written?",
  decimal_sign: "Which character separates the decimals?",
  sign: "Which amounts are money out?",
  amount_column: "Which column has the amounts?",
  part: "Which of these is right?",
};

const CHOICES: Readonly<Record<string, string>> = {
  dmy: "Day, month, year",
  mdy: "Month, day, year",
  ymd: "Year, month, day",
  ".": "A period",
  ",": "A comma",
  as_shown: "Those with a minus sign",
  reversed: "Those without a minus sign",
};
