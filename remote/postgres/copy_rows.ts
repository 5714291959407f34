import { DAY_MS } from "../../domain/base/day.ts";
import type {
  BlobLook,
  CollectionRow,
  CollectionRows,
  CollectionWrite,
  CopyRows,
  Looking,
  MonthCurrency,
  MonthKey,
  MonthRow,
  MonthRows,
} from "../../sync/store/backend.ts";
import type { Bytes } from "../../sync/store/sealer.ts";
import { bytesIn, type Database, hasWritten } from "./database.ts";
import { type HandleOptions, heldByOther } from "./lease_rows.ts";
import { SCHEMA } from "./schema.ts";
import type { CollectionMark } from "../../sync/store/store.ts";
import type { Query, Row } from "./driver_shape.ts";

/** What an owner has left unused for so long is forgotten, in milliseconds. */
const UNUSED_MS = 90 * DAY_MS;

const TABLES: readonly string[] = [
  "plans",
  "collections",
  "parts",
  "months",
  "reserved_ids",
  "touches",
];

/** Opens the copy of one owner. */
export function createCopyRows(handle: HandleOptions): CopyRows {
  const { database, owner } = handle;
  const collections = createCollectionRows(database, owner);
  return {
    collections,
    months: createMonthRows(database, owner),
    async loadPlans(): Promise<Bytes | null> {
      const { rows: [row] } = await database.query(
        `SELECT body FROM ${SCHEMA}.plans WHERE owner = $1`,
        [owner],
      );
      return row === undefined ? null : bytesIn(row["body"]);
    },
    async savePlans(body): Promise<void> {
      await database.query(
        `INSERT INTO ${SCHEMA}.plans VALUES ($1, $2) ` +
          "ON CONFLICT (owner) DO UPDATE SET body = excluded.body",
        [owner, body],
      );
    },
    async forgetPlan(plan, forgotten): Promise<void> {
      await database.inTransaction(async (query) => {
        await query(`DELETE FROM ${SCHEMA}.months WHERE owner = $1 AND plan = $2`, [owner, plan]);
        for (const { name, epoch } of forgotten) {
          await query(
            `UPDATE ${SCHEMA}.collections SET epoch = $3, is_forgotten = true ` +
              "WHERE owner = $1 AND name = $2",
            [owner, name, epoch],
          );
        }
      });
    },
    async addReservedIds(plan, body): Promise<void> {
      await database.query(`INSERT INTO ${SCHEMA}.reserved_ids VALUES ($1, $2, $3, $4)`, [
        owner,
        plan,
        globalThis.crypto.randomUUID(),
        body,
      ]);
    },
    async reservedIds(plan): Promise<readonly Bytes[]> {
      const { rows } = await database.query(
        `SELECT body FROM ${SCHEMA}.reserved_ids WHERE owner = $1 AND plan = $2`,
        [owner, plan],
      );
      return rows.map(({ body }) => bytesIn(body));
    },
    async touch(plan): Promise<number> {
      const { rows: [row] } = await database.query(
        `INSERT INTO ${SCHEMA}.touches AS touched VALUES ($1, $2, 1) ` +
          "ON CONFLICT (owner, plan) DO UPDATE SET count = touched.count + 1 RETURNING count",
        [owner, plan],
      );
      return Number(row?.["count"]);
    },
  };
}

/** Takes note that an owner's copy is used, and forgets what others have left unused. */
export async function forgetUnused(database: Database, owner: string): Promise<void> {
  const { now } = database;
  // One update per day is enough; otherwise every start would write.
  const noted = await database.query(
    `INSERT INTO ${SCHEMA}.owners AS known VALUES ($1, ${now}) ON CONFLICT (owner) ` +
      "DO UPDATE SET used_at = excluded.used_at WHERE known.used_at < excluded.used_at - $2::bigint",
    [owner, DAY_MS],
  );
  if (!hasWritten(noted)) return;
  await database.inTransaction(async (query) => {
    const { rows } = await query(
      `DELETE FROM ${SCHEMA}.owners WHERE used_at < ${now} - $1::bigint RETURNING owner`,
      [UNUSED_MS],
    );
    const unused = rows.map((row) => row["owner"]);
    if (unused.length === 0) return;
    for (const table of TABLES) {
      await query(`DELETE FROM ${SCHEMA}.${table} WHERE owner = ANY($1::text[])`, [unused]);
    }
  });
}

/** Rows of one statement: several spare the way there and back. */
const AT_ONCE = 20;

