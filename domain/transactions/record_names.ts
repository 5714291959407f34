/** Current names of payees and accounts, by id. */
export type RecordNames = ReadonlyMap<string, string>;

interface NamedPart {
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
  readonly account_id?: string | null;
  readonly account_name?: string | null;
}

export interface NamedRecord extends NamedPart {
  readonly subtransactions: readonly NamedPart[];
}

/** Pairs of fields: an id and the corresponding name, which YNAB's deltas don't update. */
export const NAMED_FIELDS = [
  ["payee_id", "payee_name"],
  ["account_id", "account_name"],
] as const;

function namedPartsOf(record: NamedRecord): readonly NamedPart[] {
  const { subtransactions: lines } = record;
  return Array.isArray(lines) ? [record, ...lines] : [record];
}

export function payeeNamesOn(records: readonly NamedRecord[]): RecordNames {
  const names = new Map<string, string>();
  for (const { payee_id: id, payee_name: name } of records.flatMap(namedPartsOf)) {
    if (typeof id === "string" && typeof name === "string") names.set(id, name);
  }
  return names;
}

/** Whether a record or split line shows an outdated payee or account name. */
export function isNamedOtherwise(part: NamedPart, names: RecordNames): boolean {
  return NAMED_FIELDS.some(([id, name]) => {
    const current = names.get(part[id] ?? "");
    return current !== undefined && current !== part[name];
  });
}

/** Returns a record with current names, or the record itself if its names are already current. */
export function withNames<Record extends NamedRecord>(record: Record, names: RecordNames): Record {
  if (!namedPartsOf(record).some((part) => isNamedOtherwise(part, names))) return record;
  const named = <Part extends NamedPart>(part: Part): Part => {
    const current = NAMED_FIELDS.flatMap(([id, name]) => {
      const found = names.get(part[id] ?? "");
      return found === undefined ? [] : [[name, found]];
    });
    return { ...part, ...Object.fromEntries(current) };
  };
  const { subtransactions: lines } = record;
  const renamed = named(record);
  return Array.isArray(lines) ? { ...renamed, subtransactions: lines.map(named) } : renamed;
}
