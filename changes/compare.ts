import { isUncategorizedName } from "../domain/base/special_categories.ts";
import type { Fields, FieldValue, Target } from "./change.ts";
import { differingFields, holds, pickFields } from "./fields.ts";
import type { Outcome } from "./journal.ts";

export type UpstreamRecord = Readonly<Record<string, unknown>>;

/** Where a record comes from: a read, or the response to the request. */
export type RecordSource = "read" | "response";

export type Comparison = "as_before" | "as_asked" | "changed" | "gone";

/**
 * Compares a target with a record, which is `null` if it doesn't exist. Verification, crash
 * recovery and undo use this function. A record can match both `before` and `after`, for example if
 * `after` has no new values. If so, a record that was read is `as_before`, but a record in a
 * response is `as_asked`. In a response, `category_id` may be null even if the category is
 * unchanged.
 */
export function compareTarget(
  { before, after, lines }: Pick<Target, "before" | "after" | "lines">,
  record: object | null,
  source: RecordSource = "read",
): Comparison {
  if (record === null) return after === null ? "as_asked" : before === null ? "as_before" : "gone";
  if (after === null) return "as_before";
  const found = record as UpstreamRecord;
  if (lines !== undefined) return compareLines(lines, found);
  const isAsAsked = holds(after, found, before);
  if (source === "response" && isAsAsked) return "as_asked";
  const isAsBefore = before !== null &&
    // If `before` has no fields, the record wasn't read before the change.
    (Object.keys(before).length === 0
      ? !isAsAsked
      : Object.keys(before).every((name) =>
        isUnchanged(name, { before, after }, { record: found, source })
      ));
  if (isAsBefore) return "as_before";
  return isAsAsked ? "as_asked" : "changed";
}

/** The outcome that a record shows; unknown if it matches neither `before` nor `after`. */
export function outcomeOf(
  target: Pick<Target, "before" | "after" | "lines">,
  record: object | null,
): Outcome {
  const comparison = compareTarget(target, record);
  if (comparison === "as_asked" || comparison === "as_before" && asksNothing(target)) return "done";
  return comparison === "as_before" ? "not_done" : "unknown";
}

/** Whether the record already had all the requested values before the change. */
export function asksNothing(
  { before, after, lines }: Pick<Target, "before" | "after" | "lines">,
): boolean {
  return lines === undefined && before !== null && after !== null &&
    Object.keys(before).length === Object.keys(after).length && holds(after, before, before);
}

/** Whether a field is unchanged. In a response, a null category also counts as unchanged. */
export function isUnchanged(
  name: string,
  { before, after }: Pick<Target, "before" | "after">,
  { record, source }: { readonly record: UpstreamRecord; readonly source: RecordSource },
): boolean {
  return holds({ [name]: before?.[name] ?? null }, record, after) ||
    source === "response" && name === "category_id" && holds({ category_id: null }, record, after);
}

/** Compares the lines of a requested and a stored split, ignoring their order. */
function compareLines(asked: readonly Fields[], found: UpstreamRecord): Comparison {
  const lines = (found["subtransactions"] ?? []) as readonly UpstreamRecord[];
  const live = lines.filter((line) => line["deleted"] !== true);
  if (live.length === 0) return "as_before";
  const ids = new Set(asked.map((line) => line["category_id"]));
  const stored = live.map((line) =>
    isUncategorizedName(line["category_name"]) && !ids.has(line["category_id"] as FieldValue)
      ? { ...line, category_id: null }
      : line
  );
  return described(stored) === described(asked) ? "as_asked" : "changed";
}

function described(lines: readonly UpstreamRecord[]): string {
  const words = lines.map(({ amount, category_id, memo }) =>
    JSON.stringify([amount, category_id ?? null, memo || null])
  );
  return words.sort().join("\n");
}

/**
 * Pairs the targets (the records to be created) with the records in a response, by import id if one
 * was sent. Targets without an import id are paired with exact matches first, then with the most
 * similar records. YNAB may return the records in a different order than in the request, and may
 * also return records it didn't create, such as an existing transaction matched with a new one.
 */
