import { addDays, dayOf } from "../../domain/base/day.ts";
import { addMonths } from "../../domain/base/month.ts";
import { FREQUENCIES, occurrencesOf } from "../../domain/schedules/occurrences.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  hasLiveLines,
  plainRow,
  plainSchedule,
  type StoredScheduled,
  type StoredSplitLine,
} from "../model/records.ts";
import { notFound } from "./transport.ts";
import type { Call, Fields, Handler } from "./call.ts";
import { addMirror, storeLines } from "./linked_rows.ts";
import {
  type CategoryPlace,
  chosenPayee,
  FIVE_YEARS,
  flagFields,
  MEMO_LIMIT,
  requestedAccount,
  requestedCategory,
  storedCategory,
  transferTarget,
} from "./row_rules.ts";
import { scheduledShape } from "./shapes.ts";

export const scheduledHandlers = {
  getScheduledTransactions: (call) => {
    const { plan } = call;
    return {
      scheduled_transactions: call.wanted(plan.records.scheduled)
        .map((stored) => scheduledShape(stored, plan)),
    };
  },
  getScheduledTransactionById: (call) => answerOf(stored(call), call),
  createScheduledTransaction: (call) => {
    const fields = call.fields("scheduled_transaction");
    const created = call.write(() => {
      const date = readDate(fields);
      return call.plan.add(
        "scheduled",
        plainSchedule({
          id: crypto.randomUUID(),
          date_first: date,
          date_next: date,
          amount: 0,
          account_id: "",
          ...fieldsAfter(null, fields),
        }),
      );
    });
    return answerOf(created, call);
  },
  /**
   * The body has the next due date. Changing the next due date also sets the first due date to the
   * same day.
   */
  updateScheduledTransaction: (call) => {
    const found = stored(call);
    const fields = call.fields("scheduled_transaction");
    call.write(() => {
      const date = readDate(fields);
      const dates = date === found.date_next ? {} : { date_first: date, date_next: date };
      call.plan.change(found, { ...fieldsAfter(found, fields), ...dates });
    });
    return answerOf(found, call);
  },
  /** Deleting a deleted schedule returns the same response again. */
  deleteScheduledTransaction: (call) => {
    const { plan, asked: { params } } = call;
    const found = plan.scheduled.get(params["scheduled_transaction_id"] ?? "");
    if (found === undefined) throw notFound();
    if (!found.deleted) call.write(() => deleteSchedule(found, plan));
    return answerOf(found, call);
  },
} satisfies Readonly<Record<string, Handler>>;

function stored(call: Call): StoredScheduled {
  return call.live(call.plan.scheduled, "scheduled_transaction_id");
}

function answerOf(found: StoredScheduled, { plan }: Call): ReturnType<Handler> {
  return { scheduled_transaction: scheduledShape(found, plan) };
}

function deleteSchedule(found: StoredScheduled, plan: DemoPlan): void {
  plan.change(found, {
    deleted: true,
    lines: found.lines.map((line) => ({ ...line, deleted: true })),
  });
}

function readDate(fields: Fields): string {
  const { today } = fields;
  const date = fields.required(fields.date("date"), "date");
  if (date < addDays(today, -7) || date > addMonths(today, FIVE_YEARS)) {
    throw fields.refuse(
      "date must not be more than 1 week in the past or over 5 years in the future",
    );
  }
  return date;
}

/** The amount and category of a scheduled split transaction can't be changed. */
function fieldsAfter(stored: StoredScheduled | null, fields: Fields): Partial<StoredScheduled> {
  const { plan } = fields;
  const account = requestedAccount(fields.required(fields.id("account_id"), "account"), fields);
  const frequency = readFrequency(fields);
  const amount = fields.amount("amount");
  const memo = fields.text("memo", MEMO_LIMIT);
  const flag = flagFields(fields);
  const chosen = chosenPayee(fields, false);
  const payee = chosen === undefined ? plan.payees.get(stored?.payee_id ?? "") ?? null : chosen;
  const place = { account, transferTo: transferTarget(payee, account, fields) };
  const isSplit = stored !== null && hasLiveLines(stored);
  return {
    account_id: account.id,
    payee_id: payee?.id ?? null,
    transfer_account_id: place.transferTo?.id ?? null,
    category_id: isSplit ? null : categoryAfter(stored, place, fields),
    ...(amount === undefined || amount === null || isSplit ? {} : { amount }),
    ...(memo === undefined ? {} : { memo }),
    ...(frequency === undefined ? {} : { frequency }),
    ...flag,
  };
}

function categoryAfter(
  stored: StoredScheduled | null,
  place: CategoryPlace,
  fields: Fields,
): string | null {
  const named = requestedCategory(fields);
  if (named === undefined && fields.has("category_id")) {
    throw fields.refuse("Credit Card Payment categories are not permitted");
  }
  const category = named === undefined ? stored?.category_id ?? null : named;
  return storedCategory(category, place, fields);
}

function readFrequency(fields: Fields): string | undefined {
  const frequency = fields.text("frequency", 100);
  if (frequency === undefined || frequency === null) return undefined;
  if (FREQUENCIES.some((known) => known === frequency)) return frequency;
  // In errors, YNAB spells `everyOtherWeek` as "Every Other Week".
  const title = frequency.replace(/(?<=.)([A-Z])/g, " $1").replace(/^./, (c) => c.toUpperCase());
  throw fields.refuse(`frequency ${title} is not a valid frequency`);
}

/** Enters all scheduled transactions due by `now` in one write. */
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

/** Entering the transaction of a schedule that doesn't repeat also deletes the schedule. */
function moveOn(scheduled: StoredScheduled, plan: DemoPlan): void {
  const next = dateAfterNext(scheduled);
  if (next === null) deleteSchedule(scheduled, plan);
  else plan.change(scheduled, { date_next: next });
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
  if (transferTo !== undefined && !transferTo.deleted) {
    addMirror({ row, line: null }, transferTo, plan);
  }
  if (hasLiveLines(scheduled)) storeLines(row, enteredLines(scheduled), plan);
}

function enteredLines({ lines, date_next }: StoredScheduled): StoredSplitLine[] {
  return lines.filter(({ deleted }) => !deleted).map((line) => ({
    ...line,
    id: `${line.id}_${date_next}`,
    transfer_transaction_id: null,
  }));
}

function dateAfterNext(scheduled: StoredScheduled): string | null {
  const { date_next: next } = scheduled;
  const after = { since: addDays(next, 1), until: addMonths(next, LONGEST_STEP) };
  return occurrencesOf(scheduled, after)[0] ?? null;
}

/** Number of months within which every schedule repeats: the longest interval plus one month. */
const LONGEST_STEP = 25;
