import { addDays } from "../base/day.ts";
import { searchForm } from "../base/fold_text.ts";
import type { AccountRecord, CategoryRecord, SplitLineRecord } from "../base/plan_records.ts";
import { invalidInput } from "../base/tool_error.ts";
import { distinctCategoryNames } from "../plan/category_label.ts";
import { type PendingRule, pendingRule } from "../base/special_categories.ts";
import type { Known } from "../references/find_record.ts";

/**
 * Search conditions, with the same names as find_transactions' arguments. Amounts are in
 * milliunits.
 */
export interface TransactionQuery {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly amount?: number | undefined;
  readonly min_amount?: number | undefined;
  readonly max_amount?: number | undefined;
  readonly account_ids?: ReadonlySet<string> | undefined;
  readonly category_ids?: ReadonlySet<string> | undefined;
  readonly payee?: string | undefined;
  readonly text?: string | undefined;
  readonly uncategorized?: boolean | undefined;
  readonly unapproved?: boolean | undefined;
  readonly cleared?: string | undefined;
  readonly flag?: string | undefined;
  /** Direction of the transaction or, in a search by category, of a split line in that category. */
  readonly direction?: "in" | "out" | undefined;
}

type Range = Omit<TransactionQuery, "account_ids" | "category_ids"> & {
  readonly category_ids?: unknown;
};

const SPENDING_RANGE = "for spending of 50 to 100, use min_amount -100 and max_amount -50";

/** Rejects conditions that no transaction can meet, before any request is sent to YNAB. */
export function refuseEmptyRange({ since, until, payee, text, ...range }: Range): void {
  const { amount, direction, category_ids: categories, min_amount: least, max_amount: most } =
    range;
  if (since !== undefined && until !== undefined && until < since) {
    throw invalidInput(`\`until\` (${until}) is before \`since\` (${since}): swap them`);
  }
  for (const [name, needle] of Object.entries({ payee, text })) {
    if (needle !== undefined && searchForm(needle) === "") {
      throw invalidInput(`${name} has no visible characters: leave it out`);
    }
  }
  if (least !== undefined && most !== undefined && most < least) {
    throw invalidInput(`max_amount is below min_amount: amounts are signed, so ${SPENDING_RANGE}`);
  }
  if (amount !== undefined && (amount < (least ?? amount) || amount > (most ?? amount))) {
    throw invalidInput(
      "amount is outside the range set by min_amount and max_amount: leave out both limits",
    );
  }
  // If categories are given, the direction applies to split lines, not to the transaction's amount.
  if (categories !== undefined) return;
  if (direction === "out" && least !== undefined && least >= 0) {
    throw invalidInput(
      'min_amount is not negative, but direction "out" matches only negative amounts: ' +
        (most === undefined ? "for spending of at least 50, use max_amount -50" : SPENDING_RANGE),
    );
  }
  if (direction === "in" && most !== undefined && most <= 0) {
    throw invalidInput(
      'max_amount is not positive, but direction "in" matches only positive amounts: ' +
        (least === undefined
          ? "for income of at least 50, use min_amount 50"
          : "for income of 50 to 100, use min_amount 50 and max_amount 100"),
    );
  }
  if (direction === "in" && amount !== undefined && amount < 0) {
    throw invalidInput(
      'amount is negative, but direction "in" matches only positive amounts: leave out direction',
    );
  }
}

/** Returns a review's first day, by default `defaultDays` ago; rejects future dates. */
export function firstDayOf(
  { since }: Pick<TransactionQuery, "since">,
  today: string,
  defaultDays: number,
): string {
  if (since === undefined || since <= today) return since ?? addDays(today, -defaultDays);
  throw invalidInput(`\`since\` (${since}) is after today (${today}): use today or earlier`);
}

/** Current account and category names by id, because names on transactions may be stale. */
export interface PlanNames {
  readonly accounts: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  readonly rule: PendingRule;
}

export function planNames(
  { live: accounts }: Pick<Known<AccountRecord>, "live">,
  { live: categories }: Pick<Known<CategoryRecord>, "live">,
): PlanNames {
  return {
    accounts: new Map(accounts.map(({ id, name }) => [id, name])),
    categories: distinctCategoryNames(categories),
    rule: pendingRule(accounts, categories),
  };
}

/** Returns the current category name of a transaction, split line or schedule. */
export function categoryName(
  part: Pick<SplitLineRecord, "category_id" | "category_name">,
  { categories, rule }: PlanNames,
): string | null {
  const id = part.category_id ?? null;
  if (id === null || rule.uncategorizedIds.has(id)) return null;
  return categories.get(id) ?? part.category_name ?? null;
}
