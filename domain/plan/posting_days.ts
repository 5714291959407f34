/**
 * Days that may lie between the two sides of a transfer, or between what a person
 * entered and what the bank posted, a weekend included.
 */
export const MOST_POSTING_DAYS = 5;
