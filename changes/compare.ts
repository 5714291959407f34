import { isUncategorizedName } from "../domain/base/special_categories.ts";
import type { Fields, Target } from "./change.ts";
import { holds, isSameValue } from "./fields.ts";
import type { Outcome } from "./journal.ts";

/** A record as YNAB has it: the one type for responses, reads and the local copy. */
export type UpstreamRecord = Readonly<Record<string, unknown>>;

/** How a record compares with what a change was to make of it. */
export type Comparison = "as_before" | "as_asked" | "changed" | "gone";

/**
 * Compares a record with a target; `null` for one that does not exist. Verification, resolving
 * after a crash and undo all go by this.
 *
 * Of a read record the fields before come first: there may be more of them than of the fields
 * after, which may already have been so. In a response to the request itself the fields after
 * come first, and a category that YNAB writes as missing counts as before.
 */
export function compareTarget(
  { before, after, lines }: Pick<Target, "before" | "after" | "lines">,
  record: object | null,
  source: "read" | "response" = "read",
): Comparison {
  if (record === null) return after === null ? "as_asked" : before === null ? "as_before" : "gone";
  if (after === null) return "as_before";
  const found = record as UpstreamRecord;
  if (lines !== undefined) return compareLines(lines, found);
  const isAsAsked = holds(after, found);
  if (source === "response" && isAsAsked) return "as_asked";
  if (before !== null && isAsBefore(before, { found, isAsAsked, source })) return "as_before";
  return isAsAsked ? "as_asked" : "changed";
}

/** The outcome that a comparison shows: a record that was changed otherwise shows none. */
export function outcomeOf(comparison: Comparison): Outcome {
  if (comparison === "as_asked") return "done";
  return comparison === "as_before" ? "not_done" : "unknown";
}

function isAsBefore(
  before: Fields,
  { found, isAsAsked, source }: {
    readonly found: UpstreamRecord;
    readonly isAsAsked: boolean;
    readonly source: "read" | "response";
  },
): boolean {
  // The record was not read before the change.
  if (Object.keys(before).length === 0) return !isAsAsked;
  if (source === "read") return holds(before, found);
  return Object.keys(before).every((name) => isUnchanged(name, before, found));
}

/** In responses YNAB writes a missing category as none, or as one of its own. */
export function isUnchanged(name: string, before: Fields, found: UpstreamRecord): boolean {
  if (isSameValue(before[name], found[name])) return true;
  if (name !== "category_id") return false;
  return isSameValue(null, found[name]) ||
    (isSameValue(null, before[name]) && isUncategorizedName(found["category_name"]));
}

/** A split is compared by its lines, whatever their order. */
function compareLines(asked: readonly Fields[], found: UpstreamRecord): Comparison {
  const lines = (found["subtransactions"] ?? []) as readonly UpstreamRecord[];
  const live = lines.filter((line) => line["deleted"] !== true);
  if (live.length === 0) return "as_before";
  return described(live) === described(asked) ? "as_asked" : "changed";
}

function described(lines: readonly UpstreamRecord[]): string {
  const words = lines.map(({ amount, category_id, memo }) =>
    JSON.stringify([amount, category_id ?? null, memo || null])
  );
  return words.sort().join("\n");
}