export function pairCreated(
  asked: readonly Pick<Target, "after">[],
  answered: readonly UpstreamRecord[],
): readonly (UpstreamRecord | undefined)[] {
  const imports = byImportKey(answered);
  const imported = asked.map(({ after }) => imports.get(importKey(after) ?? ""));
  const importedIds = new Set(
    imported.flatMap((record) => record === undefined ? [] : record["id"]),
  );
  const free = new Set(
    answered.filter((record) =>
      typeof record["import_id"] !== "string" && !importedIds.has(record["matched_transaction_id"])
    ),
  );
  const take = (record: UpstreamRecord | undefined): UpstreamRecord | undefined => {
    if (record !== undefined) free.delete(record);
    return record;
  };
  const same = asked.map((one) =>
    importIdOf(one) === null
      ? take([...free].find((record) => wrongFields(one, record).length === 0))
      : undefined
  );
  const closest = (one: Pick<Target, "after">): UpstreamRecord | undefined => {
    const byCount = Map.groupBy(free, (record) => wrongFields(one, record).length);
    return byCount.get(Math.min(...byCount.keys()))?.[0];
  };
  return asked.map((one, at) =>
    importIdOf(one) === null ? same[at] ?? take(closest(one)) : imported[at]
  );
}

/**
 * Returns the id of a transfer's other side. `record` is one side of the transfer, or a split
 * transaction that contains that side as a line.
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

/** Fields of a record that differ from the requested values. */
export function wrongFields(
  { before = null, after }: Pick<Target, "after"> & Partial<Pick<Target, "before">>,
  record: UpstreamRecord,
): readonly string[] {
  return differingFields(after ?? {}, record, before);
}

/** The stored values of the requested fields. Undo compares records with these values. */
export function asStored({ after }: Pick<Target, "after">, record: UpstreamRecord): Fields {
  return pickFields(record, Object.keys(withPayeeId({ after }, record) ?? {}));
}

/** Adds the id of a payee given by name, so that undo recognizes the payee if it is renamed. */
export function withPayeeId(
  { after }: Pick<Target, "after">,
  { payee_id: id }: UpstreamRecord,
): Fields | null {
  const isByName = typeof after?.["payee_name"] === "string" && !("payee_id" in after);
  return isByName && typeof id === "string" ? { ...after, payee_id: id } : after;
}

/**
 * Calls `map` for each target and passes it the value that `valueFor` computes from the target's
 * leader. The value is computed once per leader: followers come right after their leader in
 * `targets`.
 */
export function mapWithLeader<One extends Pick<Target, "isFollower">, Value, Result>(
  targets: readonly One[],
  valueFor: (leader: One) => Value,
  map: (target: One, value: Value) => Result,
): readonly Result[] {
  let leader: { readonly value: Value } | undefined;
  return targets.map((target) => {
    if (target.isFollower !== true || leader === undefined) leader = { value: valueFor(target) };
    return map(target, leader.value);
  });
}

export const MAX_IMPORT_ID_LENGTH = 36;

const GENERATION = /:g(\d+)$/u;

/** The import id of a transaction to be created; `null` if it has none. */
export function importIdOf({ after }: Pick<Target, "after">): string | null {
  const id = after?.["import_id"];
  return typeof id === "string" ? id : null;
}

/** An import id without its generation number. */
export function baseImportId(id: string): string {
  return id.replace(GENERATION, "");
}

/** The next import id to try; YNAB never accepts an import id twice. */
export function nextGeneration(id: string): string {
  return `${baseImportId(id)}:g${Number(GENERATION.exec(id)?.[1] ?? 1) + 1}`;
}

/**
 * Identifies an import by its account and its import id, ignoring the generation number at the end
 * of the id. Import ids are unique only within an account.
 */
export function importKey(fields: object | null): string | null {
  const { import_id: id, account_id: account } = (fields ?? {}) as Fields;
  return typeof id === "string" ? `${account} ${baseImportId(id)}` : null;
}

/** Maps records by import key; omits records without a key. */
export function byImportKey<One extends object>(records: readonly One[]): ReadonlyMap<string, One> {
  const byKey = new Map(records.map((one) => [importKey(one) ?? "", one]));
  byKey.delete("");
  return byKey;
}
