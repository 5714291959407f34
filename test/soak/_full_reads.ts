import { openSession } from "../../server/open_session.ts";
import { figuresOn } from "../demo/_figures.ts";
import { askSession } from "../processes/_asking.ts";
import type { ToolCall } from "../changes/faults/_fault_cases.ts";
import { ids } from "../tools/_plan.ts";
import type { Crew } from "./_soak_crew.ts";
import type { SoakUpstream } from "./_soak_upstream.ts";

export interface Asked {
  readonly upstream: SoakUpstream;
  readonly crew: Crew;
  /** The users' day, `YYYY-MM-DD`. */
  readonly today: string;
  readonly now: number;
}

const plan = { plan_id: ids.plan };

/** Returns a sentence for every response that differs from a full read. */
export async function staleAnswers(asked: Asked): Promise<readonly string[]> {
  const { crew, upstream, today, now } = asked;
  const { inner } = upstream;
  const fresh = askSession(openSession({
    token: "demo-token",
    apiUrl: "https://upstream.test/v1",
    fetch: inner.fetch,
    today,
    now: () => now,
    profile: "complete",
    fullIds: true,
  }));
  const found: string[] = [];
  for (const call of readsOn(today)) {
    const whole = await fresh(call);
    if (whole.isError) throw new Error(`${call.tool} of a full read: ${whole.text}`);
    for (let nth = 0; nth < crew.size; nth++) {
      const reply = await crew.ask(nth, call);
      const said = textOf(reply?.structured, call);
      const stands = textOf(whole.structured, call);
      if (said === stands) continue;
      found.push(`${nth} answers ${call.tool} otherwise than a full read: ${apart(said, stands)}`);
    }
  }
  return [...found, ...await untrueBalances(asked)];
}

/** The current month, adjacent months and every other read. */
function readsOn(today: string): readonly ToolCall[] {
  const months = [-1, 0, 1].map((by) => monthBeside(today, by));
  return [
    { tool: "find_transactions", args: { ...plan, limit: 200 } },
    { tool: "list_accounts", args: plan },
    { tool: "list_category_groups", args: plan },
    { tool: "list_scheduled_transactions", args: plan },
    { tool: "list_payees", args: plan },
    { tool: "list_money_movements", args: { ...plan, month: "current" } },
    { tool: "review_transactions", args: { ...plan, unapproved_only: false } },
    { tool: "find_recurring_charges", args: plan },
    ...months.flatMap((month) => [
      { tool: "get_category_balances", args: { ...plan, month } },
      { tool: "get_monthly_summary", args: { ...plan, month } },
    ]),
  ];
}

/** Compares balances with YNAB's own arithmetic, independent of any server. */
async function untrueBalances(
  { crew, upstream, today }: Asked,
): Promise<readonly string[]> {
  const { accounts } = figuresOn(upstream.records, today);
  const reply = await crew.ask(0, { tool: "list_accounts", args: plan });
  const said = (reply?.structured?.["accounts"] ?? []) as readonly {
    readonly account_id: string;
    readonly balance: number;
  }[];
  return said.filter(({ account_id, balance }) => {
    const { cleared = 0, uncleared = 0 } = accounts.get(account_id) ?? {};
    return Math.round(balance * 1000) !== cleared + uncleared;
  }).map(({ account_id, balance }) => `${account_id} has not ${balance}`);
}

function monthBeside(today: string, by: number): string {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Ignores line order: a moved category's position is meaningless. */
const PLACED_ANYHOW = ["list_category_groups", "get_category_balances"];

function textOf(answer: unknown, { tool }: ToolCall): string {
  // A server knows the currency only after it has read the list of plans.
  const { currency: _, ...structured } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  return PLACED_ANYHOW.includes(tool)
    ? JSON.stringify(structured, (_, value) => Array.isArray(value) ? inOrder(value) : value)
    : JSON.stringify(structured);
}

function inOrder(items: readonly unknown[]): readonly unknown[] {
  return items.toSorted((one, other) => JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
}

/** The first difference of two texts. */
function apart(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const from = Math.max(0, at - 80);
  return `"${one.slice(from, at + 80)}", not "${other.slice(from, at + 80)}"`;
}
