/** Largest file, in bytes. */
export const MOST_BYTES = 5_000_000;
/** Most bookings in a file. */
export const MOST_ROWS = 5_000;
