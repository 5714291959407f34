/** A time limit that is long enough for any machine, so that only endless waits time out. */
const MAX_MS = 180_000;

/** Waits for a promise, and throws if the deadline passes first. */
export async function withinDeadline<Value>(
  promise: Promise<Value>,
  what: string,
  longestMs: number = MAX_MS,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took over ${longestMs} ms`)), longestMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
