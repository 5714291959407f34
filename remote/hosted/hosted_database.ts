import { DAY_MS } from "../../domain/base/day.ts";
import type { Bytes } from "../../sync/store/sealer.ts";
import {
  bytesIn,
  type Rows,
  Sql,
  sql,
  type SqlDatabase,
  type Steps,
} from "../../sync/store/sql.ts";
import { OWNER_TABLES, SCHEMA } from "../postgres/schema.ts";

/** A vault: one user's data for one AI program. */
export interface VaultRow {
  /** Id of the vault; the AI program's grant has the same id. */
  readonly vault: string;
  /** The user's pseudonym. */
  readonly tenant: string;
  /** Pseudonym under which the store keeps the vault's data. */
  readonly owner: string;
  /** Details for the account page, sealed by the server. */
  readonly body: Bytes;
  /** First and last day of use according to the database's clock, `YYYY-MM-DD`. */
  readonly createdDay: string;
  readonly usedDay: string;
}

export type NewVaultRow = Omit<VaultRow, "createdDay" | "usedDay">;

/** A vault's YNAB tokens, sealed with its data key. */
export interface UpstreamTokensRow {
  readonly revision: number;
  readonly body: Bytes;
}

export interface UserRow {
  readonly tenant: string;
  readonly is_blocked: boolean;
  readonly programs: number;
  /** First and last day of use, `YYYY-MM-DD`; `null` if the user has no connected programs. */
  readonly first_day: string | null;
  readonly last_day: string | null;
}

export interface AuthorizationUses {
  readonly used: number;
  /** Number of YNAB sign-ins whose vaults still exist. */
  readonly connected: number;
  readonly removed: number;
  readonly reserved: number;
}

/** How long a user may take to sign in with YNAB, in milliseconds. */
export const AT_YNAB_MS = 600_000;

export const MAX_PROGRAMS = 10;

export class TooManyProgramsError extends Error {
  override readonly name = "TooManyProgramsError";

  constructor(readonly tenant: string) {
    super("The user has connected too many AI programs");
  }
}

