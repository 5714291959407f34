import type { StoredScheduled } from "../_records.ts";
import type { Knobs } from "../knobs.ts";
import type { Fields } from "./fields.ts";

const SIMPLE: ReadonlySet<string> = new Set(["never", "daily", "weekly", "monthly", "yearly"]);
const COMPOUND: ReadonlySet<string> = new Set([
  "everyOtherWeek",
  "twiceAMonth",
  "every4Weeks",
  "everyOtherMonth",
  "every3Months",
  "every4Months",
  "twiceAYear",
  "everyOtherYear",
]);
const NAME_LIMIT = 100;

/**
 * Reads the frequency of a body.
 *
 * @throws {Refusal} 400 for a frequency that does not exist or is refused.
 */
export function readFrequency(fields: Fields, knobs: Knobs): string | undefined {
  const frequency = fields.text("frequency", NAME_LIMIT);
  if (frequency === undefined || frequency === null) return undefined;
  const isAllowed = SIMPLE.has(frequency) ||
    (COMPOUND.has(frequency) && !knobs.refuseCompoundFrequencies);
  if (!isAllowed) throw refusedFrequency(frequency, fields);
  return frequency;
}

/**
 * Checks that a stored schedule may be written at all: where compound
 * frequencies are refused, one that has such a frequency cannot be changed
 * without giving it another.
 *
 * @throws {Refusal} 400 otherwise.
 */
export function checkFrequencyOf(
  { frequency }: StoredScheduled,
  fields: Fields,
  knobs: Knobs,
): void {
  if (knobs.refuseCompoundFrequencies && COMPOUND.has(frequency) && !fields.has("frequency")) {
    throw refusedFrequency(frequency, fields);
  }
}

/** Writes a frequency as upstream does when it refuses one. */
export function frequencyTitle(frequency: string): string {
  const spaced = frequency.replace(/(?<=.)([A-Z])/g, " $1");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function refusedFrequency(frequency: string, fields: Fields): ReturnType<Fields["refuse"]> {
  return fields.refuse(`frequency ${frequencyTitle(frequency)} is not a valid frequency`);
}
