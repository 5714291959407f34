import { DAY_MS } from "../../domain/base/day.ts";
import type { Bytes } from "../../sync/store/sealer.ts";
import { bytesIn, type Row, type Rows, Sql, sql, type Steps } from "../../sync/store/sql.ts";
import {
  type AuthorizationUses,
  type HostedDatabase,
  MAX_PROGRAMS,
  TooManyProgramsError,
  type UpstreamTokensRow,
  type UserRow,
  type VaultRow,
} from "../hosted/vault_rows.ts";
import { type Database, SCHEMA } from "./database.ts";
import { OWNER_TABLES } from "./schema.ts";

/** Gives access to a multi-user server's tables. */
export function hostedTables(database: Database): HostedDatabase {
  const vaults = async (which: Sql): Promise<readonly VaultRow[]> =>
    (await database.all(sql`SELECT * FROM ${SCHEMA}.vaults WHERE ${which}`)).map(vaultOf);
  /** Only the database's clock counts: one replica's wrong clock must not delete anything. */
  const dayBefore = (ms: number): Sql =>
    sql`
    to_char(to_timestamp((${database.now} - ${ms}) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  const counted = async (lapseMs: number): Promise<number> =>
    countIn(await database.all(countAuthorizations(database.now, lapseMs)));
  return {
    async rootKey(created): Promise<Bytes> {
      await database.all(sql`
        INSERT INTO ${SCHEMA}.server_keys VALUES ('root', ${created})
        ON CONFLICT (name) DO NOTHING`);
      const [row] = await database.all(
        sql`SELECT body FROM ${SCHEMA}.server_keys WHERE name = 'root'`,
      );
      return bytesIn(row?.["body"]);
    },
    async replaceRootKey(stored, next): Promise<void> {
      await database.all(sql`
        UPDATE ${SCHEMA}.server_keys SET body = ${next} WHERE name = 'root' AND body = ${stored}`);
    },
    reserveAuthorization: ({ signIn, most, lapseMs }) =>
      database.transaction(function* (): Steps<number | null> {
        // Prevents concurrent reservations, because two could both take the last authorization.
        yield sql`SELECT name FROM ${SCHEMA}.server_keys WHERE name = 'root' FOR UPDATE`;
        yield releaseAuthorization(signIn);
        // A sign-in in progress may end a little after its reservation, so keep it twice as long.
        yield sql`
          DELETE FROM ${SCHEMA}.authorizations
          WHERE vault IS NULL AND at <= ${database.now} - ${2 * lapseMs}`;
        const used = countIn(yield countAuthorizations(database.now, lapseMs));
        if (used >= most) return null;
        yield sql`
          INSERT INTO ${SCHEMA}.authorizations (at, state) VALUES (${database.now}, ${signIn})
          ON CONFLICT DO NOTHING`;
        return used + 1;
      }),
    async releaseAuthorization(signIn): Promise<void> {
      await database.all(releaseAuthorization(signIn));
    },
    async useAuthorization(signIn): Promise<void> {
      await database.all(
        sql`UPDATE ${SCHEMA}.authorizations SET vault = ${DELETED} WHERE state = ${signIn}`,
      );
    },
    countAuthorizations: counted,
    async authorizationUses(lapseMs): Promise<AuthorizationUses> {
      const [row] = await database.all(sql`
        SELECT count(*) FILTER (WHERE vault <> ${DELETED}) AS connected,
          count(*) FILTER (WHERE vault = ${DELETED}) AS removed,
          count(*) FILTER (WHERE vault IS NULL AND at > ${database.now} - ${lapseMs}) AS reserved
        FROM ${SCHEMA}.authorizations`);
      return {
        connected: Number(row?.["connected"]),
        removed: Number(row?.["removed"]),
        reserved: Number(row?.["reserved"]),
      };
    },
    async countVaults(): Promise<number> {
      return countIn(await database.all(sql`SELECT count(*) AS count FROM ${SCHEMA}.vaults`));
    },
    async users(): Promise<readonly UserRow[]> {
      const rows = await database.all(sql`
        SELECT users.tenant, blocked, count(vault) AS programs, min(created_day) AS first_day,
          max(used_day) AS last_day
        FROM ${SCHEMA}.users LEFT JOIN ${SCHEMA}.vaults ON vaults.tenant = users.tenant
        GROUP BY users.tenant, blocked, created_at ORDER BY created_at, users.tenant`);
      return rows.map((row) => ({
        tenant: String(row["tenant"]),
        isBlocked: row["blocked"] === true,
        programs: Number(row["programs"]),
        firstDay: row["first_day"] === null ? null : String(row["first_day"]),
        lastDay: row["last_day"] === null ? null : String(row["last_day"]),
      }));
    },
    async setBlocked(tenant, isBlocked): Promise<boolean> {
      const rows = await database.all(sql`
        UPDATE ${SCHEMA}.users SET blocked = ${isBlocked ? sql`true` : sql`false`}
        WHERE tenant = ${tenant} RETURNING tenant`);
      return rows.length > 0;
    },
    async isBlocked(tenant): Promise<boolean> {
      const [row] = await database.all(
        sql`SELECT blocked FROM ${SCHEMA}.users WHERE tenant = ${tenant}`,
      );
      return row?.["blocked"] === true;
    },
    createVault: ({ vault, tenant, owner, body }, options) =>
      database.transaction(function* (): Steps<void> {
        const { tokens, signIn, userTag } = options;
        // Another sign-in of a new user may conflict on the tag before it does on the tenant.
        yield sql`
          INSERT INTO ${SCHEMA}.users VALUES (${tenant}, ${userTag}, false, ${database.now})
          ON CONFLICT DO NOTHING`;
        // Prevents concurrent sign-ins of a user, because two could both take the last slot.
        const users = yield sql`
          SELECT tenant FROM ${SCHEMA}.users WHERE tenant = ${tenant} FOR UPDATE`;
        if (users.length === 0) throw new Error("another user has the same tag");
        const programs = yield sql`SELECT vault FROM ${SCHEMA}.vaults WHERE tenant = ${tenant}`;
        if (programs.length >= MAX_PROGRAMS) throw new TooManyProgramsError(tenant);
        yield sql`
          INSERT INTO ${SCHEMA}.vaults
          VALUES (${vault}, ${tenant}, ${owner}, ${body}, ${dayBefore(0)}, ${dayBefore(0)})`;
        yield sql`INSERT INTO ${SCHEMA}.upstream_tokens VALUES (${vault}, 1, ${tokens})`;
        yield sql`UPDATE ${SCHEMA}.authorizations SET vault = ${vault} WHERE state = ${signIn}`;
      }),
    async findVault(vault): Promise<VaultRow | null> {
      const [found = null] = await vaults(sql`vault = ${vault}`);
      return found;
    },
    vaultsOf: (tenant) => vaults(sql`tenant = ${tenant} ORDER BY created_day, vault`),
    vaultsOwnedBy: (owners) => vaults(sql`owner IN ${owners}`),
    async noteUse(vault): Promise<void> {
      const today = dayBefore(0);
      await database.all(sql`
        UPDATE ${SCHEMA}.vaults SET used_day = ${today}
        WHERE vault = ${vault} AND used_day < ${today}`);
    },
    async findTokens(vault): Promise<UpstreamTokensRow | null> {
      const [row] = await database.all(
        sql`SELECT * FROM ${SCHEMA}.upstream_tokens WHERE vault = ${vault}`,
      );
      if (row === undefined) return null;
      return { revision: Number(row["revision"]), body: bytesIn(row["body"]) };
    },
    async replaceTokens(vault, seen, body): Promise<boolean> {
      const rows = await database.all(sql`
        UPDATE ${SCHEMA}.upstream_tokens SET revision = revision + 1, body = ${body}
        WHERE vault = ${vault} AND revision = ${seen} RETURNING vault`);
      return rows.length > 0;
    },
    deleteVaults: (which) => database.transaction(() => deleteVaults(which)),
    async deleteRowsOf(owners): Promise<void> {
      // Run each in a separate transaction, which can't deadlock with a server that is still
      // writing.
      for (const statement of deletions(owners)) await database.all(statement);
    },
    usedOnceBetween: (longestMs, shortestMs) =>
      vaults(sql`
        created_day = used_day AND used_day BETWEEN ${dayBefore(longestMs)}
          AND ${dayBefore(shortestMs)}`),
    unusedFor: (days, most) =>
      vaults(sql`used_day < ${dayBefore(days * DAY_MS)} ORDER BY used_day LIMIT ${most}`),
  };
}

/** Reservations expire if their sign-ins never return. */
function countAuthorizations(now: Sql, lapseMs: number): Sql {
  return sql`
    SELECT count(*) AS count FROM ${SCHEMA}.authorizations
    WHERE vault IS NOT NULL OR at > ${now} - ${lapseMs}`;
}

function countIn([row]: Rows): number {
  return Number(row?.["count"]);
}

function releaseAuthorization(signIn: string): Sql {
  return sql`DELETE FROM ${SCHEMA}.authorizations WHERE state = ${signIn} AND vault IS NULL`;
}

/** Replaces the id of a deleted vault, whose authorization YNAB still counts. */
const DELETED = "deleted";

function* deleteVaults(vaults: readonly string[]): Steps<readonly string[]> {
  const rows = yield sql`
    DELETE FROM ${SCHEMA}.vaults WHERE vault IN ${vaults} RETURNING vault, tenant, owner`;
  const [owners, tenants] = [textsIn(rows, "owner"), textsIn(rows, "tenant")];
  yield sql`DELETE FROM ${SCHEMA}.upstream_tokens WHERE vault IN ${vaults}`;
  yield sql`UPDATE ${SCHEMA}.authorizations SET vault = ${DELETED} WHERE vault IN ${vaults}`;
  yield* deletions(owners);
  // Doesn't delete a blocked user.
  yield sql`
    DELETE FROM ${SCHEMA}.users WHERE tenant IN ${tenants} AND NOT blocked AND NOT EXISTS
      (SELECT 1 FROM ${SCHEMA}.vaults WHERE vaults.tenant = users.tenant)`;
  yield sql`
    DELETE FROM ${SCHEMA}.leases WHERE owner IN ${tenants} AND NOT EXISTS
      (SELECT 1 FROM ${SCHEMA}.vaults WHERE vaults.tenant = leases.owner)`;
  return textsIn(rows, "vault");
}

function deletions(owners: readonly string[]): readonly Sql[] {
  return OWNER_TABLES.map((table) =>
    sql`DELETE FROM ${SCHEMA}.${new Sql([table])} WHERE owner IN ${owners}`
  );
}

function textsIn(rows: Rows, column: string): readonly string[] {
  return rows.map((row) => String(row[column]));
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
