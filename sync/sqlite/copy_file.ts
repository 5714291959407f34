/**
 * The copy of the plans in a file: collections in sealed parts, months and the list of
 * plans. It may be deleted at any time; what is lost is read again.
 *
 * @module
 */

import type { MonthDetail } from "../../client/wire/plan_month.ts";
import { packPart, unpackParts } from "../pack_rows.ts";
import { bytesIn, openJson, sealJson } from "../sealed_json.ts";
import type { Bytes, Sealer } from "../sealer.ts";
import type {
  CollectionChange,
  CollectionMark,
  CollectionName,
  CollectionOf,
  CollectionState,
  MonthOf,
  MonthsNews,
  Store,
  StoredCollection,
  StoredMonth,
  StoredPart,
  StoredPlans,
} from "../store.ts";
import type { Database, FileKind, SqlRow } from "./database.ts";

const COLLECTIONS: readonly CollectionName[] = [
  "transactions",
  "accounts",
  "categories",
  "scheduled_transactions",
  "months",
];
/** Parts that are unpacked at once. */
const AT_ONCE = 16;
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

/** The part of a store that holds the copy. */
export type CopyStore = Omit<
  Store,
  "ledger" | "changes" | "lockLoad" | "whileWriting" | "writingEnded"
>;

/** What a copy store works with. */
export interface CopyStoreOptions {
  readonly database: Database;
  readonly sealer: Sealer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface SealedPart {
  readonly name: string;
  readonly body: Bytes;
}

/** What was read of a collection, still sealed. */
interface FoundRows {
  readonly row: SqlRow;
  readonly parts: readonly SqlRow[];
  readonly isWhole: boolean;
}

/**
 * Opens the copy of one token.
 *
 * @param options The file, and what seals it.
 * @returns The store; what can't be opened counts as not there.
 */
export function createCopyStore({ database, sealer, now }: CopyStoreOptions): CopyStore {
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
    loadCollection: (of, since) => loadCollection({ database, sealer }, of, since),
    applyChange: (of, change) => applyChange({ database, sealer }, of, change),
    async loadMonth(of: MonthOf, readAfter: number): Promise<StoredMonth | null> {
      const [plan, name] = await monthNames(sealer, of);
      const row = database.get(
        "SELECT * FROM months WHERE owner = ? AND plan = ? AND name = ? AND read_at > ?",
        owner,
        plan,
        name,
        readAfter,
      );
      if (row === undefined) return null;
      const detail = await openJson<MonthDetail>(sealer, row["body"], aboutMonth(of));
      const knowledge = row["knowledge"] as number | null;
      return { detail, knowledge, readAt: Number(row["read_at"]), utcDay: String(row["utc_day"]) };
    },
    async saveMonth(planId, { detail, knowledge, readAt, utcDay }): Promise<void> {
      const of = { planId, month: detail.month };
      const [plan, name] = await monthNames(sealer, of);
      const body = await sealJson(sealer, detail, aboutMonth(of));
      database.run(
        "INSERT OR REPLACE INTO months VALUES (?, ?, ?, ?, ?, ?, ?)",
        owner,
        plan,
        name,
        knowledge,
        readAt,
        utcDay,
        body,
      );
    },
    async noteMonths(planId, { changed, from, to, askedAt }: MonthsNews): Promise<void> {
      const names = await Promise.all(
        [...changed].map(async (month) => (await monthNames(sealer, { planId, month }))[1]),
      );
      const plan = await planName(sealer, planId);
      database.inTransaction(() => {
        for (const name of names) {
          database.run(
            "DELETE FROM months WHERE owner = ? AND plan = ? AND name = ? AND read_at <= ?",
            owner,
            plan,
            name,
            askedAt,
          );
        }
        database.run(
          "UPDATE months SET knowledge = ? WHERE owner = ? AND plan = ? " +
            "AND knowledge BETWEEN ? AND ? AND name NOT IN (SELECT value FROM json_each(?))",
          to,
          owner,
          plan,
          from,
          to,
          JSON.stringify(names),
        );
      });
    },
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

type Tools = Pick<CopyStoreOptions, "database" | "sealer">;

async function loadCollection(
  { database, sealer }: Tools,
  of: CollectionOf,
  since: CollectionMark | null,
): Promise<StoredCollection | null> {
  const name = await collectionName(sealer, of);
  const found = database.inSnapshot(() => foundRows(database, [sealer.owner, name], since));
  if (found === null) return null;
  const { row, parts, isWhole } = found;
  const mark = { epoch: String(row["epoch"]), version: Number(row["version"]) };
  const areKeysNew = isWhole || Number(row["deleted_version"]) > (since?.version ?? 0);
  try {
    const [state, deletedKeys, unpacked] = await Promise.all([
      openJson<CollectionState>(sealer, row["state"], about(of, "state")),
      areKeysNew ? openJson<string[]>(sealer, row["deleted"], about(of, "deleted")) : null,
      openParts(sealer, parts, of),
    ]);
    const ordered = unpacked.toSorted((one, other) => one.part < other.part ? -1 : 1);
    const kept = isWhole ? ordered.filter(({ records }) => records.length > 0) : ordered;
    const isForgotten = row["is_forgotten"] === 1;
    const whole = { mark, state, isWhole, isForgotten };
    if (!isForgotten) return { ...whole, parts: kept, deletedKeys };
    const taken = kept.flatMap(({ keys }) => keys);
    return { ...whole, parts: [], deletedKeys: [...deletedKeys ?? [], ...taken] };
  } catch (error) {
    // Nothing that can be read again is worth more than this.
    database.inTransaction(() => forgetCollection(database, sealer.owner, name));
    throw error;
  }
}

function foundRows(
  database: Database,
  key: readonly [owner: string, name: string],
  since: CollectionMark | null,
): FoundRows | null {
  const row = database.get("SELECT * FROM collections WHERE owner = ? AND name = ?", ...key);
  if (row === undefined) return null;
  if (since !== null && row["epoch"] === since.epoch) {
    const parts = database.all(
      "SELECT name, body FROM parts WHERE owner = ? AND collection = ? AND version > ?",
      ...key,
      since.version,
    );
    // Nothing tells the reader which part it was that is no more.
    if (parts.every(({ body }) => body !== null)) return { row, parts, isWhole: false };
  }
  const parts = database.all(
    "SELECT name, body FROM parts WHERE owner = ? AND collection = ? AND body IS NOT NULL",
    ...key,
  );
  return { row, parts, isWhole: true };
}

/** Unpacks some parts while others are still being opened beside it. */
async function openParts(
  sealer: Sealer,
  rows: readonly SqlRow[],
  of: CollectionOf,
): Promise<readonly StoredPart[]> {
  const opening = rows.map(({ name, body }) =>
    sealer.open(bytesIn(body), about(of, `part ${name}`))
  );
  const parts: StoredPart[] = [];
  // One that fails is told when its turn comes.
  for (const one of opening) one.catch(() => {});
  for (let at = 0; at < opening.length; at += AT_ONCE) {
    parts.push(...unpackParts(await Promise.all(opening.slice(at, at + AT_ONCE))));
  }
  return parts;
}

async function applyChange(
  { database, sealer }: Tools,
  of: CollectionOf,
  change: CollectionChange,
): Promise<CollectionMark | null> {
  const name = await collectionName(sealer, of);
  const state = await sealJson(sealer, change.state, about(of, "state"));
  const deleted = change.deletedKeys === null
    ? null
    : await sealJson(sealer, change.deletedKeys, about(of, "deleted"));
  const parts: SealedPart[] = [];
  // One after another: a reader who waits for an answer comes in between.
  for (const part of change.parts) parts.push(await sealedPart(sealer, part, of));
  const { mark: seen, isWhole } = change;
  const written = { seen, isWhole, state, deleted, parts };
  return database.inTransaction(() => write(database, [sealer.owner, name], written));
}

interface SealedChange {
  readonly seen: CollectionMark | null;
  readonly isWhole: boolean;
  readonly state: Bytes;
  readonly deleted: Bytes | null;
  readonly parts: readonly SealedPart[];
}

function write(
  database: Database,
  key: readonly [owner: string, name: string],
  { seen, isWhole, state, deleted, parts }: SealedChange,
): CollectionMark | null {
  const row = database.get(
    "SELECT epoch, version FROM collections WHERE owner = ? AND name = ?",
    ...key,
  );
  const isSeen = row?.["epoch"] === seen?.epoch && row?.["version"] === seen?.version;
  if (!isSeen) return null;
  const mark = { epoch: seen?.epoch ?? randomEpoch(), version: (seen?.version ?? 0) + 1 };
  const { epoch, version } = mark;
  database.run(
    "INSERT INTO collections VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO UPDATE SET " +
      "version = excluded.version, state = excluded.state, is_forgotten = 0",
    ...key,
    epoch,
    version,
    state,
    deleted ?? new Uint8Array(),
    version,
  );
  if (deleted !== null) {
    database.run(
      "UPDATE collections SET deleted = ?, deleted_version = ? WHERE owner = ? AND name = ?",
      deleted,
      version,
      ...key,
    );
  }
  if (isWhole) {
    database.run(
      "UPDATE parts SET body = NULL, version = ? " +
        "WHERE owner = ? AND collection = ? AND body IS NOT NULL",
      version,
      ...key,
    );
  }
  for (const { name, body } of parts) {
    database.run(
      "INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?)",
      ...key,
      name,
      version,
      body,
    );
  }
  return mark;
}

function aboutTaken(planId: string): string {
  return `${planId}\ntaken`;
}

async function sealedPart(
  sealer: Sealer,
  part: StoredPart,
  of: CollectionOf,
): Promise<SealedPart> {
  const name = await sealer.nameOf(about(of, `part ${part.part}`));
  return { name, body: await sealer.seal(packPart(part), about(of, `part ${name}`)) };
}

function forgetCollection(database: Database, owner: string, name: string): void {
  database.run("DELETE FROM collections WHERE owner = ? AND name = ?", owner, name);
  database.run("DELETE FROM parts WHERE owner = ? AND collection = ?", owner, name);
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

function planName(sealer: Sealer, planId: string): Promise<string> {
  return sealer.nameOf(`plan ${planId}`);
}

function collectionName(sealer: Sealer, { planId, name }: CollectionOf): Promise<string> {
  return sealer.nameOf(`collection ${planId} ${name}`);
}

function monthNames(
  sealer: Sealer,
  { planId, month }: MonthOf,
): Promise<[plan: string, month: string]> {
  return Promise.all([planName(sealer, planId), sealer.nameOf(`month ${planId} ${month}`)]);
}

function about({ planId, name }: CollectionOf, what: string): string {
  return `${planId}\n${name}\n${what}`;
}

function aboutMonth({ planId, month }: MonthOf): string {
  return `${planId}\nmonth\n${month}`;
}

function randomEpoch(): string {
  return globalThis.crypto.randomUUID();
}
