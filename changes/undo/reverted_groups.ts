import type { Reverted } from "./way_back.ts";

/** Groups records: each that leads, with its followers. */
export function revertedGroups(
  reverted: readonly Reverted[],
): readonly (readonly [Reverted, ...Reverted[]])[] {
  const groups: [Reverted, ...Reverted[]][] = [];
  for (const one of reverted) {
    const last = groups.at(-1);
    const isWithLast = one.target.isFollower === true && last?.[0].step === one.step;
    if (isWithLast) last?.push(one);
    else groups.push([one]);
  }
  return groups;
}
