import type { LoadProgress } from "../client/response.ts";
import { onlyIncreasing, progressWords } from "../server/asker.ts";
import { isDumb } from "./_text.ts";
import type { Terminal } from "./_terminal.ts";

const FIRST_MS = 1000;
const TICK_MS = 1000;
const BETWEEN_MS = 200;

export interface ProgressLine {
  /** Updates the progress line; `undefined` if there is no terminal. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Clears the progress line while a question is being asked. */
  readonly aside: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;
  /** Removes the progress line for good. */
  readonly end: () => void;
}

/** Starts the progress line, which stays hidden until the user has to wait. */
export function startProgressLine({ status, clock, env }: Terminal): ProgressLine {
  if (status === undefined || isDumb(env)) {
    return { aside: (ask) => ask(), end: () => {} };
  }
  let began = clock.now();
  let words = "Waiting for YNAB";
  let shownAt: number | null = null;
  let isAside = false;
  const show = (): void => {
    const now = clock.now();
    if (isAside || now - began < FIRST_MS) return;
    if (shownAt !== null && now - shownAt < BETWEEN_MS) return;
    shownAt = now;
    status(`${words}, ${Math.floor((now - began) / 1000)} s`);
  };
  const clear = (): void => {
    if (shownAt !== null) status("");
    shownAt = null;
  };
  const stop = clock.every(TICK_MS, show);
  return {
    onProgress: onlyIncreasing((progress) => {
      words = progressWords(progress);
      show();
    }),
    aside: async (ask) => {
      clear();
      isAside = true;
      try {
        return await ask();
      } finally {
        isAside = false;
        began = clock.now();
        words = "Waiting for YNAB";
      }
    },
    end: () => {
      stop();
      clear();
    },
  };
}
