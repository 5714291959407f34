import { DAY_MS } from "../../domain/base/day.ts";
import type {
  BlobPoll,
  CollectionRow,
  CollectionRows,
  CollectionWrite,
  CopyRows,
  MonthCurrency,
  MonthRow,
  MonthRows,
  PollRequest,
} from "./backend.ts";
import type { Bytes } from "./sealer.ts";
import {
  bytesIn,
  isTrue,
  joined,
  type Row,
  Sql,
  sql,
  type SqlDatabase,
  type Steps,
} from "./sql.ts";
import type { CollectionMark } from "./store.ts";

/** Time after which an unused cache is deleted, in milliseconds. */
const UNUSED_MS = 90 * DAY_MS;
/** Number of rows per statement; writing several at once saves round trips. */
const ROWS_AT_ONCE = 20;

/** Tables of the cache. */
export const COPY_TABLES: readonly string[] = [
  "plans",
  "collections",
  "parts",
  "months",
  "reserved_ids",
  "touches",
];

/** Gives access to one owner's cache. */
export function createCopyRows(database: SqlDatabase, owner: string): CopyRows {
  const { schema } = database;
  return {
    collections: createCollectionRows(database, owner),
    months: createMonthRows(database, owner),
    async loadPlans(): Promise<Bytes | null> {
      const [row] = await database.all(
        sql`SELECT body FROM ${schema}.plans WHERE owner = ${owner}`,
      );
      return row === undefined ? null : bytesIn(row["body"]);
    },
    async savePlans(body): Promise<void> {
      await database.all(sql`
        INSERT INTO ${schema}.plans VALUES (${owner}, ${body})
        ON CONFLICT (owner) DO UPDATE SET body = excluded.body`);
    },
    forgetPlan: (plan, collections) =>
      database.transaction(function* (): Steps<void> {
        yield sql`DELETE FROM ${schema}.months WHERE owner = ${owner} AND plan = ${plan}`;
        for (const { name, epoch } of collections) {
          yield sql`
            UPDATE ${schema}.collections SET epoch = ${epoch}, is_forgotten = true
            WHERE owner = ${owner} AND name = ${name}`;
        }
      }),
    async addReservedIds(plan, body): Promise<void> {
      const id = globalThis.crypto.randomUUID();
      await database.all(
        sql`INSERT INTO ${schema}.reserved_ids VALUES (${owner}, ${plan}, ${id}, ${body})`,
      );
    },
    async reservedIds(plan): Promise<readonly Bytes[]> {
      const rows = await database.all(
        sql`SELECT body FROM ${schema}.reserved_ids WHERE owner = ${owner} AND plan = ${plan}`,
      );
      return rows.map(({ body }) => bytesIn(body));
    },
    async touch(plan): Promise<number> {
      const [row] = await database.all(sql`
        INSERT INTO ${schema}.touches AS touched VALUES (${owner}, ${plan}, 1)
        ON CONFLICT (owner, plan) DO UPDATE SET count = touched.count + 1 RETURNING count`);
      return Number(row?.["count"]);
    },
  };
}

/** Marks an owner's cache as used, and deletes caches that their owners stopped using. */
export async function forgetUnused(
  database: SqlDatabase,
  owner: string,
  tables = COPY_TABLES,
): Promise<void> {
  const { schema, now } = database;
  // Update at most once per day, because otherwise every start would write.
  const recent = await database.all(sql`
    SELECT 1 FROM ${schema}.owners
    WHERE owner = ${owner} AND abs(used_at - ${now}) < ${DAY_MS}`);
  if (recent.length > 0) return;
  await database.transaction(function* (): Steps<void> {
    yield sql`
      INSERT INTO ${schema}.owners VALUES (${owner}, ${now})
      ON CONFLICT (owner) DO UPDATE SET used_at = excluded.used_at`;
    const rows = yield sql`
      DELETE FROM ${schema}.owners WHERE used_at < ${now} - ${UNUSED_MS} RETURNING owner`;
    const unused = rows.map((row) => String(row["owner"]));
    if (unused.length === 0) return;
    for (const table of tables) {
      yield sql`DELETE FROM ${schema}.${new Sql([table])} WHERE owner IN ${unused}`;
    }
  });
}

