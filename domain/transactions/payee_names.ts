export type PayeeNames = ReadonlyMap<string, string>;

interface NamedPart {
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
}

export interface NamedRecord extends NamedPart {
  readonly subtransactions: readonly NamedPart[];
}

function namedPartsOf(record: NamedRecord): readonly NamedPart[] {
  const { subtransactions: lines } = record;
  return Array.isArray(lines) ? [record, ...lines] : [record];
}

export function payeeNamesOn(records: readonly NamedRecord[]): PayeeNames {
  const names = new Map<string, string>();
  for (const { payee_id: id, payee_name: name } of records.flatMap(namedPartsOf)) {
    if (typeof id === "string" && typeof name === "string") names.set(id, name);
  }
  return names;
}

/** Whether a record or split line shows a name other than its payee's current one. */
export function isNamedOtherwise(
  { payee_id: id, payee_name: name }: NamedPart,
  names: PayeeNames,
): boolean {
  const current = typeof id === "string" ? names.get(id) : undefined;
  return current !== undefined && current !== name;
}

/** Returns a record with current payee names, or the record itself if they are current already. */
export function withPayeeNames<Record extends NamedRecord>(
  record: Record,
  names: PayeeNames,
): Record {
  if (!namedPartsOf(record).some((part) => isNamedOtherwise(part, names))) return record;
  const named = <Part extends NamedPart>(part: Part): Part =>
    isNamedOtherwise(part, names) ? { ...part, payee_name: names.get(part.payee_id ?? "") } : part;
  const { subtransactions: lines } = record;
  const renamed = named(record);
  return Array.isArray(lines) ? { ...renamed, subtransactions: lines.map(named) } : renamed;
}
