import process from "node:process";
import { setImmediate, setTimeout } from "node:timers";
import type { End } from "./_terminal.ts";

/** The longest that a change is waited for, in milliseconds. */
const MOST_MS = 45_000;

/** Signals that ask a process to end, and the exit status that tells of them. */
const SIGNALS = [["SIGINT", 130], ["SIGTERM", 143]] as const;

/**
 * Has signals, and where asked the end of the input, end the process once all that has
 * begun has ended, or after 45 seconds. A second signal ends it at once.
 */
export function onStop(end: End, isInputEnd = false): void {
  let isStopping = false;
  let signals = 0;
  const stop = async (status: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(status), MOST_MS).unref();
    const own = await end().catch(() => 1);
    await said();
    process.exit(own ?? status);
  };
  for (const [signal, status] of SIGNALS) {
    process.on(signal, () => {
      signals += 1;
      // A host that has closed the input sends a signal after it: that is the first one.
      if (signals > 1) process.exit(status);
      stop(status);
    });
  }
  if (isInputEnd) {
    for (const event of ["end", "close"]) process.stdin.once(event, () => stop(0));
  }
}

/** Resolves when the answers to what has just ended are written. */
async function said(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => process.stdout.write("", resolve));
}
