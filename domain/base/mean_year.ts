/** Days of a mean year: 97 leap years in 400. */
export const DAYS_PER_YEAR = 365.2425;

/** Days of a mean month. */
export const DAYS_PER_MONTH: number = DAYS_PER_YEAR / 12;
