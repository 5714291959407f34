import { addDays } from "../../../domain/base/day.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import type { SuggestionPlan } from "../../../domain/suggestions/suggestions.ts";
import { aCategory, aGroup, anAccount, aTransaction } from "../../_builders.ts";

export const TODAY = "2024-06-30";

export function aSuggestionPlan(rows: readonly TransactionRecord[]): SuggestionPlan {
  return {
    transactions: rows,
    accounts: [
      anAccount({ id: "checking", name: "Checking" }),
      anAccount({ id: "visa", name: "Visa", type: "creditCard" }),
      anAccount({ id: "pension", name: "Pension", type: "otherAsset", on_budget: false }),
    ],
    groups: [
      aGroup({
        id: "internal",
        name: "Internal Master Category",
        categories: [
          aCategory({ id: "inflow", name: "Inflow: Ready to Assign", internal: true }),
          aCategory({ id: "uncategorized", name: "Uncategorized", internal: true }),
        ],
      }),
      aGroup({
        id: "cards",
        name: "Credit Card Payments",
        categories: [aCategory({ id: "card", name: "Visa" })],
      }),
      aGroup({
        categories: [
          aCategory({ id: "food", name: "Food" }),
          aCategory({ id: "fun", name: "Fun" }),
          aCategory({ id: "hidden", name: "Old", hidden: true }),
        ],
      }),
      aGroup({
        id: "past",
        name: "Past",
        hidden: true,
        categories: [aCategory({ id: "in hidden group", name: "Older" })],
      }),
    ],
  };
}

export function aUse(
  daysAgo: number,
  change: Parameters<typeof aTransaction>[0] = {},
): TransactionRecord {
  return aTransaction({ date: addDays(TODAY, -daysAgo), payee_name: "Corner Shop", ...change });
}

/** Creates weekly transactions, the latest one `daysAgo` days before today. */
export function weeklyUses(
  count: number,
  daysAgo: number,
  change: Parameters<typeof aTransaction>[0] = {},
): readonly TransactionRecord[] {
  return Array.from({ length: count }, (_, week) => aUse(daysAgo + week * 7, change));
}
