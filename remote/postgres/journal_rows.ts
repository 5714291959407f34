import type {
  BudgetRow,
  BudgetRows,
  ConfirmationRow,
  ContentsRow,
  EntryKey,
  EntryRow,
  EntryWrite,
  EntryWriteOutcome,
  Fence,
  JournalRows,
  Spending,
} from "../../sync/store/backend.ts";
import { MAX_ENTRIES } from "../../sync/store/change_records.ts";
import { bytesOfTimes, timesIn } from "../../sync/store/ledger.ts";
import { bytesIn, type Database, OwnerQueries, type Row } from "./database.ts";
import type { HandleOptions } from "./lease_rows.ts";
import { SCHEMA } from "./schema.ts";

/** Opens the journal of one owner. */
export function createJournalRows({ database, owner, holder }: HandleOptions): JournalRows {
  const own = new OwnerQueries(database.query, owner);
  return {
    async saveConfirmation({ name, body, holdsMs, keptMs }): Promise<void> {
      await database.inTransaction(async (query) => {
        const within = new OwnerQueries(query, owner);
        await within.write(
          `DELETE FROM ${SCHEMA}.confirmations ` +
            `WHERE owner = $1 AND expires_at < ${database.now} - $2::bigint`,
          keptMs,
        );
        await within.write(
          `INSERT INTO ${SCHEMA}.confirmations ` +
            `VALUES ($1, $2, ${database.now} + $3::bigint, NULL, NULL, $4) ` +
            "ON CONFLICT (owner, code) DO UPDATE SET expires_at = excluded.expires_at, " +
            "spent_at = NULL, spent_by = NULL, body = excluded.body",
          ...[name, holdsMs, body],
        );
      });
    },
    async findConfirmation(name): Promise<ConfirmationRow | null> {
      const row = await own.first(
        `SELECT expires_at <= ${database.now} AS is_expired, spent_at, spent_by, body ` +
          `FROM ${SCHEMA}.confirmations WHERE owner = $1 AND code = $2`,
        name,
      );
      return row === undefined ? null : {
        name,
        isExpired: row["is_expired"] === true,
        isSpent: row["spent_at"] !== null,
        spentBy: row["spent_by"] as string | null,
        body: bytesIn(row["body"]),
      };
    },
    spend: (spending) => spend(own, database, spending),
    async contents(plan): Promise<ContentsRow> {
      const row = await own.first(
        `SELECT revision, body FROM ${SCHEMA}.entry_lists WHERE owner = $1 AND plan = $2`,
        plan,
      );
      if (row === undefined) return { revision: 0, body: null };
      return { revision: Number(row["revision"]), body: bytesIn(row["body"]) };
    },
    async keys(plan): Promise<readonly EntryKey[]> {
      const rows = await own.all(
        `SELECT operation_id, at FROM ${SCHEMA}.entries ` +
          "WHERE owner = $1 AND plan = $2 ORDER BY place DESC",
        plan,
      );
      return rows.map(keyOf);
    },
    async entries(plan, operationIds): Promise<readonly EntryRow[]> {
      const some = operationIds === undefined ? "" : " AND operation_id = ANY($3::text[])";
      const rows = await own.all(
        `SELECT operation_id, at, revision, body FROM ${SCHEMA}.entries ` +
          `WHERE owner = $1 AND plan = $2${some} ORDER BY place DESC`,
        ...[plan, ...(operationIds === undefined ? [] : [operationIds])],
      );
      return rows.map((row) => ({
        ...keyOf(row),
        revision: Number(row["revision"]),
        body: bytesIn(row["body"]),
      }));
    },
    async write(plan, what): Promise<EntryWriteOutcome> {
      return await database.inTransaction(
        (query) => writeEntry(new OwnerQueries(query, owner), { ...what, plan, database, holder }),
        (outcome) => outcome === "written",
      );
    },
    async countOthers(plans): Promise<number> {
      const row = await own.first(
        `SELECT count(*) AS count FROM ${SCHEMA}.entries ` +
          "WHERE owner = $1 AND plan <> ALL($2::text[])",
        plans,
      );
      return Number(row?.["count"] ?? 0);
    },
  };
}

interface PlanWrite extends EntryWrite, Pick<HandleOptions, "database" | "holder"> {
  readonly plan: string;
}

