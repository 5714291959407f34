import { assertEquals } from "@std/assert";
import { BackgroundRetries } from "../../client/timers.ts";

/** Creates delays that end when the test ends them, or when they are aborted. */
function waits(): {
  readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly asked: readonly number[];
  end(): Promise<void>;
} {
  const asked: number[] = [];
  let next = Promise.withResolvers<void>();
  return {
    asked,
    delay: (ms, signal) => {
      asked.push(ms);
      next = Promise.withResolvers<void>();
      const { reject } = next;
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener("abort", () => reject(signal.reason));
      return next.promise;
    },
    end: async () => {
      next.resolve();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}

/** A task that fails a given number of times. */
function failing(
  times: number,
): { readonly run: () => Promise<void>; readonly tries: () => number } {
  let tries = 0;
  return {
    tries: () => tries,
    run: () => {
      tries += 1;
      return tries > times ? Promise.resolve() : Promise.reject(new Error("away"));
    },
  };
}

Deno.test("BackgroundRetries retries with exponential backoff until a task succeeds", async () => {
  const { delay, asked, end } = waits();
  const retries = new BackgroundRetries({ longestPauseMs: 1_000, deadlineMs: 90_000, delay });
  const { run, tries } = failing(4);
  retries.add(run);
  for (let nth = 0; nth < 9; nth++) await end();
  assertEquals([tries(), asked], [5, [250, 500, 1_000, 1_000, 1_000]]);
});

Deno.test("BackgroundRetries gives up at the deadline, even if each attempt is slow", async () => {
  for (const [slowMs, pauses] of [[0, [250, 500, 500]], [800, [250, 500]]] as const) {
    const { delay, asked, end } = waits();
    let nowMs = 0;
    const retries = new BackgroundRetries({
      longestPauseMs: 500,
      deadlineMs: 1_200,
      delay: async (ms, signal) => {
        await delay(ms, signal);
        nowMs += ms;
      },
      monotonicMs: () => nowMs,
    });
    retries.add(() => {
      nowMs += slowMs;
      return Promise.reject(new Error("away"));
    });
    for (let nth = 0; nth < 9; nth++) await end();
    assertEquals(asked, pauses);
  }
});

Deno.test("BackgroundRetries.close() tries each pending task once more and then stops", async () => {
  const { delay, end } = waits();
  const retries = new BackgroundRetries({ longestPauseMs: 500, deadlineMs: 90_000, delay });
  const { run, tries } = failing(99);
  retries.add(run);
  await end();
  assertEquals(tries(), 1);
  await retries.close();
  assertEquals(tries(), 2);
  const late = failing(0);
  retries.add(late.run);
  await retries.close();
  assertEquals(late.tries(), 1);
});
