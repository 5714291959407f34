import type { DirectReads } from "../../sync/plan/reads.ts";
import type { Fields, ReadTargets } from "../change.ts";
import type { JournalTarget } from "../journal.ts";
import { readNow, rereadTargets } from "./reread_targets.ts";
import { asStored, untakenWords, type VerifiedStep, wrongFields } from "./verify.ts";

/** Where transactions are read past the copy. */
export interface FollowerSource {
  readonly planId: string;
  readonly uncached: Pick<DirectReads, "getTransactions">;
  /** Gives the plan's knowledge that was read last; `null` before the first read. */
  readonly knowledge: () => number | null;
}

/**
 * Makes a way to read the other sides of transfers just after a write: by what has moved
 * since the plan was read last. What has not moved is what it was.
 */
export function followerReads({ planId, uncached, knowledge }: FollowerSource): ReadTargets {
  return async (targets) => {
    const known = knowledge();
    const since = known === null ? {} : { knowledge: known };
    const { live, deletedIds } = await uncached.getTransactions({ planId, ...since });
    const moved = new Map(live.map((one) => [one.id, one]));
    return new Map(targets.flatMap(({ id, before }): readonly [string, Fields | null][] => {
      const now = moved.get(id);
      if (now !== undefined) return [[id, plainFields(now)]];
      if (deletedIds.has(id)) return [[id, null]];
      return before === null ? [] : [[id, before]];
    }));
  };
}

/** Its plain fields, and its lines: what was split is told by them. */
function plainFields(record: object): Fields {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) =>
      typeof value !== "object" || value === null || name === "subtransactions"
    ),
  );
}

/** How the others are read, and who hears of a fault of our own. */
export interface FollowerReads {
  readonly readFollowers?: ReadTargets | undefined;
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** Completes what is known of a step by reading its followers. */
export async function withFollowers(
  verified: VerifiedStep,
  { readFollowers, onFault }: FollowerReads,
): Promise<VerifiedStep> {
  const followers = verified.targets.filter(({ isFollower }) => isFollower === true);
  const isUnread = followers.length === 0 || readFollowers === undefined ||
    // A record that is gone has taken the others with it.
    followers.every(({ after }) => after === null);
  if (isUnread) return verified;
  const found = await readNow(readFollowers, followers, onFault);
  const reread = await rereadTargets(() => Promise.resolve(found))(followers);
  let leader: JournalTarget | undefined;
  const deviations: string[] = [];
  const targets = verified.targets.map((target): JournalTarget => {
    if (target.isFollower !== true) {
      leader = target;
      return target;
    }
    if (target.before !== null) {
      return { ...target, outcome: reread[followers.indexOf(target)]?.outcome ?? "unknown" };
    }
    const record = found.get(target.id);
    if (record === undefined || record === null) return target;
    const wrong = wrongFields(target, record);
    if (wrong.length > 0) {
      deviations.push(`${target.label}: YNAB ${untakenWords(wrong)}`);
    }
    // What it has besides is what it was entered with, too.
    return { ...target, after: asStored({ after: { ...leader?.after, ...target.after } }, record) };
  });
  const kept = targets.filter(({ isFollower, before, outcome }) =>
    isFollower === true && before !== null && outcome === "not_done"
  );
  return {
    targets,
    deviations: [
      ...verified.deviations,
      ...deviations,
      ...kept.map(({ label }) => `${label}: YNAB left this side of the transfer as it was`),
    ],
  };
}
