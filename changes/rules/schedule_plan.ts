import { Refusals } from "../../domain/base/refusals.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import { isReservedPayee } from "../../domain/payees/system_payees.ts";
import type {
  AccountRecord,
  CategoryRecord,
  ScheduledRecord,
} from "../../domain/base/plan_records.ts";
import { isInflowCategory } from "../../domain/base/special_categories.ts";
import { quoted } from "../../domain/references/reference_index.ts";
import { resolveReference } from "../../domain/references/resolve_reference.ts";
import { isUuid } from "../../domain/references/uuid.ts";
import type { CurrentRecord } from "../evidence.ts";
import type { KnownCategories } from "./category_finder.ts";
import { whyNoPayee, whyNotOnAccount } from "./new_transaction_rules.ts";
import type { KnownAccounts } from "./account_finder.ts";

/** A schedule as changes need it. */
export interface KnownSchedule extends ScheduledRecord {
  readonly flag_color?: string | null;
}

/** Fresh data of the plan. */
export interface SchedulePlan {
  readonly planId: string;
  readonly accounts: KnownAccounts;
  readonly categories: KnownCategories;
  readonly schedules: {
    readonly live: readonly KnownSchedule[];
    readonly deletedIds: ReadonlySet<string>;
  };
  readonly format: MoneyFormat;
  /** The day that upstream takes for today. */
  readonly utcToday: string;
  /** Reads the schedules past the copy. */
  readonly rereadSchedules: () => Promise<{ readonly live: readonly CurrentRecord[] }>;
}

/**
 * Finds the schedule that a call names.
 *
 * @throws {ToolError} `invalid_input` when there is none.
 */
export function meantSchedule(
  reference: string,
  { schedules: { live, deletedIds } }: Pick<SchedulePlan, "schedules">,
): KnownSchedule {
  const refusals = new Refusals();
  const hint = "list_scheduled_transactions shows them";
  const found = refusals.attempt(
    quoted(reference),
    () =>
      resolveReference(reference, {
        noun: "scheduled transaction",
        records: live,
        deletedIds,
        hint,
      }),
  );
  return refusals.passed(found);
}

/** Says why a schedule can't have a payee. */
export function whyNotScheduledFor(name: string): string | null {
  if (isUuid(name.trim())) return "a payee is given by its name here, not by its id";
  if (isReservedPayee(name)) return whyNoPayee(name);
  return whyNoPayee(name) === null
    ? null
    : "a payee name makes no transfer: name the account with transfer_to_account_id";
}

/** Where a schedule's money goes. */
export interface SchedulePlace {
  readonly account: AccountRecord | null;
  /** The other account of a transfer. */
  readonly transferTo: AccountRecord | null;
}

/** Says why a schedule can't have a category. */
export function whyNotScheduledIn(
  category: CategoryRecord,
  { account, transferTo }: SchedulePlace,
): string | null {
  if (account === null) return null;
  const why = whyNotOnAccount(category, account);
  if (why !== null || transferTo === null) return why;
  if (transferTo.on_budget) {
    return "a transfer between budget accounts takes no category: leave category_id out";
  }
  return isInflowCategory(category) ? "a transfer is no income: choose another category" : null;
}
