import { cleanText } from "../domain/base/clean_text.ts";
import type { Step, Target, WriteId } from "./change.ts";
import {
  asksNothing,
  asStored,
  compareTarget,
  importIdOf,
  isUnchanged,
  mapWithLeader,
  otherSideOf,
  outcomeOf,
  pairCreated,
  type RecordSource,
  type UpstreamRecord,
  withPayeeId,
  wrongFields,
} from "./compare.ts";
import { fieldWords, holds, isSameValue } from "./fields.ts";
import type { JournalTarget } from "./journal.ts";
import { OPERATIONS, recordsIn } from "./operations.ts";
import type { Reread } from "./records.ts";

/** Something that YNAB stored differently than requested. */
export interface Deviation {
  /** Label of a record that differs from its preview; `null` for other deviations. */
  readonly label: string | null;
  /** A sentence without its final period. */
  readonly words: string;
}

export interface VerifiedStep {
  /** Targets with their ids, including those of created records. */
  readonly targets: readonly JournalTarget[];
  readonly deviations: readonly Deviation[];
}

/**
 * Verifies a response, then re-reads the records whose outcome it leaves uncertain, because some of
 * YNAB's responses have contradicted the stored data. If the read fails, relies on the response.
 */
export async function verifyWithReread(
  step: Step,
  answer: unknown,
  reread: Reread,
): Promise<VerifiedStep & { readonly isContradicted: boolean }> {
  const records = recordsIn(step.operation, answer);
  const verified = {
    ...verifyRecords(step, { answered: records, reread: [] }),
    isContradicted: false,
  };
  // By default, only unconfirmed updates are re-read: a response proves that a record was created,
  // and a deleted transaction stays deleted.
  const { effect, rereadOutcomes } = OPERATIONS[step.operation];
  const outcomes = rereadOutcomes ?? (effect === "updates" ? ["not_done", "unknown"] : []);
  const toReread = verified.targets.filter(({ outcome, isFollower }) =>
    outcomes.includes(outcome) && isFollower !== true
  );
  if (toReread.length === 0) return verified;
  const { records: current } = await reread();
  const stored = toReread.flatMap(({ id }): readonly UpstreamRecord[] => {
    const now = current?.get(id);
    const answered = records.find((record) => record["id"] === id);
    return now === undefined ? [] : [{ ...answered, ...now, deleted: false }];
  });
  if (stored.length === 0) return verified;
  const answered = records.filter(({ id }) => !stored.some((one) => one["id"] === id));
  const corrected = verifyRecords(step, { answered, reread: stored });
  const isSame = corrected.targets.every(({ outcome }, at) =>
    outcome === verified.targets[at]?.outcome
  );
  return isSame ? verified : { ...corrected, isContradicted: true };
}

/** Compares a step with the records in its response and those that were read afterward. */
function verifyRecords(
  step: Step,
  { answered, reread }: {
    readonly answered: readonly UpstreamRecord[];
    readonly reread: readonly UpstreamRecord[];
  },
): VerifiedStep {
  const { effect } = OPERATIONS[step.operation];
  const records = [...answered, ...reread];
  if (effect === "deletes") return verifyDeletion(step, records);
  const leaders = step.targets.filter(({ isFollower }) => isFollower !== true);
  const created = effect === "creates" ? pairCreated(leaders, records) : null;
  const recordOf = (leader: Target): UpstreamRecord | undefined =>
    created === null
      ? records.find(({ id }) => id === leader.id)
      : created[leaders.indexOf(leader)];
  const checked = mapWithLeader(step.targets, recordOf, (target, record) => {
    if (target.isFollower === true) return verifyFollower(target, record);
    return record === undefined ? unnamed(target) : verifyTarget(
      withSent(step, target, record),
      record,
      reread.includes(record) ? "read" : "response",
    );
  });
  return {
    targets: checked.map(({ target }) => target),
    deviations: checked.flatMap(({ target: { label }, words }) =>
      words === null ? [] : [{ label, words: `${label}: ${words}` }]
    ),
  };
}

/** Derives a compensated step's outcome from the response to the compensation. */
export function verifyCompensation(
  { operation }: { readonly operation: WriteId },
  targets: readonly JournalTarget[],
  answer: unknown,
): readonly JournalTarget[] {
  const records = recordsIn(operation, answer);
  return targets.map((target) => {
    const record = records.find(({ id }) => id === target.id);
    if (record === undefined) return { ...target, outcome: "unknown" };
    return holds(target.before, record)
      ? { ...target, outcome: "not_done" }
      : { ...target, after: asStored(target, record), outcome: "done" };
  });
}

interface VerifiedTarget {
  readonly target: JournalTarget;
  /** Differences in what YNAB stored; `null` if none. */
  readonly words: string | null;
}

/** Warns about a target only if it has no import id to look it up by. */
function unnamed(target: Target): VerifiedTarget {
  const words = importIdOf(target) === null ? "YNAB's response doesn't mention it" : null;
  return { target: { ...target, outcome: "unknown" }, words };
}

/** A follower that moved with its leader must be read. */
function verifyFollower(target: Target, leader: UpstreamRecord | undefined): VerifiedTarget {
  if (leader === undefined || target.before !== null) {
    return { target: { ...target, outcome: "unknown" }, words: null };
  }
  const id = otherSideOf(leader, target);
  return id === null
    ? unnamed(target)
    : { target: { ...target, id, outcome: "done" }, words: null };
}

