import { MAX_ENTRIES } from "./change_records.ts";
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
  ValueRow,
  ValueRows,
} from "./backend.ts";
import { bytesOfTimes, timesIn } from "./ledger.ts";
import { bytesIn, isTrue, type Row, type Sql, sql, type SqlDatabase, type Steps } from "./sql.ts";

export interface JournalRowsOptions {
  readonly database: SqlDatabase;
  readonly owner: string;
  /**
   * Whether another process has taken the lease. If the result is `false`, no process can take the
   * lease until the transaction ends.
   */
  readonly isFenced: (fence: Fence) => Steps<boolean>;
  /** SQL for the position of a plan's next entry. */
  readonly nextPlace: (plan: string) => Sql;
}

/** Gives access to one owner's journal. */
export function createJournalRows(options: JournalRowsOptions): JournalRows {
  const { database, owner } = options;
  const { schema } = database;
  return {
    saveConfirmation: ({ name, body, holdsMs, retentionMs }) =>
      database.transaction(function* (): Steps<void> {
        yield sql`
          DELETE FROM ${schema}.confirmations
          WHERE owner = ${owner} AND expires_at < ${database.now} - ${retentionMs}`;
        yield sql`
          INSERT INTO ${schema}.confirmations (owner, code, expires_at, body)
          VALUES (${owner}, ${name}, ${database.now} + ${holdsMs}, ${body})
          ON CONFLICT (owner, code) DO UPDATE SET expires_at = excluded.expires_at,
            spent_at = NULL, spent_by = NULL, body = excluded.body`;
      }),
    async findConfirmation(name): Promise<ConfirmationRow | null> {
      const [row] = await database.all(sql`
        SELECT expires_at <= ${database.now} AS is_expired, spent_at, spent_by, body
        FROM ${schema}.confirmations WHERE owner = ${owner} AND code = ${name}`);
      return row === undefined ? null : {
        name,
        isExpired: isTrue(row["is_expired"]),
        isSpent: row["spent_at"] !== null,
        spentBy: row["spent_by"] as string | null,
        body: bytesIn(row["body"]),
      };
    },
    async spend(spending): Promise<boolean> {
      return (await database.all(spend(options, spending))).length > 0;
    },
    async contents(plan): Promise<ContentsRow> {
      const [row] = await database.all(sql`
        SELECT revision, body FROM ${schema}.entry_lists
        WHERE owner = ${owner} AND plan = ${plan}`);
      if (row === undefined) return { revision: 0, body: null };
      return { revision: Number(row["revision"]), body: bytesIn(row["body"]) };
    },
    async keys(plan): Promise<readonly EntryKey[]> {
      const rows = await database.all(sql`
        SELECT operation_id, at FROM ${schema}.entries
        WHERE owner = ${owner} AND plan = ${plan} ORDER BY place DESC`);
      return rows.map(keyOf);
    },
    async entries(plan, operationIds): Promise<readonly EntryRow[]> {
      const some = operationIds === undefined ? sql`` : sql`AND operation_id IN ${operationIds}`;
      const rows = await database.all(sql`
        SELECT operation_id, at, revision, body FROM ${schema}.entries
        WHERE owner = ${owner} AND plan = ${plan} ${some} ORDER BY place DESC`);
      return rows.map((row) => ({
        ...keyOf(row),
        revision: Number(row["revision"]),
        body: bytesIn(row["body"]),
      }));
    },
    write: (plan, what) =>
      database.transaction(() => writeEntry(options, plan, what), {
        isDurable: true,
        isCommitted: (outcome) => outcome === "written",
      }),
    async countOthers(plans): Promise<number> {
      const [row] = await database.all(sql`
        SELECT count(*) AS count FROM ${schema}.entries
        WHERE owner = ${owner} AND plan NOT IN ${plans}`);
      return Number(row?.["count"]);
    },
  };
}

