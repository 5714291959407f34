/**
 * The changes of a soak: each carries a mark of its own, by which upstream's account of it can
 * be held against what was said.
 *
 * @module
 */

import type { Random } from "../../demo/_random.ts";
import type { PlanRecords } from "../../demo/_records.ts";
import type { ToolCall } from "../changes/faults/_fault_cases.ts";
import { ids } from "../tools/_plan.ts";

/** A change and its mark. */
export interface MarkedCall extends ToolCall {
  readonly mark: string;
  /** Whether it creates something: sent twice, it would be there twice. */
  readonly isCreation: boolean;
}

const plan = { plan_id: ids.plan };
/** The accounts that are open and on budget, so that no change is refused for want of one. */
const ACCOUNTS = [ids.checking, ids.savings, ids.visa] as const;
const CATEGORIES = [ids.dining, ids.rent, ids.power, ids.gifts] as const;

/** Draws a change of a plan as it is. */
export function markedCall(
  number: number,
  { random, records, today }: {
    readonly random: Random;
    readonly records: PlanRecords;
    readonly today: string;
  },
): MarkedCall {
  const mark = `soak-${String(number).padStart(6, "0")}`;
  const amount = -random.integer(1, 9_000) / 100;
  const rows = records.transactions.filter((row) =>
    !row.deleted && row.transfer_account_id === null && row.lines.length === 0
  );
  const creations: readonly ToolCall[] = [
    {
      tool: "create_transactions",
      args: {
        account_id: random.pick(ACCOUNTS),
        transactions: [{
          date: today,
          amount,
          payee_name: `Shop ${number % 5}`,
          category_id: random.pick(CATEGORIES),
          memo: mark,
        }],
      },
    },
    {
      tool: "create_transfer",
      args: {
        from_account_id: "Checking",
        to_account_id: "Savings",
        amount: -amount,
        date: today,
        memo: mark,
      },
    },
    {
      tool: "create_scheduled_transaction",
      args: {
        account_id: "Checking",
        date: nextDay(today),
        amount,
        frequency: random.pick(["never", "daily", "weekly", "monthly"]),
        memo: mark,
      },
    },
  ];
  const changes: readonly ToolCall[] = [
    { tool: "edit_transaction", args: { transaction_id: random.pick(rows).id, memo: mark } },
    { tool: "update_category", args: { category_id: random.pick(CATEGORIES), note: mark } },
  ];
  const isCreation = random.chance(0.6);
  const { tool, args } = random.pick(isCreation ? creations : changes);
  return { tool, args: { ...plan, ...args }, mark, isCreation };
}

/** Gives the day after, `YYYY-MM-DD`. */
function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
