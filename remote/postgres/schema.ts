import { delay } from "../../client/timers.ts";
import type { BlobBackend, BlobStore } from "../../sync/store/backend.ts";
import { type Rows, Sql } from "../../sync/store/sql.ts";
import { BlockedStoreError } from "../../sync/store/store_errors.ts";
import type { SignInDatabase } from "../sign_in_store/sign_in_store.ts";

const NAME = "budget_tool_server";
export const SCHEMA: Sql = new Sql([NAME]);
const VERSION = 4;

/**
 * Statements that create the tables. In the `parts` table, a null body means that the latest full
 * read no longer included the part. The statements use only features that every
 * PostgreSQL-compatible database has: no extensions and no sequences.
 */
const STATEMENTS: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS ${NAME}`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.versions (version integer PRIMARY KEY)`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.owners (owner text PRIMARY KEY, used_at bigint NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.plans (owner text PRIMARY KEY, body bytea NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.collections (
    owner text, name text, epoch text NOT NULL, version bigint NOT NULL, state bytea NOT NULL,
    is_forgotten boolean NOT NULL,
    PRIMARY KEY (owner, name)
  )`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.parts (
    owner text, collection text, name text, version bigint NOT NULL, body bytea,
    PRIMARY KEY (owner, collection, name)
  )`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.months (
    owner text, plan text, name text, read_at bigint NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (owner, plan, name)
  )`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.touches (
    owner text, plan text, count bigint NOT NULL,
    PRIMARY KEY (owner, plan)
  )`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.confirmations (
    owner text, code text, expires_at bigint NOT NULL, spent_at bigint, spent_by text,
    body bytea NOT NULL,
    PRIMARY KEY (owner, code)
  )`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.entries (
    owner text, plan text, operation_id text, place bigint NOT NULL, at bigint NOT NULL,
    revision bigint NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (owner, plan, operation_id),
    UNIQUE (owner, plan, place)
  )`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.entry_lists (
    owner text, plan text, revision bigint NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (owner, plan)
  )`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.budgets (
    owner text PRIMARY KEY, revision bigint NOT NULL, sent bytea NOT NULL,
    closed_until bigint NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.leases (
    owner text, name text, token bigint NOT NULL, holder text, expires_at bigint NOT NULL,
    PRIMARY KEY (owner, name)
  )`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.sign_ins (
    owner text, name text, grant_name text, expires_at bigint NOT NULL, consumed_at bigint,
    body bytea NOT NULL,
    PRIMARY KEY (owner, name)
  )`,
  `CREATE INDEX IF NOT EXISTS sign_ins_by_grant ON ${NAME}.sign_ins (owner, grant_name)`,
  `CREATE INDEX IF NOT EXISTS sign_ins_by_time ON ${NAME}.sign_ins (expires_at)`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.kept (
    owner text, plan text, part text, name text, expires_at bigint, body bytea NOT NULL,
    PRIMARY KEY (owner, plan, part, name)
  )`,
  `CREATE INDEX IF NOT EXISTS kept_by_time ON ${NAME}.kept (expires_at)`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.server_keys (name text PRIMARY KEY, body bytea NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.users (
    tenant text PRIMARY KEY, user_tag text NOT NULL UNIQUE, blocked boolean NOT NULL,
    created_at bigint NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.vaults (
    vault text PRIMARY KEY, tenant text NOT NULL, owner text NOT NULL, body bytea NOT NULL,
    created_day text NOT NULL, used_day text NOT NULL
  )`,
  `CREATE INDEX IF NOT EXISTS vaults_by_use ON ${NAME}.vaults (used_day)`,
  `CREATE INDEX IF NOT EXISTS vaults_by_tenant ON ${NAME}.vaults (tenant)`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.upstream_tokens (
    vault text PRIMARY KEY, revision bigint NOT NULL, body bytea NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS ${NAME}.authorizations (
    at bigint NOT NULL, state text PRIMARY KEY, vault text
  )`,
  `INSERT INTO ${NAME}.versions VALUES (${VERSION}) ON CONFLICT DO NOTHING`,
];

/**
 * Statements that migrate from earlier versions, which packed data differently. These statements
 * drop tables whose data can be reloaded from YNAB.
 */
const FROM_EARLIER: readonly string[] = [
  "side_blobs",
  "collections",
  "parts",
  "months",
  "reserved_ids",
].map((table) => `DROP TABLE IF EXISTS ${NAME}.${table}`);

/**
 * Tables with an owner's data. Sign-ins aren't included, because they are deleted with their grant.
 */
export const OWNER_TABLES: readonly string[] = STATEMENTS.flatMap((statement) => {
  const [, table = "", columns = ""] =
    new RegExp(`${NAME}\\.(\\w+) \\(\\s*owner text(.*)`, "su").exec(statement) ?? [];
  return columns === "" || table === "sign_ins" ? [] : [table];
});

const OVERTAKEN: readonly unknown[] = ["23505", "42710", "42P06", "42P07", "40001", "XX000"];
const TRIES = 20;
const PAUSE_MS = 50;

/** Error codes for a missing table and a missing schema. */
const MISSING: readonly unknown[] = ["42P01", "3F000"];

/** A database with all tables, including those for a multi-user server. */
export interface SharedTables extends BlobBackend, SignInDatabase {
  /**
   * Opens a vault's data. The data is deleted only when the vault is deleted. If the tenant is
   * given, all its vaults share one lease for changes.
   */
  vaultOf(owner: string, tenant?: string): BlobStore;
}

interface Migrated {
  all(statement: string): Promise<Rows>;
}

/**
 * Migrates the database's schema to this server's version.
 *
 * @throws {BlockedStoreError} If a newer version of the server has migrated the database.
 */
export async function migrate(database: Migrated): Promise<void> {
  for (let tries = 1;; tries++) {
    const version = await versionOf(database);
    if (version > VERSION) throw new BlockedStoreError("newer");
    if (version === VERSION) return;
    try {
      const first = version > 0 ? FROM_EARLIER : [];
      for (const statement of [...first, ...STATEMENTS]) await database.all(statement);
    } catch (error) {
      if (tries === TRIES || !OVERTAKEN.includes(codeOf(error))) throw error;
      await delay(Math.random() * PAUSE_MS);
    }
  }
}

async function versionOf(database: Migrated): Promise<number> {
  try {
    const [row] = await database.all(`SELECT max(version) AS version FROM ${NAME}.versions`);
    return Number(row?.["version"] ?? 0);
  } catch (error) {
    if (MISSING.includes(codeOf(error))) return 0;
    throw error;
  }
}

/** Returns an error's code: a five-character SQLSTATE if the error comes from the database. */
export function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
}
