/**
 * The copy of the plans in a file: collections in sealed parts, months and the list of
 * plans. It may be deleted at any time; what is lost is read again.
 *
 * @module
 */

import { openJson, sealJson } from "../sealing/sealed_json.ts";
import type { CollectionName, CopyStore, StoredPlans } from "../store.ts";
import { applyChange, type CheckedFile, loadCollection, randomEpoch } from "./collection_rows.ts";
import type { Database, FileKind } from "./database.ts";
import { aboutTaken, collectionName, planName } from "../sealing/pseudonyms.ts";
import { createMonthStore } from "./month_rows.ts";

const COLLECTIONS: readonly CollectionName[] = [
  "transactions",
  "accounts",
  "categories",
  "scheduled_transactions",
  "months",
];
/** What a token has left unused for so long is forgotten, in milliseconds. */
const UNUSED_MS = 90 * 86_400_000;
const DAY_MS = 86_400_000;

/** The copy's file; a part without a body is one that a whole read has left out. */
export const copyFile: FileKind = {
  applicationId: 0x62_74_73_63,
  isChecked: false,
  versions: [`
    CREATE TABLE owners (owner TEXT PRIMARY KEY, used_at INTEGER NOT NULL) STRICT;
    CREATE TABLE plans (owner TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;
    CREATE TABLE collections (
      owner TEXT NOT NULL, name TEXT NOT NULL, epoch TEXT NOT NULL, version INTEGER NOT NULL,
      state BLOB NOT NULL, deleted BLOB NOT NULL, deleted_version INTEGER NOT NULL,
      is_forgotten INTEGER NOT NULL,
      PRIMARY KEY (owner, name)
    ) STRICT;
    CREATE TABLE parts (
      owner TEXT NOT NULL, collection TEXT NOT NULL, name TEXT NOT NULL,
      version INTEGER NOT NULL, body BLOB,
      PRIMARY KEY (owner, collection, name)
    ) STRICT;
    CREATE TABLE months (
      owner TEXT NOT NULL, plan TEXT NOT NULL, name TEXT NOT NULL, knowledge INTEGER,
      read_at INTEGER NOT NULL, utc_day TEXT NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (owner, plan, name)
    ) STRICT;
    CREATE TABLE taken_ids (owner TEXT NOT NULL, plan TEXT NOT NULL, body BLOB NOT NULL) STRICT;
    CREATE TABLE touched (
      owner TEXT NOT NULL, plan TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (owner, plan)
    ) STRICT
  `],
};

/** What a copy store works with. */
export interface CopyStoreOptions extends CheckedFile {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Opens the copy of one token.
 *
 * @param options The file, and what seals it.
 * @returns The store; what can't be opened counts as not there.
 */
export function createCopyStore(
  { database, sealer, onDamaged, now }: CopyStoreOptions,
): CopyStore {
  const { owner } = sealer;
  try {
    forgetUnused(database, { owner, now: now() });
  } catch {
    // Another process is writing, or the disk is full: it is done another day.
  }
  return {
    async loadPlans(): Promise<StoredPlans | null> {
      const row = database.get("SELECT body FROM plans WHERE owner = ?", owner);
      return row === undefined ? null : await openJson<StoredPlans>(sealer, row["body"], "plans");
    },
    async savePlans({ plans, readAt }): Promise<void> {
      const body = await sealJson(sealer, { plans, readAt }, "plans");
      database.run("INSERT OR REPLACE INTO plans VALUES (?, ?)", owner, body);
    },
    loadCollection: (of, since) => loadCollection({ database, sealer, onDamaged }, of, since),
    applyChange: (of, change) => applyChange({ database, sealer, onDamaged }, of, change),
    ...createMonthStore({ database, sealer, onDamaged }),
    async forgetPlan(planId): Promise<void> {
      const plan = await planName(sealer, planId);
      const names = await Promise.all(
        COLLECTIONS.map((name) => collectionName(sealer, { planId, name })),
      );
      database.inTransaction(() => {
        database.run("DELETE FROM months WHERE owner = ? AND plan = ?", owner, plan);
        for (const name of names) {
          database.run(
            "UPDATE collections SET epoch = ?, is_forgotten = 1 WHERE owner = ? AND name = ?",
            randomEpoch(),
            owner,
            name,
          );
        }
      });
    },
    async takeIds(planId, ids): Promise<void> {
      const plan = await planName(sealer, planId);
      const body = await sealJson(sealer, ids, aboutTaken(planId));
      database.run("INSERT INTO taken_ids VALUES (?, ?, ?)", owner, plan, body);
    },
    async takenIds(planId): Promise<readonly string[]> {
      const plan = await planName(sealer, planId);
      const rows = database.all(
        "SELECT body FROM taken_ids WHERE owner = ? AND plan = ?",
        owner,
        plan,
      );
      const about = aboutTaken(planId);
      const lists = await Promise.all(
        rows.map(({ body }) => openJson<readonly string[]>(sealer, body, about)),
      );
      return [...new Set(lists.flat())];
    },
    async touch(planId, at): Promise<void> {
      const plan = await planName(sealer, planId);
      database.run("INSERT OR REPLACE INTO touched VALUES (?, ?, ?)", owner, plan, at);
    },
    async touchedAt(planId): Promise<number> {
      const plan = await planName(sealer, planId);
      const row = database.get("SELECT at FROM touched WHERE owner = ? AND plan = ?", owner, plan);
      return Number(row?.["at"] ?? 0);
    },
  };
}

function forgetUnused(
  database: Database,
  { owner, now }: { readonly owner: string; readonly now: number },
): void {
  const used = database.get("SELECT used_at FROM owners WHERE owner = ?", owner)?.["used_at"];
  // To the day is near enough: every start would have to write otherwise.
  if (used !== undefined && Math.abs(now - Number(used)) < DAY_MS) return;
  database.inTransaction(() => {
    database.run("INSERT OR REPLACE INTO owners VALUES (?, ?)", owner, now);
    const old = database.all("SELECT owner FROM owners WHERE used_at < ?", now - UNUSED_MS);
    for (const { owner: unused } of old) {
      for (
        const table of ["plans", "collections", "parts", "months", "taken_ids", "touched", "owners"]
      ) {
        database.run(`DELETE FROM ${table} WHERE owner = ?`, unused ?? null);
      }
    }
  });
}
