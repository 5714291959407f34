import { dayOf } from "../_calendar.ts";
import { plainRow } from "../_plain_row.ts";
import type { StoredScheduled, StoredSplitLine } from "../_records.ts";
import { hasLiveLines } from "../arithmetic/live_lines.ts";
import { dateAfterNext } from "../arithmetic/next_date.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { storeLines } from "./split_lines.ts";
import { addMirror } from "./transfer_link.ts";

/** Enters everything that is due by the day of `now`, as one write. */
export function enterScheduled(plan: DemoPlan, now: Date): void {
  const today = dayOf(now);
  plan.write(now, () => {
    for (const scheduled of [...plan.records.scheduled]) {
      while (!scheduled.deleted && scheduled.date_next <= today) {
        enterOnce(scheduled, plan);
        moveOn(scheduled, plan);
      }
    }
  });
}

/** A schedule that does not come round again vanishes. */
function moveOn(scheduled: StoredScheduled, plan: DemoPlan): void {
  const next = dateAfterNext(scheduled);
  if (next !== null) return plan.change(scheduled, { date_next: next });
  plan.change(scheduled, {
    deleted: true,
    lines: scheduled.lines.map((line) => ({ ...line, deleted: true })),
  });
}

function enterOnce(scheduled: StoredScheduled, plan: DemoPlan): void {
  const account = plan.accounts.get(scheduled.account_id);
  const id = `${scheduled.id}_${scheduled.date_next}`;
  if (account === undefined || account.deleted || plan.rows.byId.has(id)) return;
  const row = plainRow({
    id,
    date: scheduled.date_next,
    amount: scheduled.amount,
    memo: scheduled.memo,
    cleared: account.type === "cash" ? "cleared" : "uncleared",
    approved: false,
    flag_color: scheduled.flag_color,
    flag_name: scheduled.flag_name,
    account_id: account.id,
    payee_id: scheduled.payee_id,
    category_id: scheduled.category_id,
  });
  plan.addRow(row);
  const transferTo = plan.accounts.get(scheduled.transfer_account_id ?? "");
  if (transferTo !== undefined && !transferTo.deleted) addMirror(row, transferTo, plan);
  if (hasLiveLines(scheduled)) storeLines(row, enteredLines(scheduled), plan);
}

function enteredLines({ lines, date_next }: StoredScheduled): StoredSplitLine[] {
  return lines.filter(({ deleted }) => !deleted).map((line) => ({
    ...line,
    id: `${line.id}_${date_next}`,
    transfer_transaction_id: null,
  }));
}
