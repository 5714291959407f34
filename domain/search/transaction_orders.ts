import type { TransactionChunk } from "../transactions/transaction_chunk.ts";

/** A size and a place fit into one exact number while sizes stay below this. */
const LARGEST_EXACT = Number.MAX_SAFE_INTEGER;

/** Gives places with the oldest day first; those of one day as they were. */
export function placesByAge(chunks: readonly TransactionChunk[], count: number): Uint32Array {
  const days = daysOf(chunks, count);
  const places = new Uint32Array(count);
  let at = 0;
  for (let end = count; end > 0;) {
    let start = end - 1;
    while (start > 0 && days[start - 1] === days[end - 1]) start--;
    for (let place = start; place < end; place++) places[at++] = place;
    end = start;
  }
  return places;
}

/** Gives places with the largest amount first, in or out; equal ones as they were. */
export function placesBySize(chunks: readonly TransactionChunk[], count: number): Uint32Array {
  const sizes = new Float64Array(count);
  let at = 0;
  let largest = 0;
  for (const { facts: { amounts } } of chunks) {
    for (const amount of amounts) largest = Math.max(largest, sizes[at++] = Math.abs(amount));
  }
  const isExact = (largest + 1) * count < LARGEST_EXACT && sizes.every(Number.isInteger);
  if (!isExact) {
    const places = Uint32Array.from({ length: count }, (_, place) => place);
    return places.sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b);
  }
  // Numbers sort ten times faster than places by a function.
  const packed = sizes.map((size, place) => (largest - size) * count + place).sort();
  return Uint32Array.from(packed, (number) => number % count);
}

function daysOf(chunks: readonly TransactionChunk[], count: number): Int32Array {
  const days = new Int32Array(count);
  let at = 0;
  for (const { facts, count } of chunks) {
    days.set(facts.days, at);
    at += count;
  }
  return days;
}
