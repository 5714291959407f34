import { cleanText } from "../base/clean_text.ts";
import { foldName } from "../base/fold_text.ts";
import { invalidInput, ToolError } from "../base/tool_error.ts";
import { nearestWord } from "./nearest_word.ts";

const SHORTEST_PREFIX = 8;

const MAX_SUGGESTED = 10;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/** Returns the length of an id's shortest prefix that no other id shares. */
function shortestPrefix(id: string, others: Iterable<string>): string {
  let length = SHORTEST_PREFIX;
  for (const other of others) {
    // The id of a transaction entered from a schedule starts with the schedule's id.
    while (other !== id && length < id.length && other.startsWith(id.slice(0, length))) length++;
  }
  return id.slice(0, length);
}

export interface IdSource {
  idsSharing(prefix: string): readonly string[];
}

/** All known ids of a plan, including those of deleted records. */
export class IdIndex {
  readonly #byPrefix = new Map<string, Set<string>>();
  readonly #sources: IdSource[] = [];

  add(id: string): void {
    const prefix = id.slice(0, SHORTEST_PREFIX);
    const known = this.#byPrefix.get(prefix);
    if (known === undefined) this.#byPrefix.set(prefix, new Set([id]));
    else known.add(id);
  }

  alsoIn(source: IdSource): void {
    this.#sources.push(source);
  }

