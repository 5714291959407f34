import { categoryLabel } from "../plan/category_label.ts";
import type { IdIndex } from "./id_index.ts";
import type { MonthCategoryRecord } from "../base/plan_records.ts";
import { resolveReference } from "./resolve_reference.ts";

/** Which categories are wanted. */
export interface CategoryChoice {
  /** Names, ids or unique id prefixes; every category when absent. */
  readonly categories?: readonly string[] | undefined;
  /** Every id that the plan has had: a prefix that several share means none. */
  readonly knownIds?: Pick<IdIndex, "sharing"> | undefined;
}

/**
 * Resolves references to categories.
 *
 * @throws {ToolError} `not_found` or `invalid_input` for a reference.
 */
export function chosenCategories(
  records: readonly MonthCategoryRecord[],
  { categories, knownIds }: CategoryChoice,
): ReadonlySet<string> | null {
  if (categories === undefined) return null;
  const latest = new Map(records.map((record) => [record.id, record]));
  const scope = {
    noun: "category",
    records: [...latest.values()],
    knownIds,
    describe: categoryLabel,
    hint: "list_category_groups shows them",
  };
  return new Set(categories.map((reference) => resolveReference(reference, scope).id));
}
