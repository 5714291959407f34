import { foldName } from "../base/fold_text.ts";
import type {
  AccountRecord,
  CategoryRecord,
  GroupRecord,
  MonthCategoryRecord,
} from "../base/plan_records.ts";
import { isInflowCategory, isInternalCategory } from "../base/special_categories.ts";
import { invalidInput, type ToolError } from "../base/tool_error.ts";
import { categoryLabel, nameWords } from "../plan/category_label.ts";
import {
  type IdIndex,
  type Referable,
  type ReferenceScope,
  resolvedIds,
  resolveReference,
} from "./resolve_reference.ts";

export interface Known<Record> {
  readonly live: readonly Record[];
  readonly deletedIds: ReadonlySet<string>;
}

export function accountScope(accounts: Known<AccountRecord>): ReferenceScope<AccountRecord> {
  return {
    ...scopeOf("account", "list_accounts", accounts),
    describe: ({ name, type }) => `${name} (${type})`,
  };
}

export function findAccount(reference: string, accounts: Known<AccountRecord>): AccountRecord {
  return resolveReference(reference, accountScope(accounts));
}

export function accountIdsOf(
  references: readonly string[],
  accounts: Known<AccountRecord>,
): ReadonlySet<string> {
  return resolvedIds(references, accountScope(accounts));
}

export interface CategoryIds {
  readonly deletedIds?: ReadonlySet<string> | undefined;
  /** All ids that the plan has ever had; used if `deletedIds` isn't known. */
  readonly knownIds?: Pick<IdIndex, "sharing"> | undefined;
}

export function categoryScope<Category extends CategoryRecord>(
  records: readonly Category[],
  { deletedIds = new Set(), knownIds }: CategoryIds,
): ReferenceScope<Category> {
  return {
    noun: "category",
    records,
    deletedIds,
    knownIds,
    describe: categoryLabel,
    isSuggested: (category) => !isInternalCategory(category),
    hint: "see list_category_groups",
  };
}

export function groupScope<Group extends GroupRecord>(
  { groups: live, deletedIds }: {
    readonly groups: readonly Group[];
    readonly deletedIds: ReadonlySet<string>;
  },
): ReferenceScope<Group> {
  return scopeOf("category group", "list_category_groups", { live, deletedIds });
}

export function payeeScope<Payee extends Referable>(payees: Known<Payee>): ReferenceScope<Payee> {
  return scopeOf("payee", "list_payees", payees);
}

export function transactionScope<Transaction extends Referable>(
  transactions: Known<Transaction>,
): ReferenceScope<Transaction> {
  return scopeOf("transaction", "find_transactions", transactions);
}

function scopeOf<Record extends Referable>(
  noun: string,
  tool: string,
  { live, deletedIds }: Known<Record>,
): ReferenceScope<Record> {
  return { noun, records: live, deletedIds, hint: `see ${tool}` };
}

/** Names that refer to Ready to Assign, which isn't a category. */
const READY_TO_ASSIGN: readonly string[] = [
  "ready to assign",
  "inflow: ready to assign",
  "to be budgeted",
];

export interface CategorySearch<Category extends CategoryRecord> extends CategoryIds {
  readonly categories: readonly Category[];
  readonly insteadOfReadyToAssign: string;
}

export function findCategory<Category extends CategoryRecord>(
  reference: string,
  search: CategorySearch<Category>,
): Category {
  const records = search.categories.filter(({ deleted }) => !deleted);
  const name = foldName(reference).replaceAll("_", " ");
  const isTaken = records.some((one) => foldName(one.name) === foldName(reference));
  if (!isTaken && READY_TO_ASSIGN.includes(name)) throw notReadyToAssign(search);
  const found = resolveReference(reference, categoryScope(records, search));
  if (isInflowCategory(found)) throw notReadyToAssign(search);
  if (!isInternalCategory(found)) return found;
  throw invalidInput(
    `"${nameWords(found.name)}" is a built-in YNAB category, which can't be changed: ` +
      "choose another",
  );
}

function notReadyToAssign(
  { insteadOfReadyToAssign: instead }: { readonly insteadOfReadyToAssign: string },
): ToolError {
  return invalidInput(
    `Ready to Assign isn't a category; it's the money not yet assigned: ${instead}`,
  );
}

export interface CategoryChoice extends Pick<CategoryIds, "knownIds"> {
  /** Names, ids or unique id prefixes of the chosen categories; by default, all of them. */
  readonly categories?: readonly string[] | undefined;
}

export function chosenCategories(
  records: readonly MonthCategoryRecord[],
  { categories, knownIds }: CategoryChoice,
): ReadonlySet<string> | null {
  if (categories === undefined) return null;
  const latest = new Map(records.map((record) => [record.id, record]));
  return resolvedIds(categories, categoryScope([...latest.values()], { knownIds }));
}

export function categoryIdsOf(
  references: readonly string[],
  { live, deletedIds }: Known<CategoryRecord>,
): ReadonlySet<string> {
  return resolvedIds(references, categoryScope(live, { deletedIds }));
}
