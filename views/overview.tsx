import { h, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { schema as balancesSchema } from "../tools/get_category_balances.ts";
import type { schema as summarySchema } from "../tools/get_monthly_summary.ts";
import type { AnswerOf, ItemOf } from "./answers.ts";
import { useProposed } from "./change.tsx";
import { DataTable, type Figure, Figures } from "./chart/tables.tsx";
import {
  AmountField,
  Button,
  Controls,
  Field,
  Lead,
  Part,
  Problem,
  Row,
  useAsking,
} from "./parts.tsx";
import type { Change } from "./use_card.ts";
import { amount, asOf, counted, monthName, type ViewProps } from "./words.ts";

type Summary = AnswerOf<typeof summarySchema>;
type Balances = AnswerOf<typeof balancesSchema>;
type CategoryBalance = Pick<ItemOf<Balances["categories"]>, keyof ItemOf<Summary["overspent"]>>;

/** A month, as returned by `get_monthly_summary` or `get_category_balances`. */
type Overview = Pick<Balances, "month"> & Partial<Summary & Balances>;

/**
 * Name of YNAB's group of card payment categories, which hold money set aside to pay for past card
 * purchases.
 */
const CARD_PAYMENTS = "Credit Card Payments";

/** Renders a month's categories that need a decision: overspent ones, then underfunded ones. */
export function OverviewView(props: ViewProps<Overview>): VNode {
  const { page, call, args } = props;
  const [answer, setAnswer] = useState(props.answer);
  const [covering, cover] = useState<Covering | null>(null);
  /** Message about a category that is no longer overspent. */
  const [news, setNews] = useState("");
  const { isBusy, problem, ask, lead, focusLead } = useAsking(call);
  const { month, categories = [] } = answer;
  const over = (answer.overspent ?? categories.filter(({ available }) => available < 0))
    .toSorted((one, other) => one.available - other.available);
  const needy = categories.filter(({ underfunded: needed = 0 }) => needed > 0)
    .toSorted((one, other) => (other.underfunded ?? 0) - (one.underfunded ?? 0));
  const plan = { plan_id: args["plan_id"] };

  const refresh = async (): Promise<void> => {
    const result = await ask<Overview>(page.tool, args);
    if (result !== null) setAnswer(result.answer);
  };
  const { card, isCardBusy, setProposed } = useProposed(props, refresh);
  /** Reads the month again, because overspending may have been covered since the last answer. */
  const choose = async (category: CategoryBalance): Promise<void> => {
    setProposed(null);
    setNews("");
    const result = await ask<Overview>("get_category_balances", { ...plan, month });
    if (result === null) return;
    const { categories: now = [] } = result.answer;
    const current = now.find((one) => one.category_id === category.category_id) ?? category;
    if (current.available >= 0) {
      focusLead();
      cover(null);
      await refresh();
      return setNews(`${category.name} isn't overspent anymore.`);
    }
    const sources = now.filter(({ available, group }) => available > 0 && group !== CARD_PAYMENTS)
      .toSorted((one, other) => other.available - one.available);
    cover({ category: current, sources });
  };
  const preview = async (from: string, to: string, amount: number): Promise<void> => {
    const wanted = { ...plan, month, from_category_id: from, to_category_id: to, amount };
    const preview = await ask<Change>("move_money", wanted);
    if (preview === null) return;
    cover(null);
    setProposed({ ...preview, tool: "move_money", args: wanted });
  };
  const stop = (): void => {
    focusLead();
    cover(null);
  };

  return (
    <section aria-busy={isBusy}>
      <h1>{monthName(month, "long")}{asOf(props)}</h1>
      <Figures figures={figuresOf(answer)} />
      <Lead lead={lead} isBusy={isBusy}>{overspentWords(over.length, props)}</Lead>
      <ul class="balances">
        {over.map((one) => (
          <Row
            key={one.category_id}
            name={one.name}
            note={one.group}
            value={amount(one.available)}
            isBad
          >
            {covering?.category.category_id === one.category_id
              ? (
                <CoverForm
                  key={one.category_id}
                  covering={covering}
                  isBusy={isBusy}
                  onPreview={preview}
                  onCancel={stop}
                />
              )
              : page.decides
              ? (
                <Button isOff={isBusy || isCardBusy} act={() => choose(one)}>
                  Cover from{"\u2026"}
                  <span class="hidden">for {one.name}</span>
                </Button>
              )
              : null}
          </Row>
        ))}
      </ul>
      <Problem words={problem || news} />
      {card}
      <Part title="Underfunded targets" of={needy}>
        <ul class="balances">
          {needy.map(({ category_id: id, name, group, underfunded }) => (
            <Row key={id} name={name} note={group} value={amount(underfunded)} />
          ))}
        </ul>
      </Part>
      <DataTable
        caption="Categories as a table"
        of={categories}
        columns={[
          ["Category", "name"],
          ["Group", "group"],
          ["Assigned", "assigned"],
          ["Activity", "activity"],
          ["Available", "available"],
          ["Needs", "underfunded"],
        ]}
      />
    </section>
  );
}

/** Says how many categories are overspent, adding "of these" if the answer is incomplete. */
function overspentWords(count: number, { answer, args }: ViewProps<Overview>): string {
  const isAll = answer.overspent !== undefined ||
    !["group", "category_ids", "only_underfunded"].some((name) => args[name] !== undefined);
  if (count === 0) {
    return isAll ? "No category is overspent." : "None of these categories is overspent.";
  }
  const words = isAll ? counted(count, "category", "categories") : `${count} of these categories`;
  return `Overspent: ${words}`;
}

function figuresOf(
  { ready_to_assign: ready, income, assigned, activity, age_of_money: age, ...answer }: Overview,
): readonly Figure[] {
  const { underfunded, underfunded_total: total = underfunded?.total } = answer;
  return [
    ["Ready to Assign", ready, { isBad: (ready ?? 0) < 0 }],
    ["Income", income],
    ["Assigned", assigned],
    ["Activity", activity],
    ["Targets need", total, {
      note: underfunded && counted(underfunded.count, "category", "categories"),
    }],
    ["Age of money", age === undefined ? age : counted(age, "day")],
  ];
}

/** An overspent category, and the categories that can cover it. */
interface Covering {
  readonly category: CategoryBalance;
  readonly sources: readonly CategoryBalance[];
}

interface CoverFormProps {
  readonly covering: Covering;
  readonly isBusy: boolean;
  readonly onPreview: (fromId: string, toId: string, amount: number) => void;
  readonly onCancel: () => void;
}

/** Asks which category should cover an overspent category, and how much to move. */
function CoverForm(props: CoverFormProps): VNode {
  const { covering: { category, sources }, isBusy, onPreview, onCancel } = props;
  const [first] = sources;
  const { category_id: to, name, available } = category;
  const [from, setFrom] = useState(first?.category_id);
  const [value, setValue] = useState<number | null>(Math.min(0 - available, first?.available ?? 0));
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => select.current?.focus(), []);
  if (from === undefined) {
    return <p class="state" role="status">No other category has money available.</p>;
  }
  const submit = (): void => {
    if (value !== null && !isBusy) onPreview(from, to, value);
  };
  return (
    <Controls label={`Cover ${name}`} onEnter={submit}>
      <Field label={`Cover ${name} from`}>
        <select
          ref={select}
          value={from}
          onChange={({ currentTarget: { value: chosen } }) => setFrom(chosen)}
        >
          {sources.map((one) => (
            <option key={one.category_id} value={one.category_id}>
              {one.name}, {amount(one.available)}
            </option>
          ))}
        </select>
      </Field>
      <AmountField label="Amount" initial={value} onAmount={setValue} />
      <Button kind="yes" isOff={isBusy || value === null} act={submit}>
        Preview the move
      </Button>
      <Button isOff={isBusy} act={onCancel}>Cancel</Button>
    </Controls>
  );
}
