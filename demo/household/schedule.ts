/**
 * What a schedule of the household is, and how it is stored.
 *
 * @module
 */

import type { Frequency } from "../../client/wire/scheduled_transaction.ts";
import { addDays, addMonths } from "../_calendar.ts";
import type { StoredScheduled } from "../_records.ts";
import type { AccountKey } from "./accounts.ts";
import { type Cadence, dueDates } from "./cadence.ts";
import type { CategoryKey } from "./category_table.ts";
import type { DraftLine } from "./draft.ts";
import { payeeIdOf } from "./payees.ts";
import { idFor, type Setting } from "./setting.ts";

/** A schedule, with accounts and categories by key. */
export interface Schedule {
  /** Gives the schedule its id. */
  readonly name: string;
  readonly frequency: Frequency;
  readonly first: string;
  readonly next: string;
  /** Milliunits. */
  readonly amount: number;
  readonly account: AccountKey;
  readonly payee: string | null;
  readonly category: CategoryKey | null;
  readonly transferTo?: AccountKey;
  readonly lines?: readonly DraftLine[];
  readonly memo?: string;
  readonly deleted?: boolean;
}

/**
 * Gives a schedule its ids.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * const gym = {
 *   name: "Gym",
 *   frequency: "monthly",
 *   first: "2026-01-05",
 *   next: "2026-12-05",
 *   amount: -44_000,
 *   account: "checking",
 *   payee: "Gym",
 *   category: "gym",
 * } as const;
 * assertEquals(storedSchedule(setting, gym).date_next, "2026-12-05");
 * ```
 */
export function storedSchedule(setting: Setting, schedule: Schedule): StoredScheduled {
  const { transferTo, payee, category } = schedule;
  const id = idFor(setting, `schedule/${schedule.name}`);
  return {
    id,
    date_first: schedule.first,
    date_next: schedule.next,
    frequency: schedule.frequency,
    amount: schedule.amount,
    memo: schedule.memo ?? null,
    flag_color: null,
    flag_name: null,
    account_id: idFor(setting, `account/${schedule.account}`),
    payee_id: transferTo !== undefined
      ? idFor(setting, `payee/transfer/${transferTo}`)
      : payee === null
      ? null
      : payeeIdOf(setting, payee),
    category_id: category === null ? null : idFor(setting, `category/${category}`),
    transfer_account_id: transferTo === undefined ? null : idFor(setting, `account/${transferTo}`),
    deleted: schedule.deleted ?? false,
    lines: (schedule.lines ?? []).map((line, index) => ({
      id: idFor(setting, `schedule line/${schedule.name}/${index}`),
      amount: line.amount,
      memo: line.memo ?? null,
      payee_id: null,
      category_id: line.category === null ? null : idFor(setting, `category/${line.category}`),
      transfer_account_id: null,
      deleted: false,
    })),
    knowledge: 1,
  };
}

/**
 * The first due date of the plan's span and the next one after today.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assertEquals(datesOf(setting, { everyMonths: 1, month: 1, day: 5 }).next, "2026-12-05");
 * ```
 */
export function datesOf(setting: Setting, cadence: Cadence): Pick<Schedule, "first" | "next"> {
  const tomorrow = addDays(setting.today, 1);
  const [first = setting.start] = dueDates(cadence, setting.start, setting.today);
  const [next = tomorrow] = dueDates(cadence, tomorrow, addMonths(tomorrow, 13));
  return { first, next };
}
