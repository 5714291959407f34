import { searchForm } from "../base/fold_text.ts";
import type { AccountRecord, CategoryRecord } from "../base/plan_records.ts";
import { isUncategorizedCategory } from "../base/special_categories.ts";
import { ToolError } from "../base/tool_error.ts";
import { distinctCategoryNames } from "../plan/category_label.ts";
import { type PendingRule, pendingRule } from "../plan/pending_category.ts";
import { resolveReference } from "../references/resolve_reference.ts";

/** Conditions; every one given must hold. Amounts are signed milliunits. */
export interface TransactionQuery {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly amount?: number | undefined;
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
  readonly accountIds?: ReadonlySet<string> | undefined;
  /** Split lines included. */
  readonly categoryIds?: ReadonlySet<string> | undefined;
  /** Part of the payee's name or of the bank's label. */
  readonly payee?: string | undefined;
  /** Part of the payee's name, the memo or the bank's label. */
  readonly text?: string | undefined;
  readonly isUncategorized?: boolean | undefined;
  readonly isUnapproved?: boolean | undefined;
  readonly cleared?: string | undefined;
  readonly flag?: string | undefined;
  /** With categories requested, the direction applies to each of their split lines. */
  readonly direction?: "in" | "out" | undefined;
}

interface Known<Record> {
  readonly live: readonly Record[];
  readonly deletedIds: ReadonlySet<string>;
}

export interface QueryRecords {
  readonly accounts: Known<AccountRecord>;
  readonly categories: Known<CategoryRecord>;
}

type PlainConditions = Pick<
  TransactionQuery,
  "since" | "until" | "amount" | "payee" | "text" | "cleared" | "flag" | "direction"
>;

export interface QueryArguments extends PlainConditions {
  readonly min_amount?: number | undefined;
  readonly max_amount?: number | undefined;
  readonly account_ids?: readonly string[] | undefined;
  readonly category_ids?: readonly string[] | undefined;
  readonly uncategorized?: boolean | undefined;
  readonly unapproved?: boolean | undefined;
}

/** Refuses ranges that nothing can be in, before anything is asked of upstream. */
export function checkedRange(args: QueryArguments): void {
  const { since, until, min_amount: least, max_amount: most } = args;
  if (since !== undefined && until !== undefined && until < since) {
    throw new ToolError("invalid_input", `until (${until}) is before since (${since}): swap them`);
  }
  for (const [name, needle] of Object.entries({ payee: args.payee, text: args.text })) {
    if (needle !== undefined && searchForm(needle) === "") {
      throw new ToolError("invalid_input", `${name} has no visible characters: leave it out`);
    }
  }
  if (least !== undefined && most !== undefined && most < least) {
    throw new ToolError(
      "invalid_input",
      "max_amount is below min_amount: amounts are signed, so money out from 50 to 100 is " +
        "min_amount -100, max_amount -50",
    );
  }
}

/** Resolves names and ids and gives the query. */
export function queryOf(args: QueryArguments, records: QueryRecords): TransactionQuery {
  return {
    since: args.since,
    until: args.until,
    amount: args.amount,
    minAmount: args.min_amount,
    maxAmount: args.max_amount,
    accountIds: args.account_ids && accountIdsOf(args.account_ids, records),
    categoryIds: args.category_ids && categoryIds(args.category_ids, records),
    payee: args.payee,
    text: args.text,
    isUncategorized: args.uncategorized,
    isUnapproved: args.unapproved,
    cleared: args.cleared,
    flag: args.flag,
    direction: args.direction,
  };
}

/** Current names by id; a transaction's own names may be stale. */
export interface NameTables {
  readonly accounts: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  readonly uncategorizedIds: ReadonlySet<string>;
}

export interface PlanNames {
  readonly names: NameTables;
  readonly rule: PendingRule;
}

/** Cached for the latest lists, which stay the same objects until one changes. */
const gathered = new WeakMap<
  readonly AccountRecord[],
  { readonly categories: readonly CategoryRecord[]; readonly found: PlanNames }
>();

/**
 * Gathers the names that transactions are shown under, and what makes a transaction uncategorized.
 */
export function planNames(
  accounts: Pick<Known<AccountRecord>, "live">,
  categories: Pick<Known<CategoryRecord>, "live">,
): PlanNames {
  const known = gathered.get(accounts.live);
  if (known?.categories === categories.live) return known.found;
  const uncategorized = categories.live.filter(isUncategorizedCategory);
  const found = {
    names: {
      accounts: new Map(accounts.live.map(({ id, name }) => [id, name])),
      categories: distinctCategoryNames(categories.live),
      uncategorizedIds: new Set(uncategorized.map(({ id }) => id)),
    },
    rule: pendingRule(accounts.live, categories.live),
  };
  gathered.set(accounts.live, { categories: categories.live, found });
  return found;
}

/** Resolves references to accounts. */
export function accountIdsOf(
  references: readonly string[],
  { accounts }: Pick<QueryRecords, "accounts">,
): ReadonlySet<string> {
  const scope = {
    noun: "account",
    records: accounts.live,
    deletedIds: accounts.deletedIds,
    describe: (account: AccountRecord): string => `${account.name} (${account.type})`,
    hint: "list_accounts shows them",
  };
  return new Set(references.map((reference) => resolveReference(reference, scope).id));
}

function categoryIds(
  references: readonly string[],
  { categories }: QueryRecords,
): ReadonlySet<string> {
  const scope = {
    noun: "category",
    records: categories.live,
    deletedIds: categories.deletedIds,
    describe: (category: CategoryRecord): string =>
      `${category.category_group_name ?? ""}/${category.name}`,
    hint: "list_category_groups shows them",
  };
  return new Set(references.map((reference) => resolveReference(reference, scope).id));
}
