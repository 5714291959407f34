/**
 * Schedules of a heavy plan: two dozen, in all frequencies.
 *
 * @module
 */

import type { Frequency } from "../../client/wire/scheduled_transaction.ts";
import { addDays } from "../_calendar.ts";
import { randomFrom } from "../_random.ts";
import type { StoredScheduled } from "../_records.ts";
import { type HeavyWorld, mainAccount } from "./routine.ts";

const FREQUENCIES: readonly Frequency[] = [
  "monthly",
  "weekly",
  "never",
  "daily",
  "everyOtherWeek",
  "twiceAMonth",
  "every4Weeks",
  "everyOtherMonth",
  "every3Months",
  "every4Months",
  "twiceAYear",
  "yearly",
  "everyOtherYear",
];

const COUNT = 26;

/** Lists the schedules; each lies within the next weeks. */
export function heavySchedules(
  seed: number,
  world: HeavyWorld,
  today: string,
): StoredScheduled[] {
  return Array.from({ length: COUNT }, (_, index) => {
    const draws = randomFrom(`heavy/${seed}/schedule/${index}`);
    const { stored, categories, price } = draws.pick(world.payees.merchants);
    return {
      id: draws.uuid(),
      date_first: addDays(today, -draws.integer(0, 200)),
      date_next: addDays(today, 1 + index),
      frequency: FREQUENCIES[index % FREQUENCIES.length] ?? "never",
      amount: -price,
      memo: null,
      flag_color: null,
      flag_name: null,
      account_id: mainAccount(world).stored.id,
      payee_id: stored.id,
      category_id: categories[0],
      transfer_account_id: null,
      deleted: false,
      lines: [],
      knowledge: 1,
    };
  });
}