/** Locks the lease and then the table of contents until the transaction ends. */
function* writeEntry(
  options: JournalRowsOptions,
  plan: string,
  { spends, fence, entry, contents }: EntryWrite,
): Steps<EntryWriteOutcome> {
  const { database: { schema }, owner, isFenced, nextPlace } = options;
  if (fence !== null && (yield* isFenced(fence))) return "fenced";
  const [listed] = yield contents.revision === 0
    ? sql`
      INSERT INTO ${schema}.entry_lists VALUES (${owner}, ${plan}, 1, ${contents.body})
      ON CONFLICT DO NOTHING RETURNING plan`
    : sql`
      UPDATE ${schema}.entry_lists SET revision = revision + 1, body = ${contents.body}
      WHERE owner = ${owner} AND plan = ${plan} AND revision = ${contents.revision}
      RETURNING plan`;
  if (listed === undefined) return "overtaken";
  if (spends !== null && (yield spend(options, spends)).length === 0) return "refused";
  if (entry === null) return "written";
  const { operationId, at, body } = entry;
  // No other process can write the plan's entries while its table of contents is locked.
  const [saved] = yield sql`
    INSERT INTO ${schema}.entries AS stored
      (owner, plan, operation_id, place, at, revision, body)
    VALUES (${owner}, ${plan}, ${operationId}, ${nextPlace(plan)}, ${at}, 1, ${body})
    ON CONFLICT (owner, plan, operation_id)
    DO UPDATE SET body = excluded.body, revision = stored.revision + 1 RETURNING revision`;
  if (Number(saved?.["revision"]) > 1) return "written";
  yield sql`
    DELETE FROM ${schema}.entries WHERE owner = ${owner} AND plan = ${plan} AND place <= (
      SELECT place FROM ${schema}.entries WHERE owner = ${owner} AND plan = ${plan}
      ORDER BY place DESC LIMIT 1 OFFSET ${MAX_ENTRIES})`;
  return "written";
}

/**
 * Uses up a confirmation. Returns a row unless the confirmation was already used or has expired.
 */
function spend(
  { database: { schema, now }, owner }: JournalRowsOptions,
  { name, spentBy }: Spending,
): Sql {
  return sql`
    UPDATE ${schema}.confirmations SET spent_at = ${now}, spent_by = ${spentBy}
    WHERE owner = ${owner} AND code = ${name} AND spent_at IS NULL AND expires_at > ${now}
    RETURNING code`;
}

function keyOf(row: Row): EntryKey {
  return { operationId: String(row["operation_id"]), at: Number(row["at"]) };
}

/** Gives access to one owner's request budget. */
export function createBudgetRows(database: SqlDatabase, owner: string): BudgetRows {
  const { schema } = database;
  return {
    async read(): Promise<BudgetRow> {
      const [row] = await database.all(sql`
        SELECT ${database.now} AS now, revision, sent, closed_until
        FROM (SELECT 1) AS always LEFT JOIN ${schema}.budgets ON owner = ${owner}`);
      return {
        revision: Number(row?.["revision"] ?? 0),
        sent: timesIn(bytesIn(row?.["sent"])),
        closedUntil: Number(row?.["closed_until"] ?? 0),
        now: Number(row?.["now"]),
      };
    },
    async write(revision, { sent, closedUntil }): Promise<boolean> {
      const [times, until] = [bytesOfTimes(sent), Math.ceil(closedUntil)];
      const rows = await database.all(
        revision === 0
          ? sql`
            INSERT INTO ${schema}.budgets VALUES (${owner}, 1, ${times}, ${until})
            ON CONFLICT DO NOTHING RETURNING owner`
          : sql`
            UPDATE ${schema}.budgets
            SET revision = revision + 1, sent = ${times}, closed_until = ${until}
            WHERE owner = ${owner} AND revision = ${revision} RETURNING owner`,
      );
      return rows.length > 0;
    },
  };
}

/** Gives access to one owner's stored values. */
export function createValueRows(database: SqlDatabase, owner: string): ValueRows {
  const { schema } = database;
  return {
    async find({ plan, group }, name): Promise<readonly ValueRow[]> {
      const rows = await database.all(sql`
        SELECT name, body FROM ${schema}.kept
        WHERE owner = ${owner} AND plan = ${plan} AND part = ${group}
          AND (expires_at IS NULL OR expires_at > ${database.now})
          ${name === undefined ? sql`` : sql`AND name = ${name}`}`);
      return rows.map((row) => ({ name: String(row["name"]), body: bytesIn(row["body"]) }));
    },
    save: ({ plan, group }, { name, body, holdsMs }) =>
      database.transaction(function* (): Steps<void> {
        yield expired(database);
        yield sql`
          INSERT INTO ${schema}.kept
          VALUES (${owner}, ${plan}, ${group}, ${name}, ${database.now} + ${holdsMs}, ${body})
          ON CONFLICT (owner, plan, part, name)
          DO UPDATE SET expires_at = excluded.expires_at, body = excluded.body`;
      }),
    async forget(plan): Promise<void> {
      await database.all(
        sql`DELETE FROM ${schema}.kept WHERE owner = ${owner} AND plan = ${plan}`,
      );
    },
  };
}

/** Deletes the expired values of all owners, because some owners never return. */
export async function deleteExpired(database: SqlDatabase): Promise<void> {
  await database.all(expired(database));
}

function expired({ schema, now }: SqlDatabase): Sql {
  return sql`DELETE FROM ${schema}.kept WHERE expires_at <= ${now}`;
}
