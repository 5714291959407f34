import { DAY_MS } from "../../domain/base/day.ts";
import type { CopyLook, CopyRows } from "../../sync/store/backend.ts";
import type { Bytes } from "../../sync/store/sealer.ts";
import { createCollectionRows } from "./collection_rows.ts";
import { bytesIn, type Database, hasWritten } from "./database.ts";
import type { HandleOptions } from "./lease_rows.ts";
import { createMonthRows } from "./month_rows.ts";
import { lookAt } from "./plan_look.ts";
import { SCHEMA } from "./schema.ts";

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
    async look(plan, seen): Promise<CopyLook> {
      const { touches, moved } = await lookAt(handle, collections, { plan, seen, lease: "" });
      return { touches, moved };
    },
  };
}

/** Takes note that an owner's copy is used, and forgets what others have left unused. */
export async function forgetUnused(database: Database, owner: string): Promise<void> {
  const { now } = database;
  // To the day is near enough: every start would have to write otherwise.
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
