import { quoted } from "../domain/references/reference_index.ts";
import { Refusals } from "../domain/base/refusals.ts";
import { type Referable, resolveReference } from "../domain/references/resolve_reference.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { JournalEntry } from "./journal.ts";
import { OPERATIONS } from "./operations.ts";

/** Where references are looked up. */
export interface RecordsOfChange {
  readonly entry: Pick<JournalEntry, "steps">;
  /** Gives the name of a category. */
  readonly nameOf: (id: string) => string | null;
}

/**
 * Finds the records that are named.
 *
 * @throws {ToolError} `invalid_input`, naming every reference that is none of the change's.
 */
export function askedRecords(
  references: readonly string[] | undefined,
  { entry, nameOf }: RecordsOfChange,
): ReadonlySet<string> | null {
  if (references === undefined) return null;
  const records = entry.steps.flatMap(({ operation, targets }) => {
    const isNamed = OPERATIONS[operation].records !== "transactions";
    return targets.map(({ id }): Referable => {
      const name = isNamed ? nameOf(id) : null;
      return name === null ? { id } : { id, name };
    });
  });
  const distinct = [...new Map(records.map((record) => [record.id, record])).values()];
  const refusals = new Refusals();
  const found = references.flatMap((reference) => {
    const id = idIn(distinct, reference);
    if (typeof id === "string") return [id];
    refusals.add(quoted(reference), `only: ${id.why}`);
    return [];
  });
  refusals.throwIfAny();
  return new Set(found);
}

function idIn(
  records: readonly Referable[],
  reference: string,
): string | { readonly why: string } {
  try {
    return resolveReference(reference, { noun: "record", records, hint: "" }).id;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return error.code === "not_found"
      ? { why: "the change has no such record, so leave it out" }
      : { why: "the change has several such records, so pass the whole id" };
  }
}
