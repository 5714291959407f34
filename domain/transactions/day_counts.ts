import { dayNumber } from "../base/day.ts";
import { dayInMonth } from "../base/month.ts";
import { dayOfNumber } from "./chunk_facts.ts";
import type { TransactionChunk } from "./transaction_chunk.ts";
import { memoised } from "../base/memoised.ts";

/** Counts the days of a chunk; of the same one once. */
export function dayCountsOf(chunk: TransactionChunk): Int32Array {
  return countsOf(chunk);
}

const countsOf = memoised(({ facts: { days }, count: length }: TransactionChunk): Int32Array => {
  const counts = new Int32Array(length);
  let last = -1;
  let count = 0;
  for (let place = 0; place < counts.length; place++) {
    const day = days[place] as number;
    if (day !== last) {
      last = day;
      count = dayCount(day);
    }
    counts[place] = count;
  }
  return counts;
});

/** Counts a day that is one number, such as 20240131, without making a text of it. */
export function dayCount(day: number): number {
  const months = Math.floor(day / 100);
  const dayOfMonth = day % 100;
  const year = Math.floor(months / 100);
  const month = months % 100;
  if (year >= 1 && month >= 1 && month <= 12 && dayOfMonth >= 1) {
    const first = dayInMonth(year * 12 + month - 1, 1);
    // Only the last days of a month can be missing.
    const isThere = dayOfMonth <= 28 ||
      first + dayOfMonth - 1 <= dayInMonth(year * 12 + month - 1, 31);
    if (isThere) return first + dayOfMonth - 1;
  }
  return dayNumber(dayOfNumber(day));
}