  sharing(prefix: string): readonly string[] {
    if (prefix.length < SHORTEST_PREFIX) return [];
    const start = prefix.slice(0, SHORTEST_PREFIX);
    const ids = new Set<string>();
    for (const id of this.#byPrefix.get(start) ?? []) if (id.startsWith(prefix)) ids.add(id);
    for (const source of this.#sources) for (const id of source.idsSharing(prefix)) ids.add(id);
    return [...ids];
  }

  /**
   * Returns the shortest unique prefix of an id. An id that isn't a plain UUID is returned in full.
   * An id that the index doesn't contain is also returned in full, because another new id might
   * share its prefix.
   */
  shorten(id: string): string {
    if (!isUuid(id)) return id;
    const sharing = this.sharing(id.slice(0, SHORTEST_PREFIX));
    return sharing.includes(id) ? shortestPrefix(id, sharing) : id;
  }
}

export interface Referable {
  readonly id: string;
  readonly name?: string;
  /** Name of a category's group, so that `Group/Name` can refer to the category. */
  readonly category_group_name?: string;
}

export interface ReferenceScope<Record extends Referable> {
  readonly noun: string;
  readonly records: readonly Record[];
  /** Ids of deleted records. A prefix shared with a deleted record is ambiguous. */
  readonly deletedIds?: ReadonlySet<string>;
  /** All ids that the plan has ever had; used if `deletedIds` isn't known. */
  readonly knownIds?: Pick<IdIndex, "sharing"> | undefined;
  /** Describes a candidate in an error message, for example an account by its name and type. */
  readonly describe?: (record: Record) => string;
  /**
   * Whether the error message should suggest this record when the caller passed the name of the
   * record's group instead.
   */
  readonly isSuggested?: (record: Record) => boolean;
  /** Advice on how to find valid references, such as `see list_accounts`. */
  readonly hint: string;
}

export function resolveReference<Record extends Referable>(
  reference: string,
  scope: ReferenceScope<Record>,
): Record {
  const wanted = reference.trim();
  const whole = scope.records.find((record) => record.id === wanted.toLowerCase()) ??
    scope.records.find((record) => record.id === wanted);
  if (whole !== undefined) return whole;
  const found = candidatesFor(wanted, scope);
  const deleted = deletedSharing(wanted, scope);
  const [only] = found;
  if (only !== undefined && found.length === 1 && deleted.length === 0) return only;
  if (found.length > 0) throw ambiguous(wanted, scope, { found, deleted });
  throw notFound(wanted, scope, deleted);
}

/** Returns the ids of the records that the references identify. */
export function resolvedIds<Record extends Referable>(
  references: readonly string[],
  scope: ReferenceScope<Record>,
): ReadonlySet<string> {
  return new Set(references.map((reference) => resolveReference(reference, scope).id));
}

function candidatesFor<Record extends Referable>(
  wanted: string,
  { records }: ReferenceScope<Record>,
): readonly Record[] {
  const name = foldName(wanted);
  const prefix = wanted.length >= SHORTEST_PREFIX ? wanted.toLowerCase() : null;
  return records.filter((record) =>
    (prefix !== null && record.id.toLowerCase().startsWith(prefix)) ||
    (name !== "" && namesOf(record).some((one) => one === name || one === pathOf(name)))
  );
}

/** Returns a record's full name, its displayed name, and its name in the form `Group/Name`. */
function namesOf({ name, category_group_name: group }: Referable): readonly string[] {
  if (name === undefined) return [];
  const own = name.length > 80 ? [foldName(name), foldName(cleanText(name))] : [foldName(name)];
  return group === undefined ? own : [...own, pathOf(`${foldName(group)}/${own[0]}`)];
}

function pathOf(name: string): string {
  return name.replaceAll(/ *\/ */gu, "/");
}

function deletedSharing<Record extends Referable>(
  wanted: string,
  { deletedIds = new Set(), knownIds, records }: ReferenceScope<Record>,
): readonly string[] {
  if (wanted.length < SHORTEST_PREFIX) return [];
  const prefix = wanted.toLowerCase();
  const known = (knownIds?.sharing(prefix) ?? [])
    .filter((id) => records.every((record) => record.id !== id));
  const deleted = [...deletedIds].filter((id) => id.toLowerCase().startsWith(prefix));
  return [...new Set([...deleted, ...known])];
}

function ambiguous<Record extends Referable>(
  wanted: string,
  scope: ReferenceScope<Record>,
  { found, deleted }: { readonly found: readonly Record[]; readonly deleted: readonly string[] },
): ToolError {
  const rows = [
    ...found.map((record) => describe(record, scope)),
    ...deleted.map((id) => {
      const why = scope.deletedIds?.has(id) ? "deleted" : "deleted, or not usable by this tool";
      return `${shortest(id, scope)} (${why})`;
    }),
  ];
  const count = rows.length;
  return invalidInput(
    `"${cleanText(wanted)}" matches ${count} ${scope.noun} records: pass one of these ids`,
    rows,
  );
}

function notFound<Record extends Referable>(
  wanted: string,
  scope: ReferenceScope<Record>,
  deleted: readonly string[],
): ToolError {
  const shown = cleanText(wanted);
  if (deleted.length > 0) {
    const isKnown = deleted.some((id) => scope.deletedIds?.has(id));
    const why = isKnown ? "has been deleted" : "has been deleted or can't be used by this tool";
    return new ToolError("not_found", `${scope.noun} "${shown}" ${why}: ${scope.hint}`);
  }
  const group = foldName(wanted);
  const inGroup = scope.records.filter((record) =>
    group !== "" && foldName(record.category_group_name ?? "") === group &&
    scope.isSuggested?.(record) !== false
  );
  if (inGroup.length > 0) {
    return new ToolError(
      "not_found",
      `"${shown}" is a group, not a ${scope.noun}: pass its categories`,
      {
        rows: [
          ...inGroup.slice(0, MAX_SUGGESTED).map((record) => describe(record, scope)),
          ...(inGroup.length > MAX_SUGGESTED ? [scope.hint] : []),
        ],
      },
    );
  }
  const close = closeNames(wanted, scope.records);
  const nearest = close.length > 0 ? `; nearest: ${close.join(", ")}` : "";
  return new ToolError(
    "not_found",
    `this plan has no ${scope.noun} "${shown}"${nearest}: ${scope.hint}`,
  );
}

function closeNames(wanted: string, records: readonly Referable[]): readonly string[] {
  const name = foldName(wanted);
  if (name.length < 3) return [];
  const names = [...new Set(records.map((record) => record.name ?? ""))];
  const close = names.filter((other) => {
    const folded = foldName(other);
    return folded !== "" && (folded.includes(name) || name.includes(folded));
  });
  const mistyped = close.length > 0 ? null : nearestWord(name, names);
  return [...close.slice(0, 3), ...(mistyped === null ? [] : [mistyped])]
    .map((text) => `"${cleanText(text)}"`);
}

function describe<Record extends Referable>(record: Record, scope: ReferenceScope<Record>): string {
  const words = scope.describe?.(record) ?? record.name ?? "";
  const id = shortest(record.id, scope);
  return words === "" ? id : `${id} ${cleanText(words)}`;
}

function shortest<Record extends Referable>(id: string, scope: ReferenceScope<Record>): string {
  if (!isUuid(id)) return id;
  const { records, deletedIds = new Set(), knownIds } = scope;
  const prefix = id.slice(0, SHORTEST_PREFIX).toLowerCase();
  const others = [
    ...records.map((record) => record.id),
    ...deletedIds,
    ...(knownIds?.sharing(prefix) ?? []),
  ].filter((other) => other.toLowerCase().startsWith(prefix));
  return shortestPrefix(id, others);
}

/** Indexes the scope's ids by prefix once, and returns a function that resolves references. */
export function referenceIndex<Record extends Referable>(
  scope: ReferenceScope<Record>,
): (reference: string) => Record {
  const prefixOf = (id: string): string => id.slice(0, SHORTEST_PREFIX).toLowerCase();
  const byPrefix = Map.groupBy(scope.records, ({ id }) => prefixOf(id));
  return (reference) => {
    const records = byPrefix.get(prefixOf(reference.trim())) ?? [];
    return resolveReference(reference, { ...scope, records });
  };
}

export function quoted(reference: string): string {
  return `"${cleanText(reference)}"`;
}