/** Opens the collections of one owner. */
export function createCollectionRows(database: Database, owner: string): CollectionRows {
  const find = async (
    name: string,
    since: CollectionMark | null,
  ): Promise<CollectionRow | null> => {
    const { rows } = await database.query(FOUND, [
      owner,
      name,
      since?.epoch ?? "",
      since?.version ?? 0,
    ]);
    const row = rows.find(({ part }) => part === null);
    if (row === undefined) return null;
    const parts = rows.filter((one) => one !== row);
    const isWhole = row["epoch"] !== since?.epoch;
    // The reader can't tell which part was removed.
    if (!isWhole && parts.some(({ body }) => body === null)) return await find(name, null);
    return rowOf(row, parts, isWhole);
  };
  return {
    find,
    async stateAt(name, { epoch, version }): Promise<Bytes | null> {
      const { rows: [row] } = await database.query(
        `SELECT state FROM ${SCHEMA}.collections ` +
          "WHERE owner = $1 AND name = $2 AND epoch = $3 AND version = $4",
        [owner, name, epoch, version],
      );
      return row === undefined ? null : bytesIn(row["state"]);
    },
    async write(name, change): Promise<boolean> {
      return await database.inTransaction(
        (query) => isWritten(query, [owner, name], change),
        (isFirst) => isFirst,
      );
    },
    async forget(name): Promise<void> {
      await database.inTransaction(async (query) => {
        await query(`DELETE FROM ${SCHEMA}.collections WHERE owner = $1 AND name = $2`, [
          owner,
          name,
        ]);
        await query(`DELETE FROM ${SCHEMA}.parts WHERE owner = $1 AND collection = $2`, [
          owner,
          name,
        ]);
      });
    },
  };
}

/** One statement, so one snapshot: the collection, and with it either what is newer or all. */
const FOUND = `
  WITH found AS (SELECT * FROM ${SCHEMA}.collections WHERE owner = $1 AND name = $2)
  SELECT NULL AS part, version, NULL AS body, epoch, is_forgotten, state, deleted FROM found
  UNION ALL
  SELECT parts.name, parts.version, parts.body, NULL, NULL, NULL, NULL
  FROM found JOIN ${SCHEMA}.parts AS parts ON parts.owner = $1 AND parts.collection = $2
  WHERE CASE WHEN found.epoch = $3 THEN parts.version > $4 ELSE parts.body IS NOT NULL END`;

function rowOf(row: Row, parts: readonly Row[], isWhole: boolean): CollectionRow {
  return {
    mark: { epoch: String(row["epoch"]), version: Number(row["version"]) },
    isForgotten: row["is_forgotten"] === true,
    state: bytesIn(row["state"]),
    deleted: bytesIn(row["deleted"]),
    parts: parts.map(({ part, version, body }) => ({
      name: String(part),
      version: Number(version),
      body: bytesIn(body),
    })),
    isWhole,
  };
}

type Key = readonly [owner: string, name: string];

async function isWritten(
  query: Query,
  key: Key,
  { seen, mark, isWhole, state, deleted, parts }: CollectionWrite,
): Promise<boolean> {
  const { epoch, version } = mark;
  // A concurrent writer waits here until the first commits, and then matches no row.
  const first = seen === null
    ? await query(
      `INSERT INTO ${SCHEMA}.collections VALUES ($1, $2, $3, $4, $5, $6, false) ` +
        "ON CONFLICT DO NOTHING",
      [...key, epoch, version, state, deleted ?? new Uint8Array()],
    )
    : await query(
      `UPDATE ${SCHEMA}.collections SET version = $3, state = $4, ` +
        "deleted = coalesce($5, deleted), is_forgotten = false " +
        "WHERE owner = $1 AND name = $2 AND epoch = $6 AND version = $7",
      [...key, version, state, deleted, seen.epoch, seen.version],
    );
  if (!hasWritten(first)) return false;
  if (isWhole) {
    await query(
      `UPDATE ${SCHEMA}.parts SET body = NULL, version = $3 ` +
        "WHERE owner = $1 AND collection = $2 AND body IS NOT NULL",
      [...key, version],
    );
  }
  await insertParts(query, parts.map(({ name, body }) => [...key, name, version, body]));
  return true;
}

