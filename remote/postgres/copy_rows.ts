import { DAY_MS } from "../../domain/base/day.ts";
import type {
  BlobPoll,
  CollectionRow,
  CollectionRows,
  CollectionWrite,
  CopyRows,
  MonthCurrency,
  MonthKey,
  MonthRow,
  MonthRows,
  PollRequest,
} from "../../sync/store/backend.ts";
import type { Bytes } from "../../sync/store/sealer.ts";
import type { CollectionMark } from "../../sync/store/store.ts";
import { bytesIn, type Database, OwnerQueries, type Row } from "./database.ts";
import { deleteExpired } from "./value_rows.ts";
import { type HandleOptions, heldByOther } from "./lease_rows.ts";
import { SCHEMA } from "./schema.ts";

/** How long an unused owner's cache is kept, in milliseconds. */
const UNUSED_MS = 90 * DAY_MS;

const TABLES: readonly string[] = [
  "plans",
  "collections",
  "parts",
  "months",
  "reserved_ids",
  "touches",
  "kept",
];

/** Opens the cache of one owner. */
export function createCopyRows({ database, owner }: HandleOptions): CopyRows {
  const own = new OwnerQueries(database.query, owner);
  return {
    collections: createCollectionRows(database, owner),
    months: createMonthRows(database, owner),
    async loadPlans(): Promise<Bytes | null> {
      const row = await own.first(`SELECT body FROM ${SCHEMA}.plans WHERE owner = $1`);
      return row === undefined ? null : bytesIn(row["body"]);
    },
    async savePlans(body): Promise<void> {
      await own.write(
        `INSERT INTO ${SCHEMA}.plans VALUES ($1, $2) ` +
          "ON CONFLICT (owner) DO UPDATE SET body = excluded.body",
        body,
      );
    },
    async forgetPlan(plan, forgotten): Promise<void> {
      await database.inTransaction(async (query) => {
        const within = new OwnerQueries(query, owner);
        await within.write(`DELETE FROM ${SCHEMA}.months WHERE owner = $1 AND plan = $2`, plan);
        for (const { name, epoch } of forgotten) {
          await within.write(
            `UPDATE ${SCHEMA}.collections SET epoch = $3, is_forgotten = true ` +
              "WHERE owner = $1 AND name = $2",
            ...[name, epoch],
          );
        }
      });
    },
    async addReservedIds(plan, body): Promise<void> {
      const id = globalThis.crypto.randomUUID();
      await own.write(`INSERT INTO ${SCHEMA}.reserved_ids VALUES ($1, $2, $3, $4)`, plan, id, body);
    },
    async reservedIds(plan): Promise<readonly Bytes[]> {
      const where = "WHERE owner = $1 AND plan = $2";
      const rows = await own.all(`SELECT body FROM ${SCHEMA}.reserved_ids ${where}`, plan);
      return rows.map(({ body }) => bytesIn(body));
    },
    async touch(plan): Promise<number> {
      const row = await own.first(
        `INSERT INTO ${SCHEMA}.touches AS touched VALUES ($1, $2, 1) ` +
          "ON CONFLICT (owner, plan) DO UPDATE SET count = touched.count + 1 RETURNING count",
        plan,
      );
      return Number(row?.["count"]);
    },
  };
}

