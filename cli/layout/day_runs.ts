import { addDays, isDay } from "../../domain/base/day.ts";

/** From so many days on a run is told by its ends. */
const FEWEST = 4;

/** Puts runs of days into one item each, so that nothing is left out. */
export function dayRuns(items: readonly string[]): readonly string[] {
  const runs: string[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isNext = last !== undefined && isDay(last) && isDay(item) && addDays(last, 1) === item;
    if (isNext) run?.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => run.length < FEWEST ? run : [`${run[0]} to ${run.at(-1)} daily`]);
}
