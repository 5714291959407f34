import type { PlanRecords } from "../../demo/model/records.ts";
import type { ToolCall } from "../changes/faults/_fault_cases.ts";
import { ids } from "../tools/_plan.ts";
import type { Ask } from "./_asking.ts";
import { balancesIn, type PlanState } from "./_plan_state.ts";

const plan = { plan_id: ids.plan };
const READS: readonly ToolCall[] = [
  { tool: "find_transactions", args: { ...plan, limit: 200 } },
  { tool: "get_category_balances", args: { ...plan, month: "2026-03" } },
  { tool: "list_accounts", args: plan },
];

type Answered = Readonly<Record<string, unknown>>;

/** Reads transactions, assigned amounts and balances. Returns a sentence for each wrong value. */
export async function untrueReads(
  ask: Ask,
  { records }: PlanState,
): Promise<readonly string[]> {
  const [rows, amounts, accounts] = await Promise.all(READS.map(async (call) => {
    const { structured, text, isError } = await ask(call);
    if (isError || structured === null) throw new Error(`${call.tool}: ${text}`);
    return structured;
  }));
  const live = records.transactions.filter(({ deleted }) => !deleted);
  const shown = shownCategories(records);
  const march = [...records.assignments.get("2026-03-01") ?? []];
  const balances = balancesIn(records);
  return [
    ...differences(
      "the rows",
      listed(rows, "transactions", ({ transaction_id, amount, cleared, approved, flag }) => [
        transaction_id,
        [milliunits(amount), cleared, approved === true, flag ?? null],
      ]),
      live.map(({ id, amount, cleared, approved, flag_color }) => [
        id,
        [amount, cleared, approved, flag_color || null],
      ]),
    ),
    ...differences(
      "the assigned amounts",
      listed(amounts, "categories", ({ category_id, assigned }) => [
        category_id,
        milliunits(assigned),
      ]).filter(([id, amount]) => amount !== 0 && shown.has(String(id))),
      march.filter(([id, amount]) => amount !== 0 && shown.has(id)),
    ),
    ...differences(
      "the balances",
      listed(accounts, "accounts", ({ account_id, balance }) => [account_id, milliunits(balance)]),
      records.accounts.filter(({ closed }) => !closed).map(({ id }) => [id, balances.get(id) ?? 0]),
    ),
  ];
}

/** Leaves out hidden categories, because the reads don't include them. */
function shownCategories({ categories, groups }: PlanRecords): ReadonlySet<string> {
  const open = groups.filter(({ hidden, deleted }) => !hidden && !deleted).map(({ id }) => id);
  return new Set(
    categories
      .filter((one) => !one.hidden && !one.deleted && open.includes(one.category_group_id))
      .map(({ id }) => id),
  );
}

type Line = readonly [id: unknown, figures: unknown];

function listed(
  answer: Answered | undefined,
  field: string,
  line: (one: Answered) => Line,
): readonly Line[] {
  return ((answer?.[field] ?? []) as readonly Answered[]).map(line);
}

function differences(
  what: string,
  said: readonly Line[],
  stand: readonly Line[],
): readonly string[] {
  const sorted = (lines: readonly Line[]): string =>
    JSON.stringify(lines.toSorted(([one], [other]) => String(one) < String(other) ? -1 : 1));
  const [one, other] = [sorted(said), sorted(stand)];
  return one === other ? [] : [`a read says of ${what} ${one}, upstream has ${other}`];
}

function milliunits(amount: unknown): number {
  return Math.round(Number(amount) * 1000);
}
