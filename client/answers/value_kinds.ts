/** Tells whether a value may stand in a field. */
export type Kind = (value: unknown) => boolean;

/** More than any plan holds, in milliunits; the sums of a few still are exact integers. */
export const MOST_MILLIUNITS = 1e15;
/** What upstream calls an int32. */
const MOST_COUNT = 2 ** 31;
/** Longer than any id: a UUID, with a date behind it where a schedule entered the row. */
export const MOST_ID_LENGTH = 100;
/** A budget knows nothing of other centuries; the calendar stays within what it is tested for. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199] as const;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** An id of any form, not empty. */
export const id: Kind = (value) =>
  typeof value === "string" && value !== "" && value.length <= MOST_ID_LENGTH;

/** Any text, also a word that upstream has added to an enumeration. */
export const text: Kind = (value) => typeof value === "string";

/** True or false. */
export const flag: Kind = (value) => value === true || value === false;

/** Milliunits. */
export const amount: Kind = (value) =>
  Number.isInteger(value) && (value as number) <= MOST_MILLIUNITS &&
  (value as number) >= -MOST_MILLIUNITS;

/** A whole number of days, months or percent. */
export const count: Kind = (value) =>
  Number.isInteger(value) && (value as number) < MOST_COUNT && (value as number) > -MOST_COUNT;

/** How far a plan has come. */
export const knowledge: Kind = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

/** A day of the calendar, `YYYY-MM-DD`. */
export const day: Kind = (value) => {
  if (typeof value !== "string" || value.length !== 10) return false;
  const year = digits(value, 0, 4);
  const month = digits(value, 5, 7);
  const dayOfMonth = digits(value, 8, 10);
  return value[4] === "-" && value[7] === "-" && isInCalendar(year, month, dayOfMonth);
};

/** Tells whether a day is one of the calendar, from its numbers. */
export function isInCalendar(year: number, month: number, dayOfMonth: number): boolean {
  return year >= FIRST_YEAR && year <= LAST_YEAR && dayOfMonth >= 1 &&
    dayOfMonth <= (DAYS[month - 1] ?? 0) && (month !== 2 || dayOfMonth < 29 || isLeapYear(year));
}

/** The first day of a month, `YYYY-MM-01`. */
export const month: Kind = (value) => day(value) && (value as string).endsWith("-01");

/** Lets a field be absent, or null as upstream writes what it does not have. */
export function orNone(kind: Kind): Kind {
  return (value) => value === null || value === undefined || kind(value);
}

/** Text, or none. */
export const textOrNone: Kind = (value) =>
  value === null || value === undefined || typeof value === "string";

/** An id, or none. */
export const idOrNone: Kind = (value) => value === null || value === undefined || id(value);

/** Reads digits; not a number where there are others. */
function digits(value: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = value.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return NaN;
    number = number * 10 + digit;
  }
  return number;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
