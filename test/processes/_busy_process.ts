/**
 * A process that reads and changes until it is killed. It prints one line before each
 * change is confirmed: `create MEMO`, or `change`.
 *
 * Usage: deno run -A test/processes/_busy_process.ts HOURS_AHEAD
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { tools } from "../../tools/_manifest.ts";
import { openSession } from "../../tools/_open_session.ts";
import { runTool } from "../../tools/_run_tool.ts";

const env = (name: string): string => Deno.env.get(name) ?? "";
const session = openSession({
  token: env("BUDGET_ACCESS_TOKEN"),
  apiUrl: env("BUDGET_API_URL"),
  planId: env("BUDGET_PLAN_ID"),
  storeFolder: env("BUDGET_STORE").replace("sqlite:", ""),
  today: env("BUDGET_TODAY"),
  // Every process lives in an hour of its own, or the requests of all would run out.
  now: () => Date.now() + Number(Deno.args[0]) * 3_600_000,
  write: true,
  maxAgeMs: 0,
});

type Args = Readonly<Record<string, unknown>>;

async function call(name: string, args: Args): Promise<Args> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}`);
  return (await runTool(tool, args, session)).structured ?? {};
}

async function change(name: string, args: Args, line = "change"): Promise<void> {
  const { confirmation } = await call(name, args);
  if (confirmation === undefined) return;
  console.log(line);
  await call(name, { ...args, confirmation });
}

const any = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(Math.random() * values.length)] as Value;

const steps: readonly (() => Promise<unknown>)[] = [
  () => call("find_transactions", { limit: 5 }),
  () => call("get_monthly_summary", {}),
  () => {
    const memo = crypto.randomUUID();
    const row = { date: env("BUDGET_TODAY"), amount: -1.25, memo };
    const args = { account_id: "Checking", transactions: [row] };
    return change("create_transactions", args, `create ${memo}`);
  },
  () =>
    change("move_money", {
      month: "current",
      from_category_id: "Groceries",
      to_category_id: "Dining Out",
      amount: 0.25,
    }),
  async () => {
    const { transactions } = await call("find_transactions", { limit: 20 });
    if (transactions === undefined) return;
    const { transaction_id } = any(transactions as readonly { transaction_id: string }[]);
    const color = any(["red", "blue", "green", null]);
    await change("flag_transactions", { flags: [{ transaction_id, color }] });
  },
  () => change("undo_operation", {}),
];

console.log("ready");
for (;;) await any(steps)();
