import { addDays, dayOf } from "../../domain/base/day.ts";
import { addMonths } from "../../domain/base/month.ts";
import { occurrencesOf } from "../../domain/schedules/occurrences.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  hasLiveLines,
  plainRow,
  type StoredScheduled,
  type StoredSplitLine,
} from "../model/records.ts";
import { addMirror, storeLines } from "./linked_rows.ts";

/** Enters all transactions due by `now`, as one write. */
export function enterScheduled(plan: DemoPlan, now: Date): void {
  const today = dayOf(now.getTime());
  plan.write(now, () => {
    for (const scheduled of [...plan.records.scheduled]) {
      while (!scheduled.deleted && scheduled.date_next <= today) {
        enterOnce(scheduled, plan);
        moveOn(scheduled, plan);
      }
    }
  });
}

/** Entering a schedule that doesn't repeat also deletes it. */
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

/** The date after a schedule's next date; `null` if there is none. */
function dateAfterNext(scheduled: StoredScheduled): string | null {
  const { date_next: next } = scheduled;
  const after = { since: addDays(next, 1), until: addMonths(next, LONGEST_STEP) };
  return occurrencesOf(scheduled, after)[0] ?? null;
}

/** One month more than the longest interval of a schedule, which is two years. */
const LONGEST_STEP = 25;
