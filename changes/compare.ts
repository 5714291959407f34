import { isUncategorizedName } from "../domain/base/special_categories.ts";
import type { Fields, FieldValue, Target } from "./change.ts";
import { holds, isSameValue } from "./fields.ts";
import type { Outcome } from "./journal.ts";

/** A record as YNAB has it: the one type for responses, reads and the local copy. */
export type UpstreamRecord = Readonly<Record<string, unknown>>;

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

/**
 * Pairs targets to be created with returned records, first those that are as asked, then the
 * most similar: upstream does not promise the order of the request, and returns more than it
 * has created, such as the bank's transaction that it has matched with a new one.
 */
export function pairCreated(
  asked: readonly Pick<Target, "after">[],
  answered: readonly UpstreamRecord[],
): readonly (UpstreamRecord | undefined)[] {
  const free = new Set(answered.filter(isEntered));
  const take = (record: UpstreamRecord | undefined): UpstreamRecord | undefined => {
    if (record !== undefined) free.delete(record);
    return record;
  };
  const same = asked.map((one) =>
    take([...free].find((record) => wrongFields(one, record).length === 0))
  );
  return asked.map((one, at) => same[at] ?? take(mostSimilar(one, free)));
}

/** Only imported transactions have an import id: none is ever set here. */
function isEntered(record: UpstreamRecord): boolean {
  return typeof record["import_id"] !== "string";
}

/** The record with the most of the fields that were asked for; the first of several. */
function mostSimilar(
  asked: Pick<Target, "after">,
  records: Iterable<UpstreamRecord>,
): UpstreamRecord | undefined {
  let found: { readonly record: UpstreamRecord; readonly wrong: number } | undefined;
  for (const record of records) {
    const wrong = wrongFields(asked, record).length;
    if (found === undefined || wrong < found.wrong) found = { record, wrong };
  }
  return found?.record;
}

/**
 * Finds the id of the other side of a transfer, or of a line of a split, in what upstream
 * returns of the one side.
 */
export function otherSideOf(
  record: UpstreamRecord,
  { after }: Pick<Target, "after">,
): string | null {
  const lines = (record["subtransactions"] ?? []) as readonly UpstreamRecord[];
  const isIt = (one: UpstreamRecord): boolean =>
    one["deleted"] !== true && one["transfer_account_id"] === after?.["account_id"] &&
    typeof one["transfer_transaction_id"] === "string" &&
    Number(one["amount"]) === -Number(after?.["amount"]);
  const found = [record, ...lines].find(isIt);
  return found === undefined ? null : String(found["transfer_transaction_id"]);
}

/** Names the fields of a record that differ from what was asked. */
export function wrongFields(
  { after }: Pick<Target, "after">,
  record: UpstreamRecord,
): readonly string[] {
  return Object.entries(after ?? {})
    .filter(([name, value]) => !isSameValue(value, record[name]))
    .map(([name]) => name);
}

/** The fields that were asked for as they were stored: undo goes by those. */
export function asStored({ after }: Pick<Target, "after">, record: UpstreamRecord): Fields {
  const names = Object.keys(after ?? {});
  return Object.fromEntries(names.map((name) => [name, (record[name] ?? null) as FieldValue]));
}
