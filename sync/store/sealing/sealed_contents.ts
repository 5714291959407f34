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

/** Reads a plan's table of contents. */
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

/** Puts an entry into a table of contents: in its place, or before all others. */
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
