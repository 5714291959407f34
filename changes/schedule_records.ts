import type { SaveScheduledTransaction } from "../client/wire/scheduled_transaction.ts";
import type { Fields, ReadTargets } from "./change.ts";
import type { CurrentRecord } from "./evidence.ts";
import { withoutNames } from "./fields.ts";
import { createdSchedule } from "./outcomes.ts";

/** What is sent of a schedule: always its account and next date, otherwise what changes. */
export function savedSchedule(fields: Fields, now: Fields): SaveScheduledTransaction {
  const { account_id, date_next, transfer_account_id: _, ...rest } = withoutNames(fields);
  return {
    account_id: String(account_id ?? now["account_id"]),
    date: String(date_next ?? now["date_next"]),
    ...rest,
  };
}

/** Re-reads schedules by id, a created one by its fields. */
export function scheduleReads(
  read: () => Promise<{ readonly live: readonly CurrentRecord[] }>,
): ReadTargets {
  return async (targets) => {
    const { live } = await read();
    const byId = new Map(live.map((one) => [one.id, one]));
    return new Map(targets.flatMap((target): readonly [string, Fields | null][] => {
      const isCreated = target.before === null;
      const found = isCreated ? createdSchedule(target, live) : byId.get(target.id) ?? null;
      // What is not there yet may still arrive.
      return isCreated && found === null ? [] : [[target.id, found as Fields | null]];
    }));
  };
}
