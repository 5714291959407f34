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

export function accountScope(
  { live, deletedIds }: Known<AccountRecord>,
): ReferenceScope<AccountRecord> {
  return {
    noun: "account",
    records: live,
    deletedIds,
    describe: ({ name, type }) => `${name} (${type})`,
    hint: "see list_accounts",
  };
}

export interface CategoryIds {
  readonly deletedIds?: ReadonlySet<string> | undefined;
  /** All ids that the plan has ever had; set if `deletedIds` isn't known. */
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
  { groups, deletedIds }: {
    readonly groups: readonly Group[];
    readonly deletedIds: ReadonlySet<string>;
  },
): ReferenceScope<Group> {
  const hint = "see list_category_groups";
  return { noun: "category group", records: groups, deletedIds, hint };
}

export function payeeScope<Payee extends Referable>(
  { live, deletedIds }: Known<Payee>,
): ReferenceScope<Payee> {
  return { noun: "payee", records: live, deletedIds, hint: "see list_payees" };
}

export function transactionScope<Transaction extends Referable>(
  { live, deletedIds }: Known<Transaction>,
): ReferenceScope<Transaction> {
  const hint = "see find_transactions";
  return { noun: "transaction", records: live, deletedIds, hint };
}

/** Names of Ready to Assign, which isn't a category. */
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
    `"${nameWords(found.name)}" is YNAB's own category, which can't be changed: ` +
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
  /** Names, ids or unique id prefixes; by default, every category. */
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