/** Marks an owner's cache as used, and deletes the caches that other owners stopped using. */
export async function forgetUnused(database: Database, owner: string): Promise<void> {
  const { now } = database;
  // Update once per day at most; otherwise every start would write.
  const isNoted = await new OwnerQueries(database.query, owner).write(
    `INSERT INTO ${SCHEMA}.owners AS known VALUES ($1, ${now}) ON CONFLICT (owner) ` +
      "DO UPDATE SET used_at = excluded.used_at WHERE known.used_at < excluded.used_at - $2::bigint",
    DAY_MS,
  );
  if (!isNoted) return;
  await database.inTransaction(async (query) => {
    await deleteExpired(query, database);
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

/** Rows per statement, to save round trips. */
const ROWS_AT_ONCE = 20;

/** Opens the collections of one owner. */
function createCollectionRows(database: Database, owner: string): CollectionRows {
  const own = new OwnerQueries(database.query, owner);
  const find = async (
    name: string,
    since: CollectionMark | null,
  ): Promise<CollectionRow | null> => {
    const rows = await own.all(FIND, name, since?.epoch ?? "", since?.version ?? 0);
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
      const row = await own.first(
        `SELECT state FROM ${SCHEMA}.collections ` +
          "WHERE owner = $1 AND name = $2 AND epoch = $3 AND version = $4",
        ...[name, epoch, version],
      );
      return row === undefined ? null : bytesIn(row["state"]);
    },
    async write(name, change): Promise<boolean> {
      return await database.inTransaction(
        (query) => writeCollection(new OwnerQueries(query, owner), name, change),
        (isFirst) => isFirst,
      );
    },
    async forget(name): Promise<void> {
      await database.inTransaction(async (query) => {
        const within = new OwnerQueries(query, owner);
        const where = "WHERE owner = $1 AND";
        await within.write(`DELETE FROM ${SCHEMA}.collections ${where} name = $2`, name);
        await within.write(`DELETE FROM ${SCHEMA}.parts ${where} collection = $2`, name);
      });
    },
  };
}

/**
 * Selects the collection and its newer parts in one snapshot, or all parts if the epoch differs.
 */
const FIND = `
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

/** Writes a collection unless another process has written since; returns whether it wrote. */
async function writeCollection(
  within: OwnerQueries,
  name: string,
  { seen, mark: { epoch, version }, isWhole, state, deleted, parts }: CollectionWrite,
): Promise<boolean> {
  // A concurrent writer waits here until the first one commits, and then matches no row.
  const isFirst = seen === null
    ? await within.write(
      `INSERT INTO ${SCHEMA}.collections VALUES ($1, $2, $3, $4, $5, $6, false) ` +
        "ON CONFLICT DO NOTHING",
      ...[name, epoch, version, state, deleted ?? new Uint8Array()],
    )
    : await within.write(
      `UPDATE ${SCHEMA}.collections SET version = $3, state = $4, ` +
        "deleted = coalesce($5, deleted), is_forgotten = false " +
        "WHERE owner = $1 AND name = $2 AND epoch = $6 AND version = $7",
      ...[name, version, state, deleted, seen.epoch, seen.version],
    );
  if (!isFirst) return false;
  if (isWhole) {
    await within.write(
      `UPDATE ${SCHEMA}.parts SET body = NULL, version = $3 ` +
        "WHERE owner = $1 AND collection = $2 AND body IS NOT NULL",
      ...[name, version],
    );
  }
  // Each row as separate values, because arrays of bytes are several times slower.
  for (let from = 0; from < parts.length; from += ROWS_AT_ONCE) {
    const some = parts.slice(from, from + ROWS_AT_ONCE);
    const marks = some.map((_, at) => `($1, $2, $${4 + at * 2}, $3, $${5 + at * 2})`);
    await within.write(
      `INSERT INTO ${SCHEMA}.parts VALUES ${marks.join(", ")} ` +
        "ON CONFLICT (owner, collection, name) DO UPDATE " +
        "SET version = excluded.version, body = excluded.body",
      ...[name, version, ...some.flatMap((part) => [part.name, part.body])],
    );
  }
  return true;
}

/** Opens the months of one owner. */
function createMonthRows(database: Database, owner: string): MonthRows {
  const own = new OwnerQueries(database.query, owner);
  return {
    async find({ plan, name }: MonthKey, readAfter): Promise<MonthRow | null> {
      const row = await own.first(
        `SELECT * FROM ${SCHEMA}.months ` +
          "WHERE owner = $1 AND plan = $2 AND name = $3 AND read_at > $4",
        ...[plan, name, Math.floor(readAfter)],
      );
      return row === undefined ? null : { ...currencyOf(row), body: bytesIn(row["body"]) };
    },
    async save(plan, { name, knowledge, readAt, taggedDay, body }): Promise<void> {
      await own.write(
        `INSERT INTO ${SCHEMA}.months VALUES ($1, $2, $3, $4, $5, $6, $7) ` +
          "ON CONFLICT (owner, plan, name) DO UPDATE SET knowledge = excluded.knowledge, " +
          "read_at = excluded.read_at, utc_day = excluded.utc_day, body = excluded.body",
        ...[plan, name, knowledge, readAt, taggedDay, body],
      );
    },
    async list(plan): Promise<readonly MonthCurrency[]> {
      const columns = "name, knowledge, read_at, utc_day";
      const where = "WHERE owner = $1 AND plan = $2";
      return (await own.all(`SELECT ${columns} FROM ${SCHEMA}.months ${where}`, plan))
        .map(currencyOf);
    },
    async note(plan, { changed, askedAt, knowledge, standing }): Promise<void> {
      await database.inTransaction(async (query) => {
        const within = new OwnerQueries(query, owner);
        if (changed.length > 0) {
          await within.write(
            `DELETE FROM ${SCHEMA}.months ` +
              "WHERE owner = $1 AND plan = $2 AND name = ANY($3::text[]) AND read_at <= $4",
            ...[plan, changed, askedAt],
          );
        }
        for (const { name, from, to } of standing) {
          await within.write(
            `UPDATE ${SCHEMA}.months SET knowledge = $4, utc_day = $5 ` +
              "WHERE owner = $1 AND plan = $2 AND name = $3 AND utc_day = $6",
            ...[plan, name, knowledge, to, from],
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

export async function pollCopy(
  { database, owner, holder }: HandleOptions,
  collections: Pick<CollectionRows, "find">,
  { plan, seen, lease }: PollRequest,
): Promise<BlobPoll> {
  const rows = await new OwnerQueries(database.query, owner).all(
    `SELECT ${database.now} AS now, ${heldByOther(database)} AS is_held, ` +
      `(SELECT count FROM ${SCHEMA}.touches AS touched ` +
      "WHERE touched.owner = $1 AND touched.plan = $4) AS touches, " +
      "stored.name, stored.epoch, stored.version FROM (SELECT 1) AS always " +
      `LEFT JOIN ${SCHEMA}.collections AS stored ` +
      "ON stored.owner = $1 AND stored.name = ANY($5::text[])",
    ...[lease, holder, plan, seen.map(({ name }) => name)],
  );
  const [first] = rows;
  // One snapshot per collection. Anything written between two snapshots is only newer.
  const moved: (CollectionRow & { readonly name: string })[] = [];
  for (const { name, mark } of seen) {
    const row = rows.find((one) => one["name"] === name);
    const isSame = row?.["epoch"] === mark.epoch && Number(row["version"]) === mark.version;
    const collection = row === undefined || isSame ? null : await collections.find(name, mark);
    if (collection !== null) moved.push({ ...collection, name });
  }
  return {
    touches: Number(first?.["touches"] ?? 0),
    isHeld: first?.["is_held"] === true,
    now: Number(first?.["now"]),
    moved,
  };
}
