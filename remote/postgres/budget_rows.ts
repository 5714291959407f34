import type { BudgetRow, BudgetRows } from "../../sync/store/backend.ts";
import { bytesOfTimes, timesIn } from "../../sync/store/ledger.ts";
import { bytesIn, type Database, hasWritten } from "./database.ts";
import { SCHEMA } from "./schema.ts";

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
