/**
 * The calls of which the documents show the answers: one of each tool, over the
 * invented household.
 *
 * @module
 */

type Arguments = Readonly<Record<string, unknown>>;

/** Makes another call first, to find out what an example is about. */
export type Ask = (tool: string, args: Arguments) => Promise<Arguments>;

/** Arguments of a call besides the plan. */
type Example = Arguments | ((ask: Ask) => Promise<Arguments>);

const examples: Readonly<Record<string, Example>> = {
  apply_categories: async (ask) => {
    const { pending } = await ask("suggest_categories", { limit: 10 });
    const [first] = rowsOf(pending).filter(({ suggestion }) => suggestion !== undefined);
    const category = (first?.["suggestion"] as Arguments)["category_id"];
    return { assignments: [{ transaction_id: first?.["transaction_id"], category_id: category }] };
  },
  approve_transactions: async (ask) => {
    const { transactions } = await ask("find_transactions", { unapproved: true, limit: 2 });
    return { transaction_ids: rowsOf(transactions).map((row) => row["transaction_id"]) };
  },
  create_category: { group_id: "Fun", name: "Concerts" },
  create_transactions: {
    account_id: "Cash",
    transactions: [
      { date: "2026-11-19", amount: -12.5, payee_name: "Farmers Market", category_id: "Groceries" },
    ],
  },
  find_recurring_charges: { lookback_months: 6 },
  find_transactions: { payee: "AMZN", limit: 3 },
  flag_transactions: async (ask) => ({
    flags: [{ transaction_id: await newestRow(ask), color: "red" }],
  }),
  forecast_balance: {
    until: "2027-01",
    one_offs: [{ date: "2026-12-20", amount: -900, label: "New washing machine" }],
  },
  get_budget_vs_actual: { month: "2026-10", group: "Home" },
  get_category_balances: { group: "Everyday" },
  get_monthly_summary: {},
  get_spending_trends: { months: 3, group_by: "group" },
  import_transactions: {},
  list_accounts: {},
  list_category_groups: {},
  list_plans: {},
  list_scheduled_transactions: { until: "2026-12-05" },
  move_money: {
    month: "current",
    from_category_id: "Groceries",
    to_category_id: "Dining Out",
    amount: 40,
  },
  reconcile_account: { account_id: "Cash", bank_balance: 319.88 },
  set_category_budget: { month: "current", category_id: "Dining Out", amount: 600 },
  set_category_target: { category_id: "Coffee", amount: 60, frequency: "monthly" },
  split_transaction: async (ask) => {
    const { transactions } = await ask("find_transactions", {
      category_ids: ["Groceries"],
      limit: 1,
    });
    const [row] = rowsOf(transactions);
    const soap = 4.5;
    return {
      transaction_id: row?.["transaction_id"],
      lines: [
        { amount: Number((Number(row?.["amount"]) + soap).toFixed(2)), category_id: "Groceries" },
        { amount: -soap, category_id: "Household Goods", memo: "Soap" },
      ],
    };
  },
  suggest_categories: { limit: 3 },
  undo_operation: {},
  update_category: { category_id: "Coffee", name: "Coffee & Tea" },
};

/** Tools whose own example gives another's something to work on. */
const preparations: Readonly<Record<string, string>> = {
  approve_transactions: "find_transactions",
  undo_operation: "flag_transactions",
};

/**
 * Gives the arguments of a tool's example.
 *
 * @param tool The tool's name.
 * @param ask Makes a call to find something out.
 * @throws {Error} When the tool has no example.
 */
export async function exampleArguments(tool: string, ask: Ask): Promise<Arguments> {
  const example = examples[tool];
  if (example === undefined) throw new Error(`${tool} has no example: scripts/_example_calls.ts`);
  return typeof example === "function" ? await example(ask) : example;
}

/**
 * Gives the tool whose example has to be carried out before.
 *
 * @param tool The tool's name.
 */
export function preparationOf(tool: string): string | null {
  return preparations[tool] ?? null;
}

function rowsOf(value: unknown): readonly Arguments[] {
  return value as readonly Arguments[];
}

async function newestRow(ask: Ask): Promise<unknown> {
  const { transactions } = await ask("find_transactions", { limit: 1 });
  return rowsOf(transactions)[0]?.["transaction_id"];
}