/** Gives access to one owner's collections. */
function createCollectionRows(database: SqlDatabase, owner: string): CollectionRows {
  const { schema } = database;
  const find = async (
    name: string,
    since: CollectionMark | null,
  ): Promise<CollectionRow | null> => {
    const { epoch, version } = since ?? { epoch: "", version: 0 };
    // Reads the collection and its newer parts in one snapshot. If the epoch differs, reads all
    // parts.
    const rows = await database.all(sql`
      WITH found AS (
        SELECT * FROM ${schema}.collections WHERE owner = ${owner} AND name = ${name}
      )
      SELECT NULL AS part, version, NULL AS body, epoch, is_forgotten, state, deleted FROM found
      UNION ALL
      SELECT parts.name, parts.version, parts.body, NULL, NULL, NULL, NULL
      FROM found JOIN ${schema}.parts AS parts
        ON parts.owner = ${owner} AND parts.collection = ${name}
      WHERE CASE WHEN found.epoch = ${epoch} THEN parts.version > ${version}
        ELSE parts.body IS NOT NULL END`);
    const row = rows.find(({ part }) => part === null);
    if (row === undefined) return null;
    const parts = rows.filter((one) => one !== row);
    const isWhole = row["epoch"] !== since?.epoch;
    // Read all parts, because the reader couldn't tell which part was removed.
    if (!isWhole && parts.some(({ body }) => body === null)) return await find(name, null);
    return rowOf(row, parts, isWhole);
  };
  return {
    find,
    async stateAt(name, { epoch, version }): Promise<Bytes | null> {
      const [row] = await database.all(sql`
        SELECT state FROM ${schema}.collections
        WHERE owner = ${owner} AND name = ${name} AND epoch = ${epoch} AND version = ${version}`);
      return row === undefined ? null : bytesIn(row["state"]);
    },
    write: (name, change) =>
      database.transaction(() => writeCollection(schema, { owner, name }, change)),
    forget: (name) =>
      database.transaction(function* (): Steps<void> {
        yield sql`DELETE FROM ${schema}.collections WHERE owner = ${owner} AND name = ${name}`;
        yield sql`DELETE FROM ${schema}.parts WHERE owner = ${owner} AND collection = ${name}`;
      }),
  };
}

