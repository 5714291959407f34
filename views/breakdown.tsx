import { h, type VNode } from "preact";
import { useState } from "preact/hooks";
import { type Ranked, RankedBars } from "./chart/ranked_bars.tsx";
import { DataTable, Figures } from "./chart/tables.tsx";
import { useAsking } from "./use_asking.ts";
import { amount, counted, dayName, monthName, NO_PAYEE, type ViewProps } from "./words.ts";
import { Button, Line, Problem, Small } from "./parts.tsx";

interface Total {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly sum_in: number;
  readonly sum_out: number;
}

interface Found {
  readonly transaction_id: string;
  readonly date: string;
  readonly amount: number;
  readonly payee?: string;
  readonly memo?: string;
  readonly account: string;
  readonly category?: string;
}

interface LeftOut {
  readonly count: number;
}

/** Totals or transactions, as returned by `find_transactions`. */
export interface Breakdown {
  readonly count: number;
  readonly sum_in: number;
  readonly sum_out: number;
  readonly hint?: string;
  readonly groups?: readonly Total[];
  readonly transactions?: readonly Found[];
  readonly left_out?: { readonly transfers?: LeftOut; readonly off_budget?: LeftOut };
  readonly next_cursor?: string;
}

/** Renders totals as ranked bars, outflows first. Without totals, renders the transactions. */
export function BreakdownView(props: ViewProps<Breakdown>): VNode {
  const { args, call, page } = props;
  const [answer, setAnswer] = useState(props.answer);
  const { isBusy, problem, ask } = useAsking(call);
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
  const nameOf = ({ name }: Total): string =>
    by === "month" ? monthName(name, props, "long") : name;
  const ranked = (of: "sum_in" | "sum_out"): readonly Ranked[] =>
    groups.filter((one) => one[of] !== 0)
      .toSorted((one, other) => by === "month" ? 0 : Math.abs(other[of]) - Math.abs(one[of]))
      .map((one) => ({
        key: one.key,
        name: nameOf(one),
        value: Math.abs(one[of]),
        inside: of === "sum_out" && by === "category" && one.key !== "none" && call !== null
          ? <Payees {...props} of={one} />
          : <div class="small">{counted(one.count, "transaction")}</div>,
      }));
  const sides = [
    { title: "Money out", rows: ranked("sum_out"), whole: Math.abs(sumOut) },
    { title: "Money in", rows: ranked("sum_in"), whole: sumIn },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <section aria-busy={isBusy}>
      <h1>Transactions{by === "" ? "" : ` by ${by}`}</h1>
      <Figures
        figures={[
          { name: "Money out", value: amount(Math.abs(sumOut), props) },
          { name: "Money in", value: amount(sumIn, props) },
          { name: "Transactions", value: String(count) },
        ]}
      />
      {hint && <Small>{hint}.</Small>}
      {count === 0 && <p class="state">No transaction matches.</p>}
      {sides.map(({ title, rows, whole }) => (
        <div key={title}>
          <h2 class="group">{title}</h2>
          <RankedBars {...props} label={title} rows={rows} whole={whole} />
        </div>
      ))}
      {transactions.length > 0 && <Transactions {...props} transactions={transactions} />}
      <LeftOutWords {...answer} />
      <Problem words={problem} />
      {cursor === undefined
        ? null
        : call === null
        ? <Small>There are more. Ask for the next page.</Small>
        : (
          <Button isOff={isBusy} act={more}>
            Show more
          </Button>
        )}
      {groups.length > 0 && (
        <DataTable
          caption="Totals as a table"
          columns={["Name", "Transactions", "In", "Out"]}
          rows={groups.map((one) => [
            nameOf(one),
            String(one.count),
            amount(one.sum_in, props),
            amount(one.sum_out, props),
          ])}
        />
      )}
    </section>
  );
}

function Transactions(
  { transactions, ...wording }: ViewProps<Breakdown> & { readonly transactions: readonly Found[] },
): VNode {
  return (
    <ul class="balances">
      {transactions.map((one) => (
        <li key={one.transaction_id}>
          <Line name={one.payee ?? one.memo ?? NO_PAYEE}>{amount(one.amount, wording)}</Line>
          <div class="small">
            {[dayName(one.date, wording), one.account, one.category, one.payee && one.memo]
              .filter(Boolean).join(", ")}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Payees of a category, requested when the category is opened. */
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
  const groups = answer?.groups ?? [];
  return (
    <details
      class="inside"
      onToggle={({ currentTarget: { open } }) => {
        if (open) void load();
      }}
    >
      <summary>
        {counted(of.count, "transaction")} by payee<span class="hidden">of {of.name}</span>
      </summary>
      <Problem words={problem} />
      {answer === null
        ? problem === "" ? <p class="state" role="status">Working{"\u2026"}</p> : null
        : (
          <RankedBars
            {...props}
            label={`Payees of ${of.name}`}
            rows={groups.filter((one) => one.sum_out !== 0)
              .toSorted((one, other) => one.sum_out - other.sum_out)
              .map((one) => ({ key: one.key, name: one.name, value: Math.abs(one.sum_out) }))}
            whole={Math.abs(answer.sum_out)}
          />
        )}
      {answer?.next_cursor && <Small>The largest payees.</Small>}
    </details>
  );
}

function LeftOutWords(
  { left_out: { transfers, off_budget: offBudget } = {} }: Breakdown,
): VNode | null {
  const words = [
    transfers && counted(transfers.count, "transfer"),
    offBudget && `${counted(offBudget.count, "transaction")} of tracking accounts`,
  ].filter(Boolean);
  return words.length === 0 ? null : <Small>Not counted: {words.join(", ")}.</Small>;
}