/** Locks the lease and then the table of contents, until the end of the transaction. */
async function writeEntry(
  within: OwnerQueries,
  { plan, spends, fence, entry, contents, database, holder }: PlanWrite,
): Promise<EntryWriteOutcome> {
  if (fence !== null && await isFenced(within, fence, holder)) return "fenced";
  if (!await writeContents(within, plan, contents)) return "overtaken";
  if (spends !== null && !await spend(within, database, spends)) return "refused";
  if (entry !== null) await saveEntry(within, plan, entry);
  return "written";
}

async function isFenced(
  within: OwnerQueries,
  { name, token }: Fence,
  holder: string,
): Promise<boolean> {
  const row = await within.first(
    `SELECT token, holder FROM ${SCHEMA}.leases WHERE owner = $1 AND name = $2 FOR UPDATE`,
    name,
  );
  if (row === undefined || Number(row["token"]) !== token) return true;
  return !String(row["holder"]).startsWith(holder);
}

/** Writes the table of contents unless it has changed since `revision`. */
async function writeContents(
  within: OwnerQueries,
  plan: string,
  { revision, body }: EntryWrite["contents"],
): Promise<boolean> {
  return revision === 0
    ? await within.write(
      `INSERT INTO ${SCHEMA}.entry_lists VALUES ($1, $2, 1, $3) ON CONFLICT DO NOTHING`,
      ...[plan, body],
    )
    : await within.write(
      `UPDATE ${SCHEMA}.entry_lists SET revision = revision + 1, body = $3 ` +
        "WHERE owner = $1 AND plan = $2 AND revision = $4",
      ...[plan, body, revision],
    );
}

/** Spends a confirmation; returns `false` if it was already spent or has expired. */
async function spend(
  own: OwnerQueries,
  { now }: Database,
  { name, spentBy }: Spending,
): Promise<boolean> {
  return await own.write(
    `UPDATE ${SCHEMA}.confirmations SET spent_at = ${now}, spent_by = $3 ` +
      `WHERE owner = $1 AND code = $2 AND spent_at IS NULL AND expires_at > ${now}`,
    ...[name, spentBy],
  );
}

/**
 * Needs no further check: no other process can write the plan's entries while its table of contents
 * is locked.
 */
async function saveEntry(
  within: OwnerQueries,
  plan: string,
  { operationId, at, body }: Omit<EntryRow, "revision">,
): Promise<void> {
  const isReplaced = await within.write(
    `UPDATE ${SCHEMA}.entries SET revision = revision + 1, body = $4 ` +
      "WHERE owner = $1 AND plan = $2 AND operation_id = $3",
    ...[plan, operationId, body],
  );
  if (isReplaced) return;
  const row = await within.first(
    `INSERT INTO ${SCHEMA}.entries SELECT $1::text, $2::text, $3::text, ` +
      "coalesce(max(place), 0) + 1, $4::bigint, 1, $5::bytea " +
      `FROM ${SCHEMA}.entries WHERE owner = $1 AND plan = $2 RETURNING place`,
    ...[plan, operationId, at, body],
  );
  await within.write(
    `DELETE FROM ${SCHEMA}.entries WHERE owner = $1 AND plan = $2 AND place <= $3`,
    ...[plan, Number(row?.["place"]) - MAX_ENTRIES],
  );
}

function keyOf(row: Row): EntryKey {
  return { operationId: String(row["operation_id"]), at: Number(row["at"]) };
}

/** Opens the request budget of one owner. */
export function createBudgetRows({ database, owner }: HandleOptions): BudgetRows {
  const own = new OwnerQueries(database.query, owner);
  return {
    async read(): Promise<BudgetRow> {
      const row = await own.first(
        `SELECT ${database.now} AS now, revision, sent, closed_until FROM (SELECT 1) AS always ` +
          `LEFT JOIN ${SCHEMA}.budgets ON owner = $1`,
      );
      return {
        revision: Number(row?.["revision"] ?? 0),
        sent: timesIn(bytesIn(row?.["sent"])),
        closedUntil: Number(row?.["closed_until"] ?? 0),
        now: Number(row?.["now"]),
      };
    },
    async write(revision, { sent, closedUntil }): Promise<boolean> {
      const values = [bytesOfTimes(sent), Math.ceil(closedUntil)];
      return revision === 0
        ? await own.write(
          `INSERT INTO ${SCHEMA}.budgets VALUES ($1, 1, $2, $3) ON CONFLICT DO NOTHING`,
          ...values,
        )
        : await own.write(
          `UPDATE ${SCHEMA}.budgets SET revision = revision + 1, sent = $2, closed_until = $3 ` +
            "WHERE owner = $1 AND revision = $4",
          ...[...values, revision],
        );
    },
  };
}
