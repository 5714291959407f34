import { delay } from "../../client/timers.ts";
import { BlockedStoreError } from "../../sync/store/store_errors.ts";
import { codeOf, type Database } from "./database.ts";

export const SCHEMA = "budget_tool_server";

const VERSION = 3;

/**
 * A part without a body was removed by a full read. The schema uses only features available in
 * every database that speaks PostgreSQL: no extensions, no sequences.
 */
const STATEMENTS: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.versions (version integer PRIMARY KEY)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.owners (owner text PRIMARY KEY, used_at bigint NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.plans (owner text PRIMARY KEY, body bytea NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.collections (
    owner text, name text, epoch text NOT NULL, version bigint NOT NULL, state bytea NOT NULL,
    deleted bytea NOT NULL, is_forgotten boolean NOT NULL,
    PRIMARY KEY (owner, name)
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.parts (
    owner text, collection text, name text, version bigint NOT NULL, body bytea,
    PRIMARY KEY (owner, collection, name)
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.months (
    owner text, plan text, name text, knowledge bigint, read_at bigint NOT NULL,
    utc_day text NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (owner, plan, name)
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.reserved_ids (
    owner text, plan text, id text, body bytea NOT NULL,
    PRIMARY KEY (owner, plan, id)
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.touches (
    owner text, plan text, count bigint NOT NULL,
    PRIMARY KEY (owner, plan)
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.confirmations (
    owner text, code text, expires_at bigint NOT NULL, spent_at bigint, spent_by text,
    body bytea NOT NULL,
    PRIMARY KEY (owner, code)
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.entries (
    owner text, plan text, operation_id text, place bigint NOT NULL, at bigint NOT NULL,
    revision bigint NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (owner, plan, operation_id),
    UNIQUE (owner, plan, place)
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.entry_lists (
    owner text, plan text, revision bigint NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (owner, plan)
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.budgets (
    owner text PRIMARY KEY, revision bigint NOT NULL, sent bytea NOT NULL,
    closed_until bigint NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.leases (
    owner text, name text, token bigint NOT NULL, holder text, expires_at bigint NOT NULL,
    PRIMARY KEY (owner, name)
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.sign_ins (
    owner text, name text, grant_name text, expires_at bigint NOT NULL, consumed_at bigint,
    body bytea NOT NULL,
    PRIMARY KEY (owner, name)
  )`,
  `CREATE INDEX IF NOT EXISTS sign_ins_by_grant ON ${SCHEMA}.sign_ins (owner, grant_name)`,
  `CREATE INDEX IF NOT EXISTS sign_ins_by_time ON ${SCHEMA}.sign_ins (expires_at)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.kept (
    owner text, plan text, part text, name text, expires_at bigint, body bytea NOT NULL,
    PRIMARY KEY (owner, plan, part, name)
  )`,
  `CREATE INDEX IF NOT EXISTS kept_by_time ON ${SCHEMA}.kept (expires_at)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.server_keys (name text PRIMARY KEY, body bytea NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.users (
    tenant text PRIMARY KEY, user_tag text NOT NULL UNIQUE, blocked boolean NOT NULL,
    created_at bigint NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.vaults (
    vault text PRIMARY KEY, tenant text NOT NULL, owner text NOT NULL, body bytea NOT NULL,
    created_day text NOT NULL, used_day text NOT NULL
  )`,
  `CREATE INDEX IF NOT EXISTS vaults_by_use ON ${SCHEMA}.vaults (used_day)`,
  `CREATE INDEX IF NOT EXISTS vaults_by_tenant ON ${SCHEMA}.vaults (tenant)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.upstream_tokens (
    vault text PRIMARY KEY, revision bigint NOT NULL, body bytea NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.authorizations (
    at bigint NOT NULL, state text PRIMARY KEY, vault text
  )`,
  `INSERT INTO ${SCHEMA}.versions VALUES (${VERSION}) ON CONFLICT DO NOTHING`,
];

/** Version 1 packed parts differently, so they are reloaded from YNAB. */
const FROM_VERSION_1: readonly string[] = [
  `DROP TABLE IF EXISTS ${SCHEMA}.side_blobs`,
  `DELETE FROM ${SCHEMA}.parts`,
  `DELETE FROM ${SCHEMA}.collections`,
];

/** Tables with an owner's data; sign-ins are deleted with their grant. */
export const OWNER_TABLES: readonly string[] = STATEMENTS.flatMap((statement) => {
  const [, table = "", columns = ""] =
    new RegExp(`${SCHEMA}\\.(\\w+) \\(\\s*owner text(.*)`, "su").exec(statement) ?? [];
  return columns === "" || table === "sign_ins" ? [] : [table];
});

/** Errors of concurrent migrations. */
const OVERTAKEN: readonly unknown[] = ["23505", "42710", "42P06", "42P07", "40001", "XX000"];
const TRIES = 20;
const PAUSE_MS = 50;

/** Error codes for a missing table and a missing schema. */
const MISSING: readonly unknown[] = ["42P01", "3F000"];

/**
 * Migrates the schema to this version.
 *
 * @throws {BlockedStoreError} If a newer version has migrated it.
 */
export async function migrate(database: Pick<Database, "query">): Promise<void> {
  for (let tries = 1;; tries++) {
    const version = await versionOf(database);
    if (version > VERSION) throw new BlockedStoreError("newer");
    if (version === VERSION) return;
    try {
      const first = version === 1 ? FROM_VERSION_1 : [];
      for (const statement of [...first, ...STATEMENTS]) await database.query(statement);
    } catch (error) {
      if (tries === TRIES || !OVERTAKEN.includes(codeOf(error))) throw error;
      await delay(Math.random() * PAUSE_MS);
    }
  }
}

async function versionOf(database: Pick<Database, "query">): Promise<number> {
  try {
    const { rows: [row] } = await database.query(
      `SELECT max(version) AS version FROM ${SCHEMA}.versions`,
    );
    return Number(row?.["version"] ?? 0);
  } catch (error) {
    if (MISSING.includes(codeOf(error))) return 0;
    throw error;
  }
}
