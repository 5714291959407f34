import type { Bytes } from "../../sync/store/sealer.ts";
import {
  type AuthorizationUses,
  type HostedDatabase,
  MOST_PROGRAMS,
  TooManyProgramsError,
  type UpstreamTokensRow,
  type UserRow,
  type VaultRow,
} from "../hosted/vault_rows.ts";
import { bytesIn, type Database, type Query, type Row } from "./database.ts";
import { OWNER_TABLES, SCHEMA } from "./schema.ts";

/** Opens the tables of a server for many users. */
export function hostedTables(database: Database): HostedDatabase {
  const { query } = database;
  const first = async (sql: string, ...values: readonly unknown[]): Promise<Row | undefined> =>
    (await query(sql, values)).rows[0];
  return {
    async rootKey(created): Promise<Bytes> {
      await query(
        `INSERT INTO ${SCHEMA}.server_keys VALUES ('root', $1) ON CONFLICT (name) DO NOTHING`,
        [created],
      );
      const row = await first(`SELECT body FROM ${SCHEMA}.server_keys WHERE name = 'root'`);
      return bytesIn(row?.["body"]);
    },
    async replaceRootKey(stored, next): Promise<void> {
      await query(
        `UPDATE ${SCHEMA}.server_keys SET body = $2 WHERE name = 'root' AND body = $1`,
        [stored, next],
      );
    },
    reserveAuthorization: ({ signIn, most, lapseMs }) =>
      database.inTransaction(async (run) => {
        // Serializes reservations: without this lock, two could take the last authorization.
        await run(`SELECT name FROM ${SCHEMA}.server_keys WHERE name = 'root' FOR UPDATE`);
        await run(
          `DELETE FROM ${SCHEMA}.authorizations WHERE state = $1 AND vault IS NULL`,
          [signIn],
        );
        const used = await counted(run, database.now, lapseMs);
        if (used >= most) return null;
        await run(
          `INSERT INTO ${SCHEMA}.authorizations (at, state) VALUES (${database.now}, $1) ` +
            "ON CONFLICT DO NOTHING",
          [signIn],
        );
        return used + 1;
      }),
    async releaseAuthorization(signIn): Promise<void> {
      await query(
        `DELETE FROM ${SCHEMA}.authorizations WHERE state = $1 AND vault IS NULL`,
        [signIn],
      );
    },
    async useAuthorization(signIn): Promise<void> {
      await query(
        `UPDATE ${SCHEMA}.authorizations SET vault = '${DELETED}' WHERE state = $1`,
        [signIn],
      );
    },
    countAuthorizations: (lapseMs) => counted(query, database.now, lapseMs),
    async authorizationUses(lapseMs): Promise<AuthorizationUses> {
      const row = await first(
        `SELECT count(*) FILTER (WHERE vault <> '${DELETED}') AS connected, ` +
          `count(*) FILTER (WHERE vault = '${DELETED}') AS removed, ` +
          `count(*) FILTER (WHERE vault IS NULL AND at > ${database.now} - $1::bigint) ` +
          `AS reserved FROM ${SCHEMA}.authorizations`,
        lapseMs,
      );
      return {
        connected: Number(row?.["connected"]),
        removed: Number(row?.["removed"]),
        reserved: Number(row?.["reserved"]),
      };
    },
    async countVaults(): Promise<number> {
      return Number((await first(`SELECT count(*) AS vaults FROM ${SCHEMA}.vaults`))?.["vaults"]);
    },
    async users(): Promise<readonly UserRow[]> {
      const { rows } = await query(
        "SELECT users.tenant, blocked, count(vault) AS programs, min(created_day) AS first_day, " +
          `max(used_day) AS last_day FROM ${SCHEMA}.users LEFT JOIN ${SCHEMA}.vaults ` +
          "ON vaults.tenant = users.tenant GROUP BY users.tenant, blocked, created_at " +
          "ORDER BY created_at, users.tenant",
      );
      return rows.map((row) => ({
        tenant: String(row["tenant"]),
        isBlocked: row["blocked"] === true,
        programs: Number(row["programs"]),
        firstDay: row["first_day"] === null ? null : String(row["first_day"]),
        lastDay: row["last_day"] === null ? null : String(row["last_day"]),
      }));
    },
    async setBlocked(tenant, isBlocked): Promise<boolean> {
      const { rowCount } = await query(
        `UPDATE ${SCHEMA}.users SET blocked = $2 WHERE tenant = $1`,
        [tenant, isBlocked],
      );
      return rowCount === 1;
    },
    async isBlocked(tenant): Promise<boolean> {
      const row = await first(`SELECT blocked FROM ${SCHEMA}.users WHERE tenant = $1`, tenant);
      return row?.["blocked"] === true;
    },
    createVault: (vault, { tokens, signIn, userTag }) =>
      database.inTransaction(async (run) => {
        await run(
          `INSERT INTO ${SCHEMA}.users VALUES ($1, $2, false, ${database.now}) ` +
            "ON CONFLICT (tenant) DO NOTHING",
          [vault.tenant, userTag],
        );
        // Serializes a user's sign-ins: without this lock, two could take the last slot.
        await run(`SELECT tenant FROM ${SCHEMA}.users WHERE tenant = $1 FOR UPDATE`, [
          vault.tenant,
        ]);
        const { rows: programs } = await run(
          `SELECT vault FROM ${SCHEMA}.vaults WHERE tenant = $1`,
          [vault.tenant],
        );
        if (programs.length >= MOST_PROGRAMS) throw new TooManyProgramsError(vault.tenant);
        await run(`INSERT INTO ${SCHEMA}.vaults VALUES ($1, $2, $3, $4, $5, $6)`, [
          vault.vault,
          vault.tenant,
          vault.owner,
          vault.body,
          vault.createdDay,
          vault.usedDay,
        ]);
        await run(`INSERT INTO ${SCHEMA}.upstream_tokens VALUES ($1, 1, $2)`, [
          vault.vault,
          tokens,
        ]);
        await run(`UPDATE ${SCHEMA}.authorizations SET vault = $2 WHERE state = $1`, [
          signIn,
          vault.vault,
        ]);
      }),
    async findVault(vault): Promise<VaultRow | null> {
      const row = await first(`SELECT * FROM ${SCHEMA}.vaults WHERE vault = $1`, vault);
      return row === undefined ? null : vaultOf(row);
    },
    async vaultsOf(tenant): Promise<readonly VaultRow[]> {
      const { rows } = await query(
        `SELECT * FROM ${SCHEMA}.vaults WHERE tenant = $1 ORDER BY created_day, vault`,
        [tenant],
      );
      return rows.map(vaultOf);
    },
    async vaultsOwnedBy(owners): Promise<readonly VaultRow[]> {
      const { rows } = await query(
        `SELECT * FROM ${SCHEMA}.vaults WHERE owner = ANY($1::text[])`,
        [owners],
      );
      return rows.map(vaultOf);
    },
    async noteUse(vault, day): Promise<void> {
      await query(
        `UPDATE ${SCHEMA}.vaults SET used_day = $2 WHERE vault = $1 AND used_day < $2`,
        [vault, day],
      );
    },
    async findTokens(vault): Promise<UpstreamTokensRow | null> {
      const row = await first(`SELECT * FROM ${SCHEMA}.upstream_tokens WHERE vault = $1`, vault);
      if (row === undefined) return null;
      return { revision: Number(row["revision"]), body: bytesIn(row["body"]) };
    },
    async replaceTokens(vault, seen, body): Promise<boolean> {
      const { rowCount } = await query(
        `UPDATE ${SCHEMA}.upstream_tokens SET revision = revision + 1, body = $3 ` +
          "WHERE vault = $1 AND revision = $2",
        [vault, seen, body],
      );
      return rowCount === 1;
    },
    deleteVaults: (vaults) => database.inTransaction((run) => deleteVaults(run, vaults)),
    deleteRowsOf: (owners) => deleteRowsOf(query, owners),
    async usedOnceBetween(firstDay, lastDay): Promise<readonly VaultRow[]> {
      const { rows } = await query(
        `SELECT * FROM ${SCHEMA}.vaults ` +
          "WHERE used_day BETWEEN $1 AND $2 AND created_day = used_day",
        [firstDay, lastDay],
      );
      return rows.map(vaultOf);
    },
    async unusedSince(day, most): Promise<readonly VaultRow[]> {
      const { rows } = await query(
        `SELECT * FROM ${SCHEMA}.vaults WHERE used_day < $1 ORDER BY used_day LIMIT $2`,
        [day, most],
      );
      return rows.map(vaultOf);
    },
  };
}

