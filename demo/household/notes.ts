/**
 * Notes on months, and the places of some payees.
 *
 * @module
 */

import type { PayeeLocation } from "../../client/wire/payee.ts";
import { addMonths } from "../_calendar.ts";
import { monthsFrom } from "../_months.ts";
import { payeeIdOf } from "./payees.ts";
import { idFor, type Setting } from "./setting.ts";

/**
 * Gives the notes by month.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(householdMonthNotes(setting).has("2026-11-01"));
 * ```
 */
export function householdMonthNotes(setting: Setting): Map<string, string> {
  const notes = new Map<string, string>();
  for (const month of monthsFrom(setting.start, setting.today)) {
    if (month.slice(5, 7) === "12") {
      notes.set(month, "Presents: agree on a limit per person first.");
    }
  }
  notes.set(addMonths(setting.start, 9), "London account is closed. Last transfer in.");
  notes.set(addMonths(setting.thisMonth, -1), "Quiet month; rest went to the emergency fund.");
  notes.set(setting.thisMonth, "Dentist and the birthday dinner were not planned: cover them.");
  return notes;
}

/**
 * Lists where some payees were paid with a phone.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assertEquals(householdLocations(setting)[0]?.latitude, "45.5121");
 * ```
 */
export function householdLocations(setting: Setting): PayeeLocation[] {
  const places = [
    ["Blue Door Coffee", "45.5121", "-122.6258"],
    ["Fairview Market", "45.5387", "-122.6611"],
    ["Powerline Books", "45.5230", "-122.6816"],
  ] as const;
  return places.map(([payee, latitude, longitude]) => ({
    id: idFor(setting, `location/${payee}`),
    payee_id: payeeIdOf(setting, payee),
    latitude,
    longitude,
    deleted: false,
  }));
}
