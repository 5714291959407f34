import type { BudgetRow, BudgetRows } from "../sealing/budget_rows.ts";
import { bytesIn } from "./database.ts";
import type { JournalRowsOptions } from "./journal_file.ts";
import { bytesOfTimes, timesIn } from "../sealing/time_bytes.ts";

/** Opens the budget of one owner. */
export function createBudgetRows(
  { database, owner, now }: Omit<JournalRowsOptions, "holder">,
): BudgetRows {
  return {
    read(): BudgetRow {
      const row = database.get("SELECT * FROM budgets WHERE owner = ?", owner);
      return {
        revision: Number(row?.["revision"] ?? 0),
        sent: timesIn(bytesIn(row?.["sent"])),
        closedUntil: Number(row?.["closed_until"] ?? 0),
        now: now(),
      };
    },
    write(revision, { sent, closedUntil }): boolean {
      const times = bytesOfTimes(sent);
      if (revision === 0) {
        return database.run(
          "INSERT OR IGNORE INTO budgets VALUES (?, 1, ?, ?)",
          owner,
          times,
          closedUntil,
        ) > 0;
      }
      return database.run(
        "UPDATE budgets SET revision = revision + 1, sent = ?, closed_until = ? " +
          "WHERE owner = ? AND revision = ?",
        times,
        closedUntil,
        owner,
        revision,
      ) > 0;
    },
  };
}
