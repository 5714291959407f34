import { addDays } from "../../domain/base/day.ts";
import { addMonths } from "../../domain/base/month.ts";
import { FREQUENCIES } from "../../domain/schedules/occurrences.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import { hasLiveLines, type StoredScheduled } from "../model/records.ts";
import {
  type Call,
  created,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  ok,
  planOf,
  type Reply,
} from "./call.ts";
import { Fields } from "./fields.ts";
import { notFound } from "./refusal.ts";
import {
  type CategoryPlace,
  chosenPayee,
  flagFields,
  MEMO_LIMIT,
  type PlanFields,
  requestedAccount,
  requestedCategory,
  storedCategory,
  transferTarget,
} from "./row_rules.ts";
import { scheduledShape } from "./row_shapes.ts";

function getScheduledTransactions(call: Call): Reply {
  const plan = planOf(call);
  const since = knowledgeOfCall(call);
  const { scheduled } = plan.records;
  const scheduled_transactions = scheduled
    .filter((stored) => isWanted(stored, since))
    .map((stored) => scheduledShape(stored, plan));
  return ok({ scheduled_transactions }, plan);
}

function getScheduledTransactionById(call: Call): Reply {
  const plan = planOf(call);
  const stored = liveRecord(plan.scheduled, call.params["scheduled_transaction_id"]);
  return ok({ scheduled_transaction: scheduledShape(stored, plan) });
}

const FIVE_YEARS = 60;

/** Contrary to its documentation, YNAB returns server knowledge here too. */
function createScheduledTransaction(call: Call): Reply {
  const plan = planOf(call);
  const fields = Fields.of(call.body, "scheduled_transaction");
  const stored = plan.write(call.now, () => {
    const date = readDate(fields, call.today);
    const stored: StoredScheduled = {
      id: crypto.randomUUID(),
      date_first: date,
      date_next: date,
      frequency: "never",
      amount: 0,
      memo: null,
      flag_color: null,
      flag_name: null,
      account_id: "",
      payee_id: null,
      category_id: null,
      transfer_account_id: null,
      deleted: false,
      knowledge: 0,
      lines: [],
      ...fieldsAfter(null, fields, plan),
    };
    plan.add("scheduled", stored);
    return stored;
  });
  return created({
    scheduled_transaction: scheduledShape(stored, plan),
  }, plan);
}

/** The body sets the next date. If that date moves, it also becomes the first date. */
function updateScheduledTransaction(call: Call): Reply {
  const plan = planOf(call);
  const stored = liveRecord(plan.scheduled, call.params["scheduled_transaction_id"]);
  const fields = Fields.of(call.body, "scheduled_transaction");
  plan.write(call.now, () => {
    const date = readDate(fields, call.today);
    const dates = date === stored.date_next ? {} : { date_first: date, date_next: date };
    plan.change(stored, { ...fieldsAfter(stored, fields, plan), ...dates });
  });
  return ok({ scheduled_transaction: scheduledShape(stored, plan) });
}

/** Deleting a deleted schedule returns the same response again. Only an unknown id returns 404. */
function deleteScheduledTransaction(call: Call): Reply {
  const plan = planOf(call);
  const stored = plan.scheduled.get(call.params["scheduled_transaction_id"] ?? "");
  if (stored === undefined) throw notFound();
  if (!stored.deleted) {
    const lines = stored.lines.map((line) => ({ ...line, deleted: true }));
    plan.write(call.now, () => plan.change(stored, { deleted: true, lines }));
  }
  return ok({ scheduled_transaction: scheduledShape(stored, plan) });
}

function readDate(fields: Fields, today: string): string {
  const date = fields.required(fields.date("date"), "date");
  if (date < addDays(today, -7) || date > addMonths(today, FIVE_YEARS)) {
    throw fields.refuse(
      "date must not be more than 1 week in the past or over 5 years in the future",
    );
  }
  return date;
}

/** The amount and category of a split schedule can't be changed. */
function fieldsAfter(
  stored: StoredScheduled | null,
  fields: Fields,
  plan: DemoPlan,
): Partial<StoredScheduled> {
  const accountId = fields.id("account_id");
  if (!accountId) throw fields.refuse("account is required");
  const account = requestedAccount(accountId, plan, fields);
  const frequency = readFrequency(fields);
  const amount = fields.amount("amount");
  const memo = fields.text("memo", MEMO_LIMIT);
  const flag = flagFields(fields, plan);
  const chosen = chosenPayee(fields, plan, false);
  const payee = chosen === undefined ? plan.payees.get(stored?.payee_id ?? "") ?? null : chosen;
  const place = { account, transferTo: transferTarget(payee, account, { plan, fields }) };
  const isSplit = stored !== null && hasLiveLines(stored);
  return {
    account_id: account.id,
    payee_id: payee?.id ?? null,
    transfer_account_id: place.transferTo?.id ?? null,
    category_id: isSplit ? null : categoryAfter(stored, place, { plan, fields }),
    ...(amount === undefined || amount === null || isSplit ? {} : { amount }),
    ...(memo === undefined ? {} : { memo }),
    ...(frequency === undefined ? {} : { frequency }),
    ...flag,
  };
}

function categoryAfter(
  stored: StoredScheduled | null,
  place: CategoryPlace,
  { plan, fields }: PlanFields,
): string | null {
  const named = requestedCategory(fields, plan);
  if (named === undefined && fields.has("category_id")) {
    throw fields.refuse("Credit Card Payment categories are not permitted");
  }
  const category = named === undefined ? stored?.category_id ?? null : named;
  return storedCategory(category, place, { plan, fields });
}

const NAME_LIMIT = 100;

function readFrequency(fields: Fields): string | undefined {
  const frequency = fields.text("frequency", NAME_LIMIT);
  if (frequency === undefined || frequency === null) return undefined;
  if (FREQUENCIES.some((known) => known === frequency)) return frequency;
  // In errors, YNAB writes `everyOtherWeek` as "Every Other Week".
  const title = frequency.replace(/(?<=.)([A-Z])/g, " $1").replace(/^./, (c) => c.toUpperCase());
  throw fields.refuse(`frequency ${title} is not a valid frequency`);
}

export const scheduledHandlers = {
  getScheduledTransactions,
  getScheduledTransactionById,
  createScheduledTransaction,
  updateScheduledTransaction,
  deleteScheduledTransaction,
};