function rowOf(row: Row, parts: readonly Row[], isWhole: boolean): CollectionRow {
  return {
    mark: { epoch: String(row["epoch"]), version: Number(row["version"]) },
    isForgotten: isTrue(row["is_forgotten"]),
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

/** Writes a collection; returns `false` if another process has written it in the meantime. */
function* writeCollection(
  schema: Sql,
  { owner, name }: { readonly owner: string; readonly name: string },
  { seen, mark: { epoch, version }, isWhole, state, deleted, parts }: CollectionWrite,
): Steps<boolean> {
  // On PostgreSQL, a second writer waits here until the first has committed, and then updates no
  // row.
  const [written] = yield seen === null
    ? sql`
      INSERT INTO ${schema}.collections VALUES
        (${owner}, ${name}, ${epoch}, ${version}, ${state}, ${deleted ?? new Uint8Array()}, false)
      ON CONFLICT DO NOTHING RETURNING name`
    : sql`
      UPDATE ${schema}.collections SET version = ${version}, state = ${state},
        deleted = coalesce(${deleted}, deleted), is_forgotten = false
      WHERE owner = ${owner} AND name = ${name}
        AND epoch = ${seen.epoch} AND version = ${seen.version} RETURNING name`;
  if (written === undefined) return false;
  if (isWhole) {
    yield sql`
      UPDATE ${schema}.parts SET body = NULL, version = ${version}
      WHERE owner = ${owner} AND collection = ${name} AND body IS NOT NULL`;
  }
  // Insert each row as separate values, because arrays of bytes are several times slower in
  // PostgreSQL.
  for (let from = 0; from < parts.length; from += ROWS_AT_ONCE) {
    const rows = parts.slice(from, from + ROWS_AT_ONCE)
      .map((part) => sql`(${owner}, ${name}, ${part.name}, ${version}, ${part.body})`);
    yield sql`
      INSERT INTO ${schema}.parts VALUES ${joined(rows, ", ")}
      ON CONFLICT (owner, collection, name)
      DO UPDATE SET version = excluded.version, body = excluded.body`;
  }
  return true;
}

/** Gives access to one owner's months. */
function createMonthRows(database: SqlDatabase, owner: string): MonthRows {
  const { schema } = database;
  return {
    async find({ plan, name }, readAfter): Promise<MonthRow | null> {
      const [row] = await database.all(sql`
        SELECT * FROM ${schema}.months WHERE owner = ${owner} AND plan = ${plan}
          AND name = ${name} AND read_at > ${Math.floor(readAfter)}`);
      return row === undefined ? null : { ...currencyOf(row), body: bytesIn(row["body"]) };
    },
    async save(plan, { name, knowledge, readAt, taggedDay, body }): Promise<void> {
      await database.all(sql`
        INSERT INTO ${schema}.months
        VALUES (${owner}, ${plan}, ${name}, ${knowledge}, ${readAt}, ${taggedDay}, ${body})
        ON CONFLICT (owner, plan, name) DO UPDATE SET knowledge = excluded.knowledge,
          read_at = excluded.read_at, utc_day = excluded.utc_day, body = excluded.body`);
    },
    async list(plan): Promise<readonly MonthCurrency[]> {
      const rows = await database.all(sql`
        SELECT name, knowledge, read_at, utc_day FROM ${schema}.months
        WHERE owner = ${owner} AND plan = ${plan}`);
      return rows.map(currencyOf);
    },
    note: (plan, { changed, askedAt, knowledge, unchanged }) =>
      database.transaction(function* (): Steps<void> {
        yield sql`
          DELETE FROM ${schema}.months WHERE owner = ${owner} AND plan = ${plan}
            AND name IN ${changed} AND read_at <= ${askedAt}`;
        for (const { name, from, to } of unchanged) {
          yield sql`
            UPDATE ${schema}.months SET knowledge = ${knowledge}, utc_day = ${to}
            WHERE owner = ${owner} AND plan = ${plan} AND name = ${name} AND utc_day = ${from}`;
        }
      }),
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

/** Polls a plan. `isHeld` is SQL that tests whether another handle holds the lease. */
export async function pollCopy(
  { database, owner, isHeld }: {
    readonly database: SqlDatabase;
    readonly owner: string;
    readonly isHeld: Sql;
  },
  { find }: Pick<CollectionRows, "find">,
  { plan, seen }: PollRequest,
): Promise<BlobPoll> {
  const { schema, now } = database;
  const rows = await database.all(sql`
    SELECT ${now} AS now, ${isHeld} AS is_held,
      (SELECT count FROM ${schema}.touches WHERE owner = ${owner} AND plan = ${plan}) AS touches,
      stored.name, stored.epoch, stored.version
    FROM (SELECT 1) AS always LEFT JOIN ${schema}.collections AS stored
      ON stored.owner = ${owner} AND stored.name IN ${seen.map(({ name }) => name)}`);
  const [first] = rows;
  // The collections are read in separate snapshots; a write in between only makes later ones newer.
  const moved: BlobPoll["moved"][number][] = [];
  for (const { name, mark } of seen) {
    const row = rows.find((one) => one["name"] === name);
    const isSame = row?.["epoch"] === mark.epoch && Number(row["version"]) === mark.version;
    const collection = row === undefined || isSame ? null : await find(name, mark);
    if (collection !== null) moved.push({ ...collection, name });
  }
  return {
    touches: Number(first?.["touches"] ?? 0),
    isHeld: isTrue(first?.["is_held"]),
    now: Number(first?.["now"]),
    moved,
  };
}
