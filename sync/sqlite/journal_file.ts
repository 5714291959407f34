/**
 * Confirmations, the journal and the count of requests in a file that is never deleted.
 *
 * @module
 */

import {
  type Beginning,
  type ChangeStore,
  DECLINED,
  MOST_ENTRIES,
  type StoredConfirmation,
  type StoredEntry,
} from "../change_records.ts";
import { openJson, sealJson } from "../sealing/sealed_json.ts";
import type { Bytes, Sealer } from "../sealing/sealer.ts";
import type { Database, FileKind, SqlRow } from "./database.ts";
import { createEntryLists } from "./entry_lists.ts";
import { planName } from "../sealing/pseudonyms.ts";

/** How long a confirmation that nobody can use any more is kept, in milliseconds. */
const KEPT_EXPIRED_MS = 86_400_000;

/** The journal's file. */
export const journalFile: FileKind = {
  applicationId: 0x62_74_73_6a,
  isChecked: true,
  versions: [
    `
    CREATE TABLE confirmations (
      owner TEXT NOT NULL, code TEXT NOT NULL, expires_at INTEGER NOT NULL, spent_at INTEGER,
      body BLOB NOT NULL,
      PRIMARY KEY (owner, code)
    ) STRICT;
    CREATE TABLE entries (
      place INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, plan TEXT NOT NULL,
      operation_id TEXT NOT NULL, at INTEGER NOT NULL, revision INTEGER NOT NULL,
      body BLOB NOT NULL,
      UNIQUE (owner, plan, operation_id)
    ) STRICT;
    CREATE TABLE requests (owner TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
    CREATE INDEX requests_by_time ON requests (owner, at);
    CREATE TABLE closings (owner TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT
  `,
    "ALTER TABLE confirmations ADD COLUMN spent_by TEXT",
    `
    CREATE TABLE entry_lists (
      owner TEXT NOT NULL, plan TEXT NOT NULL, revision INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (owner, plan)
    ) STRICT
  `,
  ],
};

/** What the journal of a token works with. */
export interface JournalStoreOptions {
  readonly database: Database;
  readonly sealer: Sealer;
  /** Runs one thing after another per plan, across processes. */
  readonly withPlanLock: ChangeStore["withPlanLock"];
}

interface OpenedEntry {
  readonly revision: number;
  readonly entry: StoredEntry;
}

/**
 * Opens the journal of one token.
 *
 * @param options The file, what seals it, and the lock of a plan.
 * @returns The store. An entry that can't be opened, or whose row is gone, is given without
 * a body.
 */
