import { assertEquals } from "@std/assert";
import { definitions } from "../../tools/_definitions.ts";
import { tools } from "../../tools/_manifest.ts";
import { type Profile, profilesOf } from "../../tools/_tool.ts";

const EVERYWHERE = [
  ...["apply_categories", "approve_transactions", "create_category", "create_transactions"],
  ...["find_transactions", "forecast_balance", "get_budget_vs_actual", "get_category_balances"],
  ...["get_monthly_summary", "get_spending_trends", "list_accounts", "list_category_groups"],
  ...["list_plans", "list_scheduled_transactions", "reconcile_account", "set_category_budget"],
  ...["split_transaction", "suggest_categories", "undo_operation", "update_category"],
];

/** Only in `fuller` and `complete`. */
const NOT_REDUCED = [
  ...["find_recurring_charges", "flag_transactions", "import_transactions", "move_money"],
  "set_category_target",
];

/** Only in `complete`. */
const COMPLETE = [
  ...["assign_month", "create_category_group", "create_scheduled_transaction", "create_transfer"],
  ...["delete_scheduled_transaction", "delete_transactions", "edit_scheduled_transaction"],
  ...["edit_transaction", "list_changes", "list_money_movements", "list_payees", "merge_payees"],
  ...["rename_category_group", "rename_payees", "review_transactions"],
];

const PROFILES: readonly (readonly [Profile, readonly string[]])[] = [
  ["reduced", EVERYWHERE],
  ["fuller", [...EVERYWHERE, ...NOT_REDUCED]],
  ["complete", [...EVERYWHERE, ...NOT_REDUCED, ...COMPLETE]],
];

const LISTED = new Set(PROFILES.flatMap(([, names]) => names));

for (const [profile, expected] of PROFILES) {
  Deno.test(`the ${profile} profile has its published tools`, () => {
    const inProfile = (
      all: readonly { readonly name: string; readonly profiles: readonly Profile[] }[],
    ): readonly string[] =>
      all.filter((one) => LISTED.has(one.name) && profilesOf(one).includes(profile))
        .map(({ name }) => name);
    const written = tools.map(({ name, summary }) => ({ name, profiles: summary.profiles }));
    assertEquals(inProfile(written), expected.toSorted());
    assertEquals(inProfile(definitions), expected.toSorted());
  });
}
