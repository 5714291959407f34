import { MOST_ENTRIES } from "../../sync/store/change_records.ts";
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
import { bytesIn, type Database, hasWritten } from "./database.ts";
import type { Query, Row } from "./driver_shape.ts";
import type { HandleOptions } from "./lease_rows.ts";
import { SCHEMA } from "./schema.ts";
import { bytesOfTimes, timesIn } from "../../sync/store/ledger.ts";

/** Opens the journal of one owner. */
export function createJournalRows(handle: HandleOptions): JournalRows {
  const { database, owner } = handle;
  return {
    async saveConfirmation({ name, body, holdsMs, keptMs }): Promise<void> {
      await database.inTransaction(async (query) => {
        await query(
          `DELETE FROM ${SCHEMA}.confirmations ` +
            `WHERE owner = $1 AND expires_at < ${database.now} - $2::bigint`,
          [owner, keptMs],
        );
        await query(
          `INSERT INTO ${SCHEMA}.confirmations ` +
            `VALUES ($1, $2, ${database.now} + $3::bigint, NULL, NULL, $4) ` +
            "ON CONFLICT (owner, code) DO UPDATE SET expires_at = excluded.expires_at, " +
            "spent_at = NULL, spent_by = NULL, body = excluded.body",
          [owner, name, holdsMs, body],
        );
      });
    },
    async findConfirmation(name): Promise<ConfirmationRow | null> {
      const { rows: [row] } = await database.query(
        `SELECT expires_at <= ${database.now} AS is_expired, spent_at, spent_by, body ` +
          `FROM ${SCHEMA}.confirmations WHERE owner = $1 AND code = $2`,
        [owner, name],
      );
      return row === undefined ? null : {
        name,
        isExpired: row["is_expired"] === true,
        isSpent: row["spent_at"] !== null,
        spentBy: row["spent_by"] as string | null,
        body: bytesIn(row["body"]),
      };
    },
    spend: (spending) => isSpent(handle, database.query, spending),
    async contents(plan): Promise<ContentsRow> {
      const { rows: [row] } = await database.query(
        `SELECT revision, body FROM ${SCHEMA}.entry_lists WHERE owner = $1 AND plan = $2`,
        [owner, plan],
      );
      if (row === undefined) return { revision: 0, body: null };
      return { revision: Number(row["revision"]), body: bytesIn(row["body"]) };
    },
    async keys(plan): Promise<readonly EntryKey[]> {
      const { rows } = await database.query(
        `SELECT operation_id, at FROM ${SCHEMA}.entries ` +
          "WHERE owner = $1 AND plan = $2 ORDER BY place DESC",
        [owner, plan],
      );
      return rows.map(keyOf);
    },
    async entries(plan, operationIds): Promise<readonly EntryRow[]> {
      const some = operationIds === undefined ? "" : " AND operation_id = ANY($3::text[])";
      const { rows } = await database.query(
        `SELECT operation_id, at, revision, body FROM ${SCHEMA}.entries ` +
          `WHERE owner = $1 AND plan = $2${some} ORDER BY place DESC`,
        [owner, plan, ...(operationIds === undefined ? [] : [operationIds])],
      );
      return rows.map((row) => ({
        ...keyOf(row),
        revision: Number(row["revision"]),
        body: bytesIn(row["body"]),
      }));
    },
    async write(plan, what): Promise<EntryWriteOutcome> {
      return await database.inTransaction(
        (query) => outcomeOf(handle, query, { ...what, plan }),
        (outcome) => outcome === "written",
      );
    },
    async countOthers(plans): Promise<number> {
      const { rows: [row] } = await database.query(
        `SELECT count(*) AS count FROM ${SCHEMA}.entries ` +
          "WHERE owner = $1 AND plan <> ALL($2::text[])",
        [owner, plans],
      );
      return Number(row?.["count"] ?? 0);
    },
  };
}

interface PlanWrite extends EntryWrite {
  readonly plan: string;
}

/** The lease, then the table of contents: each is locked until the end of the transaction. */
async function outcomeOf(
  handle: HandleOptions,
  query: Query,
  { plan, spends, fence, entry, contents }: PlanWrite,
): Promise<EntryWriteOutcome> {
  if (fence !== null && await isFenced(handle, query, fence)) return "fenced";
  if (!await isNext(handle.owner, query, { plan, contents })) return "overtaken";
  if (spends !== null && !await isSpent(handle, query, spends)) return "refused";
  if (entry !== null) await save(handle.owner, query, { plan, entry });
  return "written";
}

