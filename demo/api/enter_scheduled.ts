import { addDays, dayOf } from "../../domain/base/day.ts";
import { addMonths } from "../../domain/base/month.ts";
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

/** A schedule that doesn't repeat is deleted after it was entered. */
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

/** Days or months until the next date; `null` if there is no next date. */
const STEPS: Readonly<
  Record<string, { readonly days: number } | { readonly months: number } | "twice" | null>
> = {
  never: null,
  daily: { days: 1 },
  weekly: { days: 7 },
  everyOtherWeek: { days: 14 },
  twiceAMonth: "twice",
  every4Weeks: { days: 28 },
  monthly: { months: 1 },
  everyOtherMonth: { months: 2 },
  every3Months: { months: 3 },
  every4Months: { months: 4 },
  twiceAYear: { months: 6 },
  yearly: { months: 12 },
  everyOtherYear: { months: 24 },
};

export function isFrequency(text: string): boolean {
  return Object.hasOwn(STEPS, text);
}

/** Keeps the first date's day of the month, if the month has that day. */
function dateAfterNext({ frequency, date_first, date_next }: StoredScheduled): string | null {
  const anchorDay = Number(date_first.slice(8));
  const step = STEPS[frequency];
  if (step === undefined || step === null) return null;
  if (step === "twice") return otherHalf(date_next, anchorDay);
  return "days" in step
    ? addDays(date_next, step.days)
    : addMonths(date_next, step.months, anchorDay);
}

/** The two days of a month are 15 days apart. */
function otherHalf(date: string, anchorDay: number): string {
  const early = anchorDay <= 15 ? anchorDay : anchorDay - 15;
  const isEarly = Number(date.slice(8)) <= early;
  return isEarly ? addMonths(date, 0, early + 15) : addMonths(date, 1, early);
}
