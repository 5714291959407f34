/**
 * Sealed tables of contents of the journal, one per plan: an entry whose row is gone is
 * missed by them.
 *
 * @module
 */

import { MOST_ENTRIES, type StoredEntry } from "../change_records.ts";
import { openJson, sealJson } from "../sealing/sealed_json.ts";
import type { SealedFile } from "./collection_rows.ts";
import type { SqlRow } from "./database.ts";
import { planName } from "../sealing/pseudonyms.ts";

/** One line of a table of contents. */
export type ListedEntry = Pick<StoredEntry, "operationId" | "at">;

/** A table of contents with one more line, to be written with the entry itself. */
export interface NextList {
  /** Whether nobody was first; asked within the transaction that writes it. */
  isNext(): boolean;
  write(): void;
}

/** The tables of contents of one token. */
export interface EntryLists {
  /** Gives what a plan's journal has to hold, the newest first; `null` where that is not known. */
  find(planId: string): Promise<readonly ListedEntry[] | null>;
  /** Adds an entry that is not listed yet. */
  adding(entry: StoredEntry): Promise<NextList>;
}

/**
 * Opens the tables of contents.
 *
 * @param file The journal, and what seals what is in it.
 * @returns The tables; one that can't be opened counts as not known, and is made anew.
 */
export function createEntryLists({ database, sealer }: SealedFile): EntryLists {
  const { owner } = sealer;
  const rowOf = (plan: string): SqlRow | undefined =>
    database.get(
      "SELECT revision, body FROM entry_lists WHERE owner = ? AND plan = ?",
      owner,
      plan,
    );
  const listIn = async (
    row: SqlRow | undefined,
    planId: string,
  ): Promise<readonly ListedEntry[] | null> => {
    if (row === undefined) return null;
    try {
      return await openJson<readonly ListedEntry[]>(sealer, row["body"], aboutList(planId));
    } catch {
      return null;
    }
  };
  const present = (plan: string): readonly ListedEntry[] =>
    database.all(
      "SELECT operation_id, at FROM entries WHERE owner = ? AND plan = ? ORDER BY place DESC",
      owner,
      plan,
    ).map((row) => ({ operationId: String(row["operation_id"]), at: Number(row["at"]) }));
  return {
    async find(planId): Promise<readonly ListedEntry[] | null> {
      return await listIn(rowOf(await planName(sealer, planId)), planId);
    },
    async adding({ planId, operationId, at }): Promise<NextList> {
      const plan = await planName(sealer, planId);
      const row = rowOf(plan);
      const listed = await listIn(row, planId) ?? present(plan);
      const isListed = listed.some((one) => one.operationId === operationId);
      const next = isListed ? listed : [{ operationId, at }, ...listed].slice(0, MOST_ENTRIES);
      const body = await sealJson(sealer, next, aboutList(planId));
      const revision = row === undefined ? 0 : Number(row["revision"]);
      return {
        isNext(): boolean {
          const now = rowOf(plan);
          return (now === undefined ? 0 : Number(now["revision"])) === revision;
        },
        write(): void {
          database.run(
            "INSERT OR REPLACE INTO entry_lists VALUES (?, ?, ?, ?)",
            owner,
            plan,
            revision + 1,
            body,
          );
        },
      };
    },
  };
}

function aboutList(planId: string): string {
  return `${planId}\nentries`;
}
