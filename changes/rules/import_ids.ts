import { daysBetween } from "../../domain/base/day.ts";
import type { TransactionRecord } from "../../domain/base/plan_records.ts";
import type { StatementRow } from "../../domain/statements/statement.ts";
import { baseImportId, importIdOf, MAX_IMPORT_ID_LENGTH, nextGeneration } from "../compare.ts";
import type { JournalEntry } from "../journal.ts";

/** Maximum days between an import and the entered transaction that YNAB matches with it. */
const MAX_MATCHED_DAYS = 10;

type Payment = Pick<TransactionRecord, "date" | "amount">;

export interface ImportIdPlan {
  readonly accountId: string;
  /** All rows of the statement. */
  readonly rows: readonly StatementRow[];
  /** Live transactions of all accounts. */
  readonly live: readonly TransactionRecord[];
  /** Transactions that the same change enters in the account without import ids. */
  readonly entered: readonly Payment[];
  readonly entries: readonly JournalEntry[];
}

/**
 * Chooses import ids for the new rows, by row number. A row gets none if it is near an unmatched
 * entered transaction of the same amount: YNAB would match the two, and the new transaction would
 * vanish.
 */
export function importIds(
  newRows: readonly StatementRow[],
  plan: ImportIdPlan,
): ReadonlyMap<number, string> {
  const { accountId, rows, live, entries } = plan;
  const ofAccount = live.filter((one) => one.account_id === accountId);
  const taken = new Set(ofAccount.flatMap(({ import_id: id }) => id ? [baseImportId(id)] : []));
  const used = usedImportIds(entries, accountId);
  const nth = occurrences(rows);
  const chosen = new Map<number, string>();
  for (const { row, date, amount } of withoutMatches(newRows, ofAccount, plan)) {
    let occurrence = nth.get(row) ?? 1;
    const base = (): string => `YNAB:${amount}:${date}:${occurrence}`;
    while (taken.has(base())) occurrence += 1;
    taken.add(base());
    let id = base();
    while (used.has(id)) id = nextGeneration(id);
    if (id.length <= MAX_IMPORT_ID_LENGTH) chosen.set(row, id);
  }
  return chosen;
}

/** Import ids used in an account by this server. YNAB doesn't accept them again. */
function usedImportIds(
  entries: readonly JournalEntry[],
  accountId: string,
): ReadonlySet<string> {
  const targets = entries.flatMap(({ steps }) => steps.flatMap((step) => step.targets));
  return new Set(
    targets.flatMap((target) => {
      const isUsed = target.outcome !== "not_done" && target.after?.["account_id"] === accountId;
      return isUsed ? importIdOf(target) ?? [] : [];
    }),
  );
}

/** Numbers the rows with the same day and amount, starting at 1. */
function occurrences(rows: readonly StatementRow[]): ReadonlyMap<number, number> {
  const counts = new Map<string, number>();
  return new Map(rows.map(({ row, date, amount }) => {
    const key = `${date} ${amount}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return [row, count];
  }));
}

/** YNAB may match a row with the one entered before it, if that has no import id. */
function withoutMatches(
  rows: readonly StatementRow[],
  ofAccount: readonly TransactionRecord[],
  { entered }: ImportIdPlan,
): readonly StatementRow[] {
  const unmatched = ofAccount.filter((one) => !one.import_id && !one.matched_transaction_id);
  const byAmount = Map.groupBy<number, Payment>(
    [...unmatched, ...entered],
    ({ amount }) => amount,
  );
  let left = rows;
  for (;;) {
    const near = left.filter(({ amount, date }) =>
      byAmount.get(amount)?.some((one) => Math.abs(daysBetween(one.date, date)) <= MAX_MATCHED_DAYS)
    );
    if (near.length === 0) return left;
    left = left.filter((row) => !near.includes(row));
    for (const row of near) byAmount.get(row.amount)?.push(row);
  }
}
