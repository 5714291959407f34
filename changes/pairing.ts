import type { Fields, FieldValue, Target } from "./change.ts";
import type { UpstreamRecord } from "./compare.ts";
import { isSameValue } from "./fields.ts";

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
