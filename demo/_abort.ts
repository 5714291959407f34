/** Settles as `promise` does, or rejects with the signal's reason as soon as it aborts. */
export function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | null,
): Promise<Value> {
  if (signal === null) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Waits, unless the signal aborts; no timer is left behind. */
export async function delay(delayMs: number, signal: AbortSignal | null): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delayMs);
  });
  try {
    await untilAborted(passed, signal);
  } finally {
    clearTimeout(timer);
  }
}