/** Counts authorizations; reservations of sign-ins that never returned expire. */
async function counted(query: Query, now: string, lapseMs: number): Promise<number> {
  const { rows: [row] } = await query(
    `SELECT count(*) AS used FROM ${SCHEMA}.authorizations ` +
      `WHERE vault IS NOT NULL OR at > ${now} - $1::bigint`,
    [lapseMs],
  );
  return Number(row?.["used"]);
}

/** Replaces a deleted vault's id, because YNAB still counts its authorization. */
const DELETED = "deleted";

async function deleteVaults(query: Query, vaults: readonly string[]): Promise<readonly string[]> {
  const { rows } = await query(
    `DELETE FROM ${SCHEMA}.vaults WHERE vault = ANY($1::text[]) RETURNING vault, tenant, owner`,
    [vaults],
  );
  const owners = rows.map((row) => row["owner"]);
  const tenants = rows.map((row) => row["tenant"]);
  await query(`DELETE FROM ${SCHEMA}.upstream_tokens WHERE vault = ANY($1::text[])`, [vaults]);
  await query(
    `UPDATE ${SCHEMA}.authorizations SET vault = '${DELETED}' WHERE vault = ANY($1::text[])`,
    [vaults],
  );
  await deleteRowsOf(query, owners);
  // Keeps a blocked user.
  await query(
    `DELETE FROM ${SCHEMA}.users WHERE tenant = ANY($1::text[]) AND NOT blocked AND NOT EXISTS ` +
      `(SELECT 1 FROM ${SCHEMA}.vaults WHERE vaults.tenant = users.tenant)`,
    [tenants],
  );
  await query(
    `DELETE FROM ${SCHEMA}.leases WHERE owner = ANY($1::text[]) AND NOT EXISTS ` +
      `(SELECT 1 FROM ${SCHEMA}.vaults WHERE vaults.tenant = leases.owner)`,
    [tenants],
  );
  return rows.map((row) => String(row["vault"]));
}

async function deleteRowsOf(query: Query, owners: readonly unknown[]): Promise<void> {
  for (const table of OWNER_TABLES) {
    await query(`DELETE FROM ${SCHEMA}.${table} WHERE owner = ANY($1::text[])`, [owners]);
  }
}

function vaultOf(row: Row): VaultRow {
  return {
    vault: String(row["vault"]),
    tenant: String(row["tenant"]),
    owner: String(row["owner"]),
    body: bytesIn(row["body"]),
    createdDay: String(row["created_day"]),
    usedDay: String(row["used_day"]),
  };
}
