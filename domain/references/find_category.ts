import { categoryLabel, nameWords } from "../plan/category_label.ts";
import { foldName } from "../base/fold_text.ts";
import type { IdIndex } from "./id_index.ts";
import type { CategoryRecord } from "../base/plan_records.ts";
import { resolveReference } from "./resolve_reference.ts";
import { isInflowCategory, isInternalCategory } from "../base/special_categories.ts";
import { ToolError } from "../base/tool_error.ts";

/** Names under which people ask for what is no category. */
const READY_TO_ASSIGN: readonly string[] = [
  "ready to assign",
  "inflow: ready to assign",
  "to be budgeted",
];

/** Where a category is looked up, and what is said when it can't be one. */
export interface CategorySearch<Category extends CategoryRecord> {
  readonly categories: readonly Category[];
  readonly deletedIds?: ReadonlySet<string>;
  /** Every id that the plan has had, where those of deleted categories are not told. */
  readonly knownIds?: Pick<IdIndex, "sharing"> | undefined;
  /** What to do when Ready to Assign is meant. */
  readonly insteadOfReadyToAssign: string;
}

/**
 * Resolves a reference to a category that is not upstream's own.
 *
 * @throws {ToolError} `not_found`, or `invalid_input` for an ambiguous or internal one.
 */
export function findCategory<Category extends CategoryRecord>(
  reference: string,
  search: CategorySearch<Category>,
): Category {
  const records = search.categories.filter(({ deleted }) => !deleted);
  const asked = foldName(reference).replaceAll("_", " ");
  const isTaken = records.some(({ name }) => foldName(name) === foldName(reference));
  if (!isTaken && READY_TO_ASSIGN.includes(asked)) throw notReadyToAssign(search);
  const found = resolveReference(reference, {
    noun: "category",
    records,
    ...(search.deletedIds === undefined ? {} : { deletedIds: search.deletedIds }),
    knownIds: search.knownIds,
    describe: categoryLabel,
    hint: "list_category_groups shows them",
  });
  if (isInflowCategory(found)) throw notReadyToAssign(search);
  if (!isInternalCategory(found)) return found;
  throw new ToolError(
    "invalid_input",
    `"${nameWords(found.name)}" is YNAB's own category, which can't be changed: ` +
      "choose another",
  );
}

function notReadyToAssign(
  { insteadOfReadyToAssign: instead }: { readonly insteadOfReadyToAssign: string },
): ToolError {
  return new ToolError(
    "invalid_input",
    `Ready to Assign is no category, it is the money without a job: ${instead}`,
  );
}
