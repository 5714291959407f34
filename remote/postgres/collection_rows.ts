import type { CollectionRow, CollectionRows, CollectionWrite } from "../../sync/store/backend.ts";
import type { Bytes } from "../../sync/store/sealer.ts";
import type { CollectionMark } from "../../sync/store/store.ts";
import { bytesIn, type Database, hasWritten } from "./database.ts";
import type { Query, Row } from "./driver_shape.ts";
import { SCHEMA } from "./schema.ts";

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
    // Nothing tells the reader which part it was that is no more.
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
  // Who comes second waits here until the first has committed, and finds nothing to write to.
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
