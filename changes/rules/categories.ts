import {
  type AccountRecord,
  type CategoryRecord,
  type GroupRecord,
  isCashAccount,
  liveLines,
  type TransactionRecord,
} from "../../domain/base/plan_records.ts";
import { type Refusals, ToolError } from "../../domain/base/tool_error.ts";
import {
  isCardPaymentCategory,
  isCardPaymentGroup,
  isInflowCategory,
  isInternalCategory,
  isInternalGroup,
} from "../../domain/base/special_categories.ts";
import type { GroupWithCategories } from "../../domain/base/plan_records.ts";
import {
  groupedCategories,
  nameWords,
  refuseUpstreamsGroup,
} from "../../domain/plan/category_label.ts";
import { categoryScope, findCategory, groupScope } from "../../domain/references/find_record.ts";
import { quoted, resolveReference } from "../../domain/references/resolve_reference.ts";

/** The plan's categories in their groups, and the ids of deleted categories. */
export interface KnownCategories {
  /** Live groups with their live categories, including hidden and internal ones. */
  readonly groups: readonly GroupWithCategories[];
  readonly deletedIds: ReadonlySet<string>;
}

interface FinderOptions {
  readonly refusals: Refusals;
  /** Whether the transaction is allowed to have the Inflow category. */
  readonly takesInflow: boolean;
}

/** The returned function rejects unknown categories and those that YNAB would silently drop. */
export function categoryFinder(
  { groups, deletedIds }: KnownCategories,
  { refusals, takesInflow }: FinderOptions,
): (subject: string, reference: string | null | undefined) => CategoryRecord | null {
  const scope = {
    ...categoryScope(groupedCategories(groups), { deletedIds }),
    isSuggested: (category: CategoryRecord) => whyNot(category) === null,
  };
  return (subject, reference) => {
    if (reference === null || reference === undefined) return null;
    const category = refusals.attempt(subject, () => resolveReference(reference, scope));
    if (category === null || takesInflow && isInflowCategory(category)) return category;
    const why = whyNot(category);
    if (why === null) return category;
    refusals.add(subject, `category ${quoted(reference)} ${why}`);
    return null;
  };
}

function whyNot(category: CategoryRecord): string | null {
  if (isCardPaymentCategory(category)) {
    return "is a credit card payment category, which YNAB funds automatically: choose another";
  }
  if (isInflowCategory(category)) {
    return "is YNAB's income category, which split_transaction doesn't accept: choose another, " +
      "or split the transaction in the YNAB app";
  }
  if (isInternalCategory(category)) return "is a YNAB system category: choose another";
  return category.hidden ? "is hidden: unhide it in the YNAB app, or choose another" : null;
}

/**
 * Explains why a transaction can't have a category or be split. YNAB would silently ignore such a
 * request, or reject it after the user has confirmed it.
 */
export function whyNoCategory(
  transaction: Pick<TransactionRecord, "account_id" | "transfer_account_id" | "subtransactions">,
  accounts: ReadonlyMap<string, AccountRecord>,
): string | null {
  if (liveLines(transaction).length > 0) {
    return "it is split, and split lines can only be changed in the YNAB app";
  }
  if (accounts.get(transaction.account_id)?.on_budget !== true) {
    return "it is in a tracking account, whose transactions can't have a category";
  }
  const transferTo = transaction.transfer_account_id ?? null;
  // A transfer to a tracking account leaves the budget, so it needs a category.
  if (transferTo === null || accounts.get(transferTo)?.on_budget === false) return null;
  return "it is a transfer between budget accounts, so it can't have a category";
}

/**
 * Like {@linkcode whyNoCategory}, but also explains why the category can't be Inflow: Ready to
 * Assign.
 */
export function whyNotIn(
  category: CategoryRecord | null,
  transaction: Parameters<typeof whyNoCategory>[0] & Pick<TransactionRecord, "amount">,
  accounts: ReadonlyMap<string, AccountRecord>,
): string | null {
  const why = whyNoCategory(transaction, accounts);
  if (why !== null || category === null || !isInflowCategory(category)) return why;
  const { account_id: accountId, amount } = transaction;
  if (amount < 0) return 'it is an outflow, and "Inflow: Ready to Assign" is for inflows';
  if (amount === 0) return 'its amount is zero, and "Inflow: Ready to Assign" is for inflows';
  const account = accounts.get(accountId);
  return account !== undefined && isCashAccount(account)
    ? null
    : 'its account is not a cash account, and "Inflow: Ready to Assign" is only for cash accounts';
}

export interface NotedCategory extends CategoryRecord {
  readonly note?: string | null;
}

export interface GroupedCategories extends KnownCategories {
  readonly live: readonly NotedCategory[];
}

/** @throws {ToolError} `not_found`, or `invalid_input` for an internal category. */
export function changeableCategory(
  reference: string,
  { live: categories, deletedIds }: GroupedCategories,
): NotedCategory {
  return findCategory(reference, {
    categories,
    deletedIds,
    insteadOfReadyToAssign: "choose a category",
  });
}

/** @throws {ToolError} `not_found`, or `invalid_input` for one of YNAB's own groups. */
export function changeableGroup(
  reference: string,
  categories: GroupedCategories,
): GroupRecord {
  const group = resolveReference(reference, groupScope(categories));
  if (!isCardPaymentGroup(group) && !isInternalGroup(group)) return group;
  throw new ToolError(
    "invalid_input",
    `"${nameWords(group.name)}" is a YNAB system group, which can't be renamed: choose another`,
  );
}

/** @throws {ToolError} For the same reasons as {@linkcode changeableGroup}. */
export function openGroup(
  reference: string,
  categories: GroupedCategories,
): GroupWithCategories {
  const group = resolveReference(reference, groupScope(categories));
  refuseUpstreamsGroup(group);
  return group;
}

export function hiddenGroupWarning({ name, hidden }: GroupRecord): readonly string[] {
  return hidden ? [`the group ${nameWords(name)} is hidden`] : [];
}