export function createJournalStore(
  { database, sealer, withPlanLock }: JournalStoreOptions,
): ChangeStore {
  const { owner } = sealer;
  const lists = createEntryLists({ database, sealer });
  // Opening a thousand entries at every read would cost more than the read.
  const opened = new Map<string, OpenedEntry>();

  const spend = (code: string, now: number, spentBy: string): boolean =>
    database.run(
      "UPDATE confirmations SET spent_at = ?, spent_by = ? " +
        "WHERE owner = ? AND code = ? AND spent_at IS NULL AND expires_at > ?",
      now,
      spentBy,
      owner,
      code,
      now,
    ) > 0;
  const save = ({ operationId, at }: StoredEntry, plan: string, body: Bytes): void => {
    database.run(
      "INSERT INTO entries (owner, plan, operation_id, at, revision, body) " +
        "VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET " +
        "body = excluded.body, revision = revision + 1",
      owner,
      plan,
      operationId,
      at,
      body,
    );
    database.run(
      "DELETE FROM entries WHERE owner = ? AND plan = ? AND place NOT IN " +
        "(SELECT place FROM entries WHERE owner = ? AND plan = ? ORDER BY place DESC LIMIT ?)",
      owner,
      plan,
      owner,
      plan,
      MOST_ENTRIES,
    );
  };
  const openEntry = async (row: SqlRow, planId: string): Promise<StoredEntry> => {
    const [operationId, revision] = [String(row["operation_id"]), Number(row["revision"])];
    const known = opened.get(`${planId} ${operationId}`);
    if (known?.revision === revision) return known.entry;
    const kept = { operationId, planId, at: Number(row["at"]) };
    try {
      const body = await openJson<unknown>(sealer, row["body"], aboutEntry(planId, operationId));
      const entry = { ...kept, body };
      opened.set(`${planId} ${operationId}`, { revision, entry });
      return entry;
    } catch {
      return { ...kept, body: null };
    }
  };
  /** Writes an entry and its line in the table of contents; whatever happens to the machine. */
  const written = async (entry: StoredEntry, write: () => boolean): Promise<boolean> => {
    for (;;) {
      const list = await lists.adding(entry);
      const isWritten = database.inDurableTransaction((): boolean | null => {
        if (!list.isNext()) return null;
        if (!write()) return false;
        list.write();
        return true;
      });
      if (isWritten !== null) return isWritten;
    }
  };
  return {
    refusal: (): Promise<null> => Promise.resolve(null),
    async saveConfirmation({ code, expiresAt, spentAt, spentBy, planId, body }): Promise<void> {
      const name = await codeName(sealer, code);
      const sealed = await sealJson(sealer, { planId, body }, aboutCode(name));
      database.inTransaction(() => {
        database.run(
          "DELETE FROM confirmations WHERE owner = ? AND expires_at < ?",
          owner,
          expiresAt - KEPT_EXPIRED_MS,
        );
        database.run(
          "INSERT OR REPLACE INTO confirmations VALUES (?, ?, ?, ?, ?, ?)",
          owner,
          name,
          expiresAt,
          spentAt,
          sealed,
          spentBy,
        );
      });
    },
    async findConfirmation(code): Promise<StoredConfirmation | null> {
      const name = await codeName(sealer, code);
      const row = database.get(
        "SELECT * FROM confirmations WHERE owner = ? AND code = ?",
        owner,
        name,
      );
      if (row === undefined) return null;
      const { planId, body } = await openJson<Pick<StoredConfirmation, "planId" | "body">>(
        sealer,
        row["body"],
        aboutCode(name),
      );
      const spentAt = row["spent_at"] as number | null;
      const spentBy = row["spent_by"] as string | null;
      return { code, planId, body, expiresAt: Number(row["expires_at"]), spentAt, spentBy };
    },
    async spendConfirmation(code, now): Promise<boolean> {
      return spend(await codeName(sealer, code), now, DECLINED);
    },
    async begin({ code, entry, now }: Beginning): Promise<boolean> {
      const plan = await planName(sealer, entry.planId);
      const name = code === null ? null : await codeName(sealer, code);
      const body = await sealedEntry(sealer, entry);
      return await written(entry, () => {
        if (name !== null && !spend(name, now, entry.operationId)) return false;
        save(entry, plan, body);
        return true;
      });
    },
    async saveEntry(entry): Promise<void> {
      const plan = await planName(sealer, entry.planId);
      const body = await sealedEntry(sealer, entry);
      await written(entry, () => {
        save(entry, plan, body);
        return true;
      });
    },
    async entries(planId): Promise<readonly StoredEntry[]> {
      const plan = await planName(sealer, planId);
      const rows = database.all(
        "SELECT * FROM entries WHERE owner = ? AND plan = ? ORDER BY place DESC",
        owner,
        plan,
      );
      const found = await Promise.all(rows.map((row) => openEntry(row, planId)));
      const ids = new Set(found.map(({ operationId }) => operationId));
      const listed = await lists.find(planId) ?? [];
      const lost = listed.filter(({ operationId }) => !ids.has(operationId));
      if (lost.length === 0) return found;
      const gone = lost.map((entry): StoredEntry => ({ ...entry, planId, body: null }));
      return [...found, ...gone].toSorted((one, other) => other.at - one.at);
    },
    async countOthers(planIds): Promise<number> {
      const plans = await Promise.all(planIds.map((planId) => planName(sealer, planId)));
      const places = plans.map(() => "?").join(", ");
      const row = database.get(
        `SELECT count(*) AS count FROM entries WHERE owner = ? AND plan NOT IN (${places})`,
        owner,
        ...plans,
      );
      return Number(row?.["count"] ?? 0);
    },
    withPlanLock,
  };
}

/**
 * Carries over what can be read of a damaged journal.
 *
 * @param from The damaged file.
 * @param to A new one.
 * @returns How many entries came over.
 */
export function salvage(from: Database, to: Database): number {
  for (const table of ["requests", "closings", "confirmations", "entry_lists"]) {
    copyRows(from, to, table);
  }
  // From both ends: what lies behind the damage may still be read from there.
  return copyRows(from, to, "entries ORDER BY place") +
    copyRows(from, to, "entries ORDER BY place DESC");
}

function copyRows(from: Database, to: Database, table: string): number {
  const [name] = table.split(" ");
  let count = 0;
  try {
    for (const row of from.iterate(`SELECT * FROM ${table}`)) {
      const values = Object.values(row);
      const places = values.map(() => "?").join(", ");
      // By name: an older version has fewer columns.
      const columns = Object.keys(row).join(", ");
      count += to.run(`INSERT OR IGNORE INTO ${name} (${columns}) VALUES (${places})`, ...values);
    }
  } catch {
    // The damage ends it; what came before has come over.
  }
  return count;
}

function codeName(sealer: Sealer, code: string): Promise<string> {
  return sealer.nameOf(`code ${code}`);
}

function aboutCode(name: string): string {
  return `confirmation\n${name}`;
}

function aboutEntry(planId: string, operationId: string): string {
  return `${planId}\nentry\n${operationId}`;
}

function sealedEntry(sealer: Sealer, { planId, operationId, body }: StoredEntry): Promise<Bytes> {
  return sealJson(sealer, body, aboutEntry(planId, operationId));
}
