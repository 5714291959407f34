import type { SignInRow, SignInRows } from "../sign_in_store/sign_in_store.ts";
import { bytesIn, type Database, hasWritten } from "./database.ts";
import { SCHEMA } from "./schema.ts";

/** Opens the sign-ins of one owner. */
export function createSignInRows(database: Database, owner: string): SignInRows {
  return {
    async find(name, now): Promise<SignInRow | null> {
      const { rows: [row] } = await database.query(
        `SELECT * FROM ${SCHEMA}.sign_ins WHERE owner = $1 AND name = $2 AND expires_at > $3`,
        [owner, name, now],
      );
      const consumedAt = row?.["consumed_at"] ?? null;
      return row === undefined ? null : {
        name,
        grant: row["grant_name"] as string | null,
        expiresAt: Number(row["expires_at"]),
        consumedAt: consumedAt === null ? null : Number(consumedAt),
        body: bytesIn(row["body"]),
      };
    },
    async upsert({ name, grant, expiresAt, body }, now): Promise<void> {
      await database.inTransaction(async (query) => {
        await query(`DELETE FROM ${SCHEMA}.sign_ins WHERE expires_at <= $1`, [now]);
        await query(
          `INSERT INTO ${SCHEMA}.sign_ins VALUES ($1, $2, $3, $4, NULL, $5) ` +
            "ON CONFLICT (owner, name) DO UPDATE SET grant_name = excluded.grant_name, " +
            "expires_at = excluded.expires_at, body = excluded.body",
          [owner, name, grant, expiresAt, body],
        );
      });
    },
    async consume(name, { keptUntil, now }): Promise<boolean> {
      return hasWritten(
        await database.query(
          `UPDATE ${SCHEMA}.sign_ins SET consumed_at = $3, expires_at = least(expires_at, $4) ` +
            "WHERE owner = $1 AND name = $2 AND consumed_at IS NULL AND expires_at > $3",
          [owner, name, now, keptUntil],
        ),
      );
    },
    async prolong(name, { expiresAt, now }): Promise<void> {
      await database.query(
        `UPDATE ${SCHEMA}.sign_ins SET expires_at = $3 ` +
          "WHERE owner = $1 AND name = $2 AND expires_at > $4 AND expires_at < $3",
        [owner, name, expiresAt, now],
      );
    },
    async destroy(name): Promise<void> {
      await database.query(`DELETE FROM ${SCHEMA}.sign_ins WHERE owner = $1 AND name = $2`, [
        owner,
        name,
      ]);
    },
    async revokeByGrant(grant): Promise<void> {
      await database.query(`DELETE FROM ${SCHEMA}.sign_ins WHERE owner = $1 AND grant_name = $2`, [
        owner,
        grant,
      ]);
    },
    close: () => {},
  };
}
