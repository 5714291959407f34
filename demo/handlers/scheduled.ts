import {
  type Call,
  type Handlers,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  ok,
  planOf,
  type Reply,
} from "../_call.ts";
import { notFound } from "../_refusal.ts";
import { scheduledShape } from "../shapes/scheduled_shape.ts";

/** Answers for reads of schedules. */
export const scheduledHandlers: Handlers<
  "getScheduledTransactions" | "getScheduledTransactionById"
> = { getScheduledTransactions, getScheduledTransactionById };

function getScheduledTransactions(call: Call): Reply {
  const plan = planOf(call);
  const since = knowledgeOfCall(call);
  const { scheduled } = plan.records;
  if (scheduled.length === 0 && call.knobs.scheduledNotFoundWhenNeverUsed) throw notFound();
  const scheduled_transactions = scheduled
    .filter((stored) => isWanted(stored, since))
    .map((stored) => scheduledShape(stored, plan));
  return ok({ scheduled_transactions, server_knowledge: plan.knowledge });
}

function getScheduledTransactionById(call: Call): Reply {
  const plan = planOf(call);
  const stored = liveRecord(plan.scheduled, call.params["scheduled_transaction_id"]);
  return ok({ scheduled_transaction: scheduledShape(stored, plan) });
}
