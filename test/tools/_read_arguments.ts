import type { Tool } from "../../tools/_tool.ts";

type Args = Readonly<Record<string, unknown>>;

/**
 * Arguments to use for tools whose examples work only with the demo plan, or whose arguments are
 * all optional in the schema.
 */
const ARGS: Readonly<Record<string, Args>> = {
  can_afford: { amount: 10 },
  compare_statement: { account_id: "Checking", text: "Date,Payee,Amount\n2026-03-12,Shop,-9.50" },
  forecast_balance: { until: "2026-05" },
  plan_payoff: { debts: [{ account_id: "Visa", rate: 20, minimum: 10 }] },
};

/** Returns the arguments that a read-only tool requires. */
export function readArguments({ name, schema, summary }: Tool): Args {
  const known = ARGS[name];
  if (known !== undefined) return known;
  return schema.input.safeParse({}).success ? {} : summary.example?.args ?? {};
}
