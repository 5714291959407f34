/**
 * Finds the record that an argument means: a whole id, a unique prefix of at least
 * eight characters, or an exact name.
 *
 * @module
 */

import { cleanText } from "./clean_text.ts";
import { foldName } from "./fold_text.ts";
import { type IdIndex, SHORTEST_PREFIX } from "./id_index.ts";
import { ToolError } from "./tool_error.ts";

/** A record that can be referred to. */
export interface Referable {
  readonly id: string;
  /** Absent for records that have no name of their own. */
  readonly name?: string;
}

/** Where a reference is looked up. */
export interface ReferenceScope<Record extends Referable> {
  /** What is looked for, such as `account`. */
  readonly noun: string;
  readonly records: readonly Record[];
  /** Ids of deleted records: a prefix that one of them shares is ambiguous. */
  readonly deletedIds?: ReadonlySet<string>;
  /**
   * Every id that the plan has had, where those of deleted records are not told
   * otherwise: a prefix that one of them shares is ambiguous.
   */
  readonly knownIds?: Pick<IdIndex, "sharing"> | undefined;
  /** How candidates are told apart in an error, such as by a group's name. */
  readonly describe?: (record: Record) => string;
  /** What shows the valid ones, such as `list_accounts shows them`. */
  readonly hint: string;
}

/**
 * Resolves one reference.
 *
 * @param reference What the agent wrote.
 * @param scope Where to look.
 * @returns The one record that it means.
 * @throws {ToolError} `not_found` when nothing fits, `invalid_input` when several do.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const records = [{ id: "0a1b2c3d-0000-4000-8000-000000000001", name: "Checking" }];
 * const scope = { noun: "account", records, hint: "list_accounts shows them" };
 * assertEquals(resolveReference("CHECKING", scope).name, "Checking");
 * assertEquals(resolveReference("0a1b2c3d", scope).name, "Checking");
 * ```
 */
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

function candidatesFor<Record extends Referable>(
  wanted: string,
  { records }: ReferenceScope<Record>,
): readonly Record[] {
  const name = foldName(wanted);
  const prefix = wanted.length >= SHORTEST_PREFIX ? wanted.toLowerCase() : null;
  return records.filter((record) =>
    (prefix !== null && record.id.toLowerCase().startsWith(prefix)) ||
    (record.name !== undefined && name !== "" && namesOf(record.name).includes(name))
  );
}

function namesOf(name: string): readonly string[] {
  return name.length > 80 ? [foldName(name), foldName(cleanText(name))] : [foldName(name)];
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
    ...deleted.map((id) => `${id} (deleted)`),
  ];
  const count = rows.length;
  return new ToolError(
    "invalid_input",
    `"${
      cleanText(wanted)
    }" means ${count} ${scope.noun} records: pass the whole id of one of these`,
    { rows },
  );
}

function notFound<Record extends Referable>(
  wanted: string,
  scope: ReferenceScope<Record>,
  deleted: readonly string[],
): ToolError {
  const shown = cleanText(wanted);
  if (deleted.length > 0) {
    return new ToolError("not_found", `${scope.noun} "${shown}" has been deleted: ${scope.hint}`);
  }
  const close = closeNames(wanted, scope.records);
  const guess = close.length > 0 ? `did you mean ${close.join(" or ")}? ${scope.hint}` : scope.hint;
  return new ToolError("not_found", `no ${scope.noun} of this plan is "${shown}": ${guess}`);
}

function closeNames(wanted: string, records: readonly Referable[]): readonly string[] {
  const name = foldName(wanted);
  if (name.length < 3) return [];
  const close = records.flatMap((record) => {
    const other = record.name === undefined ? "" : foldName(record.name);
    return other !== "" && (other.includes(name) || name.includes(other))
      ? [record.name ?? ""]
      : [];
  });
  return close.slice(0, 3).map((text) => `"${cleanText(text)}"`);
}

function describe<Record extends Referable>(
  record: Record,
  scope: ReferenceScope<Record>,
): string {
  const words = scope.describe?.(record) ?? record.name ?? "";
  return words === "" ? record.id : `${record.id} ${cleanText(words)}`;
}
