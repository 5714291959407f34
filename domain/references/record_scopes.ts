import type { AccountRecord, CategoryRecord, GroupRecord } from "../base/plan_records.ts";
import { categoryLabel } from "../plan/category_label.ts";
import type { IdIndex } from "./id_index.ts";
import type { Referable, ReferenceScope } from "./resolve_reference.ts";

/** Live records of a plan, and the ids of deleted ones. */
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
    hint: "list_accounts shows them",
  };
}

export interface CategoryIds {
  readonly deletedIds?: ReadonlySet<string> | undefined;
  /** Every id that the plan has had, if `deletedIds` are unknown. */
  readonly knownIds?: Pick<IdIndex, "sharing"> | undefined;
}

export function categoryScope<Category extends CategoryRecord>(
  records: readonly Category[],
  { deletedIds = new Set(), knownIds }: CategoryIds,
): ReferenceScope<Category> {
  const hint = "list_category_groups shows them";
  return { noun: "category", records, deletedIds, knownIds, describe: categoryLabel, hint };
}

export function groupScope<Group extends GroupRecord>(
  { groups, deletedIds }: {
    readonly groups: readonly Group[];
    readonly deletedIds: ReadonlySet<string>;
  },
): ReferenceScope<Group> {
  const hint = "list_category_groups shows them";
  return { noun: "category group", records: groups, deletedIds, hint };
}

export function payeeScope<Payee extends Referable>(
  { live, deletedIds }: Known<Payee>,
): ReferenceScope<Payee> {
  return { noun: "payee", records: live, deletedIds, hint: "list_payees shows them" };
}

export function transactionScope<Transaction extends Referable>(
  { live, deletedIds }: Known<Transaction>,
): ReferenceScope<Transaction> {
  const hint = "find_transactions shows them";
  return { noun: "transaction", records: live, deletedIds, hint };
}