async function isFenced(
  { owner, holder }: HandleOptions,
  query: Query,
  { name, token }: Fence,
): Promise<boolean> {
  const { rows: [row] } = await query(
    `SELECT token, holder FROM ${SCHEMA}.leases WHERE owner = $1 AND name = $2 FOR UPDATE`,
    [owner, name],
  );
  if (row === undefined || Number(row["token"]) !== token) return true;
  return !String(row["holder"]).startsWith(holder);
}

/** Writes the table of contents, unless others have since the one that it follows. */
async function isNext(
  owner: string,
  query: Query,
  { plan, contents: { revision, body } }: Pick<PlanWrite, "plan" | "contents">,
): Promise<boolean> {
  return hasWritten(
    revision === 0
      ? await query(
        `INSERT INTO ${SCHEMA}.entry_lists VALUES ($1, $2, 1, $3) ON CONFLICT DO NOTHING`,
        [owner, plan, body],
      )
      : await query(
        `UPDATE ${SCHEMA}.entry_lists SET revision = revision + 1, body = $3 ` +
          "WHERE owner = $1 AND plan = $2 AND revision = $4",
        [owner, plan, body, revision],
      ),
  );
}

async function isSpent(
  { database, owner }: HandleOptions,
  query: Query,
  { name, spentBy }: Spending,
): Promise<boolean> {
  return hasWritten(
    await query(
      `UPDATE ${SCHEMA}.confirmations SET spent_at = ${database.now}, spent_by = $3 ` +
        `WHERE owner = $1 AND code = $2 AND spent_at IS NULL AND expires_at > ${database.now}`,
      [owner, name, spentBy],
    ),
  );
}

/** No other process can write the plan's entries: its table of contents is locked. */
async function save(
  owner: string,
  query: Query,
  { plan, entry: { operationId, at, body } }: {
    readonly plan: string;
    readonly entry: Omit<EntryRow, "revision">;
  },
): Promise<void> {
  const replaced = await query(
    `UPDATE ${SCHEMA}.entries SET revision = revision + 1, body = $4 ` +
      "WHERE owner = $1 AND plan = $2 AND operation_id = $3",
    [owner, plan, operationId, body],
  );
  if (hasWritten(replaced)) return;
  const { rows: [row] } = await query(
    `INSERT INTO ${SCHEMA}.entries SELECT $1::text, $2::text, $3::text, ` +
      "coalesce(max(place), 0) + 1, $4::bigint, 1, $5::bytea " +
      `FROM ${SCHEMA}.entries WHERE owner = $1 AND plan = $2 RETURNING place`,
    [owner, plan, operationId, at, body],
  );
  await query(
    `DELETE FROM ${SCHEMA}.entries WHERE owner = $1 AND plan = $2 AND place <= $3`,
    [owner, plan, Number(row?.["place"]) - MOST_ENTRIES],
  );
}

function keyOf(row: Row): EntryKey {
  return { operationId: String(row["operation_id"]), at: Number(row["at"]) };
}

/** Opens the budget of one owner. */
export function createBudgetRows(database: Database, owner: string): BudgetRows {
  return {
    async read(): Promise<BudgetRow> {
      const { rows: [row] } = await database.query(
        `SELECT ${database.now} AS now, revision, sent, closed_until FROM (SELECT 1) AS always ` +
          `LEFT JOIN ${SCHEMA}.budgets ON owner = $1`,
        [owner],
      );
      return {
        revision: Number(row?.["revision"] ?? 0),
        sent: timesIn(bytesIn(row?.["sent"])),
        closedUntil: Number(row?.["closed_until"] ?? 0),
        now: Number(row?.["now"]),
      };
    },
    async write(revision, { sent, closedUntil }): Promise<boolean> {
      const times = bytesOfTimes(sent);
      return hasWritten(
        revision === 0
          ? await database.query(
            `INSERT INTO ${SCHEMA}.budgets VALUES ($1, 1, $2, $3) ON CONFLICT DO NOTHING`,
            [owner, times, Math.ceil(closedUntil)],
          )
          : await database.query(
            `UPDATE ${SCHEMA}.budgets SET revision = revision + 1, sent = $2, closed_until = $3 ` +
              "WHERE owner = $1 AND revision = $4",
            [owner, times, Math.ceil(closedUntil), revision],
          ),
      );
    },
  };
}