/** Rows as values one by one: arrays of bytes are several times slower. */
async function insertParts(
  query: Query,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    let nth = 0;
    const marks = some.map((row) => `(${row.map(() => `$${++nth}`).join(", ")})`);
    await query(
      `INSERT INTO ${SCHEMA}.parts VALUES ${marks.join(", ")} ` +
        "ON CONFLICT (owner, collection, name) DO UPDATE " +
        "SET version = excluded.version, body = excluded.body",
      some.flat(),
    );
  }
}

/** Opens the months of one owner. */
export function createMonthRows(database: Database, owner: string): MonthRows {
  return {
    async find({ plan, name }: MonthKey, readAfter): Promise<MonthRow | null> {
      const { rows: [row] } = await database.query(
        `SELECT * FROM ${SCHEMA}.months ` +
          "WHERE owner = $1 AND plan = $2 AND name = $3 AND read_at > $4",
        [owner, plan, name, Math.floor(readAfter)],
      );
      return row === undefined ? null : { ...currencyOf(row), body: bytesIn(row["body"]) };
    },
    async save(plan, { name, knowledge, readAt, taggedDay, body }): Promise<void> {
      await database.query(
        `INSERT INTO ${SCHEMA}.months VALUES ($1, $2, $3, $4, $5, $6, $7) ` +
          "ON CONFLICT (owner, plan, name) DO UPDATE SET knowledge = excluded.knowledge, " +
          "read_at = excluded.read_at, utc_day = excluded.utc_day, body = excluded.body",
        [owner, plan, name, knowledge, readAt, taggedDay, body],
      );
    },
    async list(plan): Promise<readonly MonthCurrency[]> {
      const { rows } = await database.query(
        `SELECT name, knowledge, read_at, utc_day FROM ${SCHEMA}.months ` +
          "WHERE owner = $1 AND plan = $2",
        [owner, plan],
      );
      return rows.map(currencyOf);
    },
    async note(plan, { changed, askedAt, knowledge, standing }): Promise<void> {
      await database.inTransaction(async (query) => {
        if (changed.length > 0) {
          await query(
            `DELETE FROM ${SCHEMA}.months ` +
              "WHERE owner = $1 AND plan = $2 AND name = ANY($3::text[]) AND read_at <= $4",
            [owner, plan, changed, askedAt],
          );
        }
        for (const { name, from, to } of standing) {
          await query(
            `UPDATE ${SCHEMA}.months SET knowledge = $4, utc_day = $5 ` +
              "WHERE owner = $1 AND plan = $2 AND name = $3 AND utc_day = $6",
            [owner, plan, name, knowledge, to, from],
          );
        }
      });
    },
  };
}

function currencyOf(row: Row): MonthCurrency {
  const { knowledge } = row;
  return {
    name: String(row["name"]),
    knowledge: knowledge === null ? null : Number(knowledge),
    readAt: Number(row["read_at"]),
    taggedDay: String(row["utc_day"]),
  };
}

/** Looks at a plan. */
export async function lookAt(
  { database, owner, holder }: HandleOptions,
  collections: Pick<CollectionRows, "find">,
  { plan, seen, lease }: Looking,
): Promise<BlobLook> {
  const { rows } = await database.query(
    `SELECT ${database.now} AS now, ${heldByOther(database)} AS is_held, ` +
      `(SELECT count FROM ${SCHEMA}.touches AS touched ` +
      "WHERE touched.owner = $1 AND touched.plan = $4) AS touches, " +
      "kept.name, kept.epoch, kept.version FROM (SELECT 1) AS always " +
      `LEFT JOIN ${SCHEMA}.collections AS kept ` +
      "ON kept.owner = $1 AND kept.name = ANY($5::text[])",
    [owner, lease, holder, plan, seen.map(({ name }) => name)],
  );
  const [first] = rows;
  return {
    touches: Number(first?.["touches"] ?? 0),
    isHeld: first?.["is_held"] === true,
    now: Number(first?.["now"]),
    moved: await moved(collections, seen, rows),
  };
}

/** A snapshot for each: anything written in between is only newer. */
async function moved(
  collections: Pick<CollectionRows, "find">,
  seen: Looking["seen"],
  standing: readonly Row[],
): Promise<readonly (CollectionRow & { readonly name: string })[]> {
  const found: (CollectionRow & { readonly name: string })[] = [];
  for (const { name, mark } of seen) {
    const row = standing.find((one) => one["name"] === name);
    const isSame = row?.["epoch"] === mark.epoch && Number(row["version"]) === mark.version;
    const collection = row === undefined || isSame ? null : await collections.find(name, mark);
    if (collection !== null) found.push({ ...collection, name });
  }
  return found;
}
