/** Upstream names no limit for the transactions of one request. */
const MOST_PER_REQUEST = 500;

/** Splits records into the parts that one request each can carry. */
export function inRequests<Record>(
  records: readonly Record[],
): readonly (readonly Record[])[] {
  const count = Math.ceil(records.length / MOST_PER_REQUEST);
  return Array.from(
    { length: count },
    (_, at) => records.slice(at * MOST_PER_REQUEST, (at + 1) * MOST_PER_REQUEST),
  );
}