export class HostedDatabase {
  readonly #sql: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#sql = database;
  }

  /** Returns the database's sealed root key. If there is none, stores and returns `created`. */
  async rootKey(created: Bytes): Promise<Bytes> {
    await this.#sql.all(sql`
      INSERT INTO ${SCHEMA}.server_keys VALUES ('root', ${created})
      ON CONFLICT (name) DO NOTHING`);
    const [row] = await this.#sql.all(
      sql`SELECT body FROM ${SCHEMA}.server_keys WHERE name = 'root'`,
    );
    return bytesIn(row?.["body"]);
  }

  /** Replaces the root key, but only if the key in the database is still equal to `stored`. */
  async replaceRootKey(stored: Bytes, next: Bytes): Promise<void> {
    await this.#sql.all(sql`
      UPDATE ${SCHEMA}.server_keys SET body = ${next} WHERE name = 'root' AND body = ${stored}`);
  }

  /**
   * Reserves a YNAB authorization for a sign-in, or renews the reservation. Returns how many
   * authorizations are in use, including this one, or `null` if the maximum has been reached.
   */
  async reserveAuthorization(signIn: string, most: number): Promise<number | null> {
    const { now } = this.#sql;
    return await this.#sql.transaction(function* (): Steps<number | null> {
      // Serializes reservations, so that two can't both take the last authorization.
      yield sql`SELECT name FROM ${SCHEMA}.server_keys WHERE name = 'root' FOR UPDATE`;
      yield releaseAuthorization(signIn);
      // A sign-in may finish shortly after its reservation has expired, so delete the reservation
      // only after twice its lifetime.
      yield sql`
        DELETE FROM ${SCHEMA}.authorizations
        WHERE vault IS NULL AND at <= ${now} - ${2 * AT_YNAB_MS}`;
      const { used } = usesIn(yield authorizationUses(now));
      if (used >= most) return null;
      yield sql`
        INSERT INTO ${SCHEMA}.authorizations (at, state) VALUES (${now}, ${signIn})
        ON CONFLICT DO NOTHING`;
      return used + 1;
    });
  }

  /** Releases a sign-in's reservation, unless YNAB has counted it as an authorization. */
  async releaseAuthorization(signIn: string): Promise<void> {
    await this.#sql.all(releaseAuthorization(signIn));
  }

  /**
   * Marks a reserved authorization as used, because it counts toward YNAB's limit even if the
   * sign-in fails.
   */
  async useAuthorization(signIn: string): Promise<void> {
    await this.#sql.all(
      sql`UPDATE ${SCHEMA}.authorizations SET vault = ${DELETED} WHERE state = ${signIn}`,
    );
  }

  async authorizationUses(): Promise<AuthorizationUses> {
    return usesIn(await this.#sql.all(authorizationUses(this.#sql.now)));
  }

  async countVaults(): Promise<number> {
    const [row] = await this.#sql.all(sql`SELECT count(*) AS count FROM ${SCHEMA}.vaults`);
    return Number(row?.["count"]);
  }

  /** Lists all users with the details that are available without their tokens. */
  async users(): Promise<readonly UserRow[]> {
    return await this.#sql.all(sql`
      SELECT users.tenant, blocked AS is_blocked, CAST(count(vault) AS integer) AS programs,
        min(created_day) AS first_day, max(used_day) AS last_day
      FROM ${SCHEMA}.users LEFT JOIN ${SCHEMA}.vaults ON vaults.tenant = users.tenant
      GROUP BY users.tenant, blocked, created_at
      ORDER BY created_at, users.tenant`) as readonly unknown[] as readonly UserRow[];
  }

  async setBlocked(tenant: string, isBlocked: boolean): Promise<void> {
    await this.#sql.all(sql`
      UPDATE ${SCHEMA}.users SET blocked = ${isBlocked ? sql`true` : sql`false`}
      WHERE tenant = ${tenant}`);
  }

  async isBlocked(tenant: string): Promise<boolean> {
    const [row] = await this.#sql.all(
      sql`SELECT blocked FROM ${SCHEMA}.users WHERE tenant = ${tenant}`,
    );
    return row?.["blocked"] === true;
  }

  async createVault(
    { vault, tenant, owner, body }: NewVaultRow,
    { tokens, signIn, userTag }: {
      readonly tokens: Bytes;
      readonly signIn: string;
      readonly userTag: string;
    },
  ): Promise<void> {
    const { now } = this.#sql;
    const today = this.#dayBefore(0);
    await this.#sql.transaction(function* (): Steps<void> {
      // If the same new user signs in twice at the same time, the conflict may be on either of the
      // two unique columns.
      yield sql`
        INSERT INTO ${SCHEMA}.users VALUES (${tenant}, ${userTag}, false, ${now})
        ON CONFLICT DO NOTHING`;
      // Serializes a user's sign-ins, so that two can't both take the last slot.
      const users = yield sql`
        SELECT tenant FROM ${SCHEMA}.users WHERE tenant = ${tenant} FOR UPDATE`;
      if (users.length === 0) throw new Error("another user has the same tag");
      const programs = yield sql`SELECT vault FROM ${SCHEMA}.vaults WHERE tenant = ${tenant}`;
      if (programs.length >= MAX_PROGRAMS) throw new TooManyProgramsError(tenant);
      yield sql`
        INSERT INTO ${SCHEMA}.vaults
        VALUES (${vault}, ${tenant}, ${owner}, ${body}, ${today}, ${today})`;
      yield sql`INSERT INTO ${SCHEMA}.upstream_tokens VALUES (${vault}, 1, ${tokens})`;
      yield sql`UPDATE ${SCHEMA}.authorizations SET vault = ${vault} WHERE state = ${signIn}`;
    });
  }

  async findVault(vault: string): Promise<VaultRow | null> {
    const [found = null] = await this.#vaults(sql`vault = ${vault}`);
    return found;
  }

  async vaultsOf(tenant: string): Promise<readonly VaultRow[]> {
    return await this.#vaults(sql`tenant = ${tenant} ORDER BY created_day, vault`);
  }

  async vaultsOwnedBy(owners: readonly string[]): Promise<readonly VaultRow[]> {
    return await this.#vaults(sql`owner IN ${owners}`);
  }

  async noteUse(vault: string): Promise<void> {
    const today = this.#dayBefore(0);
    await this.#sql.all(sql`
      UPDATE ${SCHEMA}.vaults SET used_day = ${today}
      WHERE vault = ${vault} AND used_day < ${today}`);
  }

  async findTokens(vault: string): Promise<UpstreamTokensRow | null> {
    const [row] = await this.#sql.all(
      sql`SELECT * FROM ${SCHEMA}.upstream_tokens WHERE vault = ${vault}`,
    );
    if (row === undefined) return null;
    return { revision: Number(row["revision"]), body: bytesIn(row["body"]) };
  }

  /** Replaces a vault's tokens; returns `false` if another process has already replaced them. */
  async replaceTokens(vault: string, seen: number, body: Bytes): Promise<boolean> {
    const rows = await this.#sql.all(sql`
      UPDATE ${SCHEMA}.upstream_tokens SET revision = revision + 1, body = ${body}
      WHERE vault = ${vault} AND revision = ${seen} RETURNING vault`);
    return rows.length > 0;
  }

  async deleteVaults(vaults: readonly string[]): Promise<readonly string[]> {
    return await this.#sql.transaction(() => deleteVaults(vaults));
  }

  /** Deletes data that processes wrote for a vault that had already been deleted. */
  async deleteRowsOf(owners: readonly string[]): Promise<void> {
    // Run each statement in its own transaction, to avoid deadlocks with a server that is still
    // writing.
    for (const statement of deletions(owners)) await this.#sql.all(statement);
  }

  async usedOnceBetween(longestMs: number, shortestMs: number): Promise<readonly VaultRow[]> {
    const [first, last] = [this.#dayBefore(longestMs), this.#dayBefore(shortestMs)];
    return await this.#vaults(
      sql`created_day = used_day AND used_day BETWEEN ${first} AND ${last}`,
    );
  }

  async unusedFor(days: number, most: number): Promise<readonly VaultRow[]> {
    const day = this.#dayBefore(days * DAY_MS);
    return await this.#vaults(sql`used_day < ${day} ORDER BY used_day LIMIT ${most}`);
  }

  /** Use only the database's clock: a replica with a wrong clock must not delete anything. */
  #dayBefore(ms: number): Sql {
    return sql`
      to_char(to_timestamp((${this.#sql.now} - ${ms}) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  }

  async #vaults(which: Sql): Promise<readonly VaultRow[]> {
    const rows = await this.#sql.all(sql`
      SELECT vault, tenant, owner, body, created_day AS "createdDay", used_day AS "usedDay"
      FROM ${SCHEMA}.vaults WHERE ${which}`);
    return rows.map((row) => ({ ...row, body: bytesIn(row["body"]) }) as unknown as VaultRow);
  }
}

/** Counts authorizations by state. A reservation expires if the user never returns from YNAB. */
function authorizationUses(now: Sql): Sql {
  return sql`
    SELECT CAST(count(*) FILTER (WHERE vault <> ${DELETED}) AS integer) AS connected,
      CAST(count(*) FILTER (WHERE vault = ${DELETED}) AS integer) AS removed,
      CAST(count(*) FILTER (WHERE vault IS NULL AND at > ${now} - ${AT_YNAB_MS}) AS integer)
        AS reserved
    FROM ${SCHEMA}.authorizations`;
}

function usesIn([row = {}]: Rows): AuthorizationUses {
  const { connected, removed, reserved } = row as Omit<AuthorizationUses, "used">;
  return { used: connected + removed + reserved, connected, removed, reserved };
}

function releaseAuthorization(signIn: string): Sql {
  return sql`DELETE FROM ${SCHEMA}.authorizations WHERE state = ${signIn} AND vault IS NULL`;
}

/**
 * Placeholder vault id for an authorization that has no vault but still counts toward YNAB's limit.
 */
const DELETED = "deleted";

function* deleteVaults(vaults: readonly string[]): Steps<readonly string[]> {
  const rows = yield sql`
    DELETE FROM ${SCHEMA}.vaults WHERE vault IN ${vaults} RETURNING vault, tenant, owner`;
  const [owners, tenants] = [textsIn(rows, "owner"), textsIn(rows, "tenant")];
  yield sql`DELETE FROM ${SCHEMA}.upstream_tokens WHERE vault IN ${vaults}`;
  yield sql`UPDATE ${SCHEMA}.authorizations SET vault = ${DELETED} WHERE vault IN ${vaults}`;
  yield* deletions(owners);
  // Keep blocked users, so that they stay blocked.
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
