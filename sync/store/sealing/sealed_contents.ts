/**
 * Sealed tables of contents of the journal, one per plan: an entry whose row is gone is
 * missed by them, and they tell which entries are closed.
 *
 * @module
 */

import { MOST_ENTRIES } from "../change_records.ts";
import type { EntryKey, JournalRows } from "./journal_rows.ts";
import { planPseudonym } from "./pseudonyms.ts";
import { openJson, sealJson } from "./sealed_json.ts";
import type { Bytes, Sealer } from "./sealer.ts";

/** One line of a table of contents. */
export interface ContentsLine extends EntryKey {
  /** Whether it is known what came of it; absent where that is open, or nobody has said so. */
  readonly isClosed?: true;
}

/** A table of contents. */
export interface Contents {
  /** The newest first; `null` where that is not known. */
  readonly lines: readonly ContentsLine[] | null;
  /** Counts how often it was written; 0 where there is none. */
  readonly revision: number;
}

/**
 * Reads a plan's table of contents.
 *
 * @param rows Where it is kept.
 * @param planId Whose it is.
 * @returns The table; one that can't be opened counts as not known.
 */
export async function contentsOf(
  rows: JournalRows,
  sealer: Sealer,
  planId: string,
): Promise<Contents> {
  const { revision, body } = await rows.contents(await planPseudonym(sealer, planId));
  if (body === null) return { revision, lines: null };
  const lines = await openJson<readonly ContentsLine[]>(sealer, body, associatedWith(planId))
    .catch(() => null);
  return { revision, lines };
}

/** Seals a plan's table of contents. */
export async function sealedContents(
  sealer: Sealer,
  planId: string,
  lines: readonly ContentsLine[],
): Promise<Bytes> {
  return await sealJson(sealer, lines, associatedWith(planId));
}

/**
 * Puts an entry into a table of contents: in its place, or before all others.
 *
 * @param lines The newest first.
 * @param line The entry's line.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const open = { operationId: "a", at: 1 };
 * assertEquals(withLine([], open), [open]);
 * assertEquals(withLine([open], { ...open, isClosed: true }), [{ ...open, isClosed: true }]);
 * ```
 */
export function withLine(
  lines: readonly ContentsLine[],
  line: ContentsLine,
): readonly ContentsLine[] {
  const place = lines.findIndex(({ operationId }) => operationId === line.operationId);
  if (place < 0) return [line, ...lines].slice(0, MOST_ENTRIES);
  // When it was begun stays as it was first told.
  return lines.with(place, { ...line, at: lines[place]?.at ?? line.at });
}

function associatedWith(planId: string): string {
  return `${planId}\nentries`;
}