/** A record and its followers count as deleted unless the response says otherwise. */
function verifyDeletion(
  { targets }: Step,
  records: readonly UpstreamRecord[],
): VerifiedStep {
  const stays = new Set(records.filter((one) => one["deleted"] === false).map((one) => one["id"]));
  const staying = targets.filter(({ id }) => stays.has(id));
  const outcome = staying.length === 0 ? "done" : "not_done";
  return {
    targets: targets.map((target) => ({ ...target, outcome })),
    deviations: staying.map(({ label }) => ({
      label,
      words: `${label}: YNAB did not delete it`,
    })),
  };
}

function verifyTarget(
  target: Target,
  record: UpstreamRecord,
  source: RecordSource,
): VerifiedTarget {
  const id = typeof record["id"] === "string" ? record["id"] : target.id;
  const done = (words: string | null, after = target.after): VerifiedTarget => ({
    target: { ...target, id, after, outcome: "done" },
    words,
  });
  const comparison = compareTarget(target, record, source);
  if (comparison === "as_asked" || comparison === "as_before" && asksNothing(target)) {
    return done(matchedWords(target, record), withPayeeId(target, record));
  }
  const isSplit = target.lines !== undefined;
  if (comparison === "as_before") {
    return {
      target: { ...target, id, outcome: "not_done" },
      words: isSplit ? "YNAB did not split it" : differenceWords(target, record, source),
    };
  }
  // A split can't be retried, so it counts as done regardless of its lines.
  if (isSplit) return done("YNAB split it into different lines than requested");
  const words = differenceWords(target, record, source) ?? matchedWords(target, record);
  return done(words, asStored(target, record));
}

/** An import that YNAB matches with an entered transaction no longer counts toward the balance. */
function matchedWords(target: Target, record: UpstreamRecord): string | null {
  const isMatched = importIdOf(target) !== null &&
    (record["matched_transaction_id"] ?? null) !== null;
  return isMatched
    ? "YNAB matched it with a transaction you entered, and counts only that transaction"
    : null;
}

/** A schedule's account and next date are always sent, so also report differences in them. */
function withSent(step: Step, target: Target, record: UpstreamRecord): Target {
  const { before, after } = target;
  const isSent = step.operation === "updateScheduledTransaction" && before !== null;
  if (!isSent || after === null) return target;
  const { account_id, date } = step.args.scheduledTransaction;
  const moved = Object.entries({ account_id, date_next: date })
    .filter(([name, value]) => !(name in after) && !isSameValue(value, record[name]));
  const left = Object.fromEntries(moved);
  return { ...target, before: { ...left, ...before }, after: { ...left, ...after } };
}

/** YNAB's rename rules may give an imported transaction a different payee. */
function differenceWords(
  target: Target,
  record: UpstreamRecord,
  source: RecordSource,
): string | null {
  const { before } = target;
  const isImport = importIdOf(target) !== null;
  const wrong = wrongFields(target, record).filter((name) => !isImport || name !== "payee_name");
  if (wrong.length === 0) return null;
  const isUnread = before !== null && Object.keys(before).length === 0;
  const { unchanged = [], stored = [] } = Object.groupBy(
    wrong,
    (name) => isUnread || isUnchanged(name, target, { record, source }) ? "unchanged" : "stored",
  );
  const words = [
    ...(unchanged.length === 0 ? [] : [notAppliedWords(unchanged)]),
    ...new Set(stored.map((name) => storedWords(name, record))),
  ];
  return `YNAB ${words.join(", and ")}`;
}

/** Names the fields that YNAB didn't change; a payee's id and name count as one field. */
function notAppliedWords(names: readonly string[]): string {
  return `did not apply the new ${[...new Set(names.map(fieldWords))].join(", ")}`;
}

function storedWords(name: string, record: UpstreamRecord): string {
  // If a record has a name for an id, shows only the name.
  const value = record[name.replace(/_id$/, "_name")];
  const isText = typeof value === "string" && value !== "";
  return `stored a different ${fieldWords(name)}${isText ? `, "${cleanText(value)}"` : ""}`;
}

/** Completes a verified step by reading its followers, such as the other sides of transfers. */
export async function withFollowers(
  verified: VerifiedStep,
  reread: Reread,
): Promise<VerifiedStep> {
  const followers = verified.targets.filter(({ isFollower }) => isFollower === true);
  // Deleting a record also deletes its followers. A re-created follower gets its status, memo and
  // flag later.
  const isCertain = followers.every(({ after, outcome, recreates }) =>
    after === null && outcome !== "unknown" || recreates !== undefined
  );
  if (isCertain) return verified;
  const { records } = await reread();
  if (records === undefined) return verified;
  const deviations: Deviation[] = [];
  const { targets: all } = verified;
  const targets = mapWithLeader(all, (leader) => leader, (target, leader): JournalTarget => {
    if (target.isFollower !== true) return target;
    const { label } = target;
    const found = records.get(target.id);
    const deviate = (words: string): void =>
      void deviations.push({ label, words: `${label}: YNAB ${words}` });
    if (target.before !== null) {
      const outcome = outcomeOf(target, found ?? null);
      if (outcome === "not_done") deviate("didn't change this side of the transfer");
      return { ...target, outcome };
    }
    if (found === undefined) return target;
    const record = { ...found };
    const wrong = wrongFields(target, record);
    if (wrong.length > 0) deviate(notAppliedWords(wrong));
    // The leader's request also set the follower's other fields.
    return { ...target, after: asStored({ after: { ...leader.after, ...target.after } }, record) };
  });
  return { targets, deviations: [...verified.deviations, ...deviations] };
}
