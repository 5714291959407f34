import { type ComponentChildren, h, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { schema } from "../tools/find_transactions.ts";
import type { schema as groupsSchema } from "../tools/list_category_groups.ts";
import type { AnswerOf, ItemOf } from "./answers.ts";
import { DataTable, Figures, RankedBars } from "./chart/tables.tsx";
import {
  amount,
  counted,
  dayName,
  monthName,
  NO_PAYEE,
  sum,
  type ViewProps,
  WORKING,
} from "./words.ts";
import { More, Part, Problem, Row, Small, useAsking } from "./parts.tsx";

type Breakdown = AnswerOf<typeof schema>;

/** The totals of one group of transactions, or the sum of several such totals. */
type Total = ItemOf<Breakdown["groups"]> & { readonly parts?: readonly Total[] };

/** The maximum `limit` of `find_transactions`. */
const MAX_TOTALS = 200;

/** Renders totals as ranked bars, outflows first, or lists transactions if there are no totals. */
export function BreakdownView(props: ViewProps<Breakdown>): VNode {
  const { args, call, page } = props;
  const [answer, setAnswer] = useState(props.answer);
  const [groupOf, setGroups] = useState<ReadonlyMap<string, string>>(new Map());
  const { isBusy, problem, ask } = useAsking(call);
  const { ask: tryToAsk } = useAsking(call);
  const { count, sum_in: sumIn, sum_out: sumOut, groups = [], transactions = [] } = answer;
  const { next_cursor: cursor, hint } = answer;
  const by = typeof args["group_by"] === "string" ? args["group_by"] : "";
  const more = async (): Promise<void> => {
    const result = await ask<Breakdown>(page.tool, { ...args, cursor });
    if (result === null) return;
    const next = result.answer;
    setAnswer({
      ...next,
      groups: [...groups, ...next.groups ?? []],
      transactions: [...transactions, ...next.transactions ?? []],
    });
  };
  const mayArrange = by === "category" && args["cursor"] === undefined && call !== null;
  const [isArranging, setArranging] = useState(mayArrange);
  /** Groups the categories. Requests all categories, so that the groups' totals are complete. */
  const arrange = async (): Promise<void> => {
    const asked = { plan_id: args["plan_id"], include_hidden: true };
    const listed = await tryToAsk<AnswerOf<typeof groupsSchema>>("list_category_groups", asked);
    const whole = cursor === undefined
      ? { answer }
      : await tryToAsk<Breakdown>(page.tool, { ...args, limit: MAX_TOTALS });
    if (listed === null || whole === null || whole.answer.next_cursor !== undefined) return;
    setAnswer(whole.answer);
    setGroups(
      new Map(
        (listed.answer.groups ?? []).flatMap(({ name, categories = [] }) =>
          categories.map(({ category_id: id }) => [id, name] as const)
        ),
      ),
    );
  };
  useEffect(() => {
    if (mayArrange) arrange().finally(() => setArranging(false));
  }, []);
  const totals = by === "month"
    ? groups.map((one) => ({ ...one, name: monthName(one.name, "long") }))
    : groups;
  const sides = ([["Money out", "sum_out", sumOut], ["Money in", "sum_in", sumIn]] as const)
    .filter(([, side]) => totals.some((one) => one[side] !== 0));
  return (
    <section aria-busy={isBusy || isArranging}>
      <h1>Transactions{by === "" ? "" : ` by ${by}`}</h1>
      <Figures
        figures={[
          ["Money out", Math.abs(sumOut)],
          ["Money in", sumIn],
          ["Transactions", String(count)],
        ]}
      />
      {hint && <Small>{hint}.</Small>}
      {count === 0 && <p class="state">No transaction matches.</p>}
      {sides.map(([title, side, whole]) => (
        <Part key={title} title={title} of={totals}>
          <Totals
            {...props}
            label={title}
            totals={inGroups(totals, groupOf)}
            side={side}
            whole={whole}
            isByDate={by === "month"}
            insideOf={(one) =>
              side === "sum_out" && by === "category" && one.key !== "none" && call !== null
                ? <Payees {...props} of={one} />
                : <div class="small">{counted(one.count, "transaction")}</div>}
          />
        </Part>
      ))}
      {transactions.length > 0 && <Transactions transactions={transactions} />}
      <LeftOutWords {...answer} />
      <Problem words={problem} />
      {cursor && <More isOff={isBusy || isArranging} act={call && more}>Show more</More>}
      <DataTable
        caption="Totals as a table"
        of={totals}
        columns={[
          ["Name", "name"],
          ["Transactions", ({ count }) => String(count)],
          ["In", "sum_in"],
          ["Out", "sum_out"],
        ]}
      />
    </section>
  );
}

/** Adds up the totals of categories by group. Categories whose group isn't known stay separate. */
function inGroups(
  totals: readonly Total[],
  groupOf: ReadonlyMap<string, string>,
): readonly Total[] {
  return [...Map.groupBy(totals, ({ key }) => groupOf.get(key))].flatMap(([name, parts]) =>
    name === undefined ? parts : [{
      key: `group ${name}`,
      name,
      count: 0,
      sum_in: sum(parts.map((one) => one.sum_in)),
      sum_out: sum(parts.map((one) => one.sum_out)),
      parts,
    }]
  );
}

type Side = "sum_in" | "sum_out";

interface TotalsProps {
  readonly label: string;
  readonly totals: readonly Total[];
  readonly side: Side;
  readonly whole: number;
  readonly isByDate?: boolean;
  /** Renders the content of an expanded bar, unless the bar is for a category group. */
  readonly insideOf?: (of: Total) => VNode;
}

/** Renders totals of inflows or outflows, largest first. Category groups can be expanded. */
function Totals({ totals, isByDate, label, ...props }: TotalsProps): VNode {
  const { side, whole, insideOf } = props;
  const rows = totals.filter((one) => one[side] !== 0)
    .toSorted((one, other) => isByDate ? 0 : Math.abs(other[side]) - Math.abs(one[side]))
    .map((one) => ({
      key: one.key,
      name: one.name,
      value: Math.abs(one[side]),
      inside: one.parts === undefined
        ? insideOf?.(one)
        : (
          <Inside title={counted(one.parts.length, "category", "categories")} of={one.name}>
            <Totals {...props} label={one.name} totals={one.parts} whole={one[side]} />
          </Inside>
        ),
    }));
  return <RankedBars label={label} rows={rows} whole={Math.abs(whole)} />;
}

interface InsideProps {
  readonly title: string;
  readonly of: string;
  readonly onOpen?: () => void;
  readonly children: ComponentChildren;
}

/** Shows the parts of a bar when the user expands the bar. */
function Inside({ title, of, onOpen, children }: InsideProps): VNode {
  return (
    <details
      class="inside"
      onToggle={({ currentTarget: { open } }) => {
        if (open) onOpen?.();
      }}
    >
      <summary>
        {title}
        <span class="hidden">of {of}</span>
      </summary>
      {children}
    </details>
  );
}

function Transactions(
  { transactions }: { readonly transactions: NonNullable<Breakdown["transactions"]> },
): VNode {
  return (
    <ul class="balances">
      {transactions.map((one) => (
        <Row
          key={one.transaction_id}
          name={one.payee ?? one.memo ?? NO_PAYEE}
          value={amount(one.amount)}
        >
          <div class="small">
            {[dayName(one.date), one.account, one.category, one.payee && one.memo]
              .filter(Boolean).join(", ")}
          </div>
        </Row>
      ))}
    </ul>
  );
}

/** Shows the payees in a category, which are requested when the user opens the category. */
function Payees({ of, ...props }: ViewProps<Breakdown> & { readonly of: Total }): VNode {
  const { args: { cursor: _, ...args }, call, page } = props;
  const [answer, setAnswer] = useState<Breakdown | null>(null);
  const { problem, ask } = useAsking(call);
  const load = async (): Promise<void> => {
    if (answer !== null) return;
    const wanted = { ...args, group_by: "payee", category_ids: [of.key] };
    const result = await ask<Breakdown>(page.tool, wanted);
    if (result !== null) setAnswer(result.answer);
  };
  return (
    <Inside title={`${counted(of.count, "transaction")} by payee`} of={of.name} onOpen={load}>
      <Problem words={problem} />
      {answer === null
        ? problem === "" ? <p class="state" role="status">{WORKING}</p> : null
        : (
          <Totals
            {...props}
            label={`Payees in ${of.name}`}
            totals={answer.groups ?? []}
            side="sum_out"
            whole={answer.sum_out}
          />
        )}
      {answer?.next_cursor && <Small>Only the largest payees are shown.</Small>}
    </Inside>
  );
}

function LeftOutWords(
  { left_out: { transfers, off_budget: offBudget } = {} }: Breakdown,
): VNode | null {
  const words = [
    transfers && counted(transfers.count, "transfer"),
    offBudget && `${counted(offBudget.count, "transaction")} in tracking accounts`,
  ].filter(Boolean);
  return words.length === 0 ? null : <Small>Not counted: {words.join(", ")}.</Small>;
}
