import { addDays, addMonths, dayOf } from "../model/calendar.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  hasLiveLines,
  plainRow,
  type StoredScheduled,
  type StoredSplitLine,
} from "../model/records.ts";
import { addMirror, storeLines } from "./linked_rows.ts";

/** Enters everything due by `now`, as one write. */
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

/** A schedule that doesn't repeat is deleted. */
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

const DAYS: Readonly<Record<string, number>> = {
  daily: 1,
  weekly: 7,
  everyOtherWeek: 14,
  every4Weeks: 28,
};

const MONTHS: Readonly<Record<string, number>> = {
  monthly: 1,
  everyOtherMonth: 2,
  every3Months: 3,
  every4Months: 4,
  twiceAYear: 6,
  yearly: 12,
  everyOtherYear: 24,
};

/** Keeps the first date's day of the month, if the month has it. */
export function dateAfterNext(
  { frequency, date_first, date_next }: Pick<
    StoredScheduled,
    "frequency" | "date_first" | "date_next"
  >,
): string | null {
  const anchorDay = Number(date_first.slice(8));
  const days = DAYS[frequency];
  if (days !== undefined) return addDays(date_next, days);
  const months = MONTHS[frequency];
  if (months !== undefined) return addMonths(date_next, months, anchorDay);
  return frequency === "twiceAMonth" ? otherHalf(date_next, anchorDay) : null;
}

/** The two days of a month are 15 days apart. */
function otherHalf(date: string, anchorDay: number): string {
  const early = anchorDay <= 15 ? anchorDay : anchorDay - 15;
  const isEarly = Number(date.slice(8)) <= early;
  return isEarly ? addMonths(date, 0, early + 15) : addMonths(date, 1, early);
}
