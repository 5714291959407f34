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

/** A record's verified outcome and, if the record was created, the id that YNAB assigned to it. */
export interface VerifiedTarget extends JournalTarget {
  /** What YNAB stored differently than requested, as a sentence; `null` if nothing differs. */
  readonly deviation: string | null;
}

export interface VerifiedStep {
  readonly verified: readonly VerifiedTarget[];
  /** Whether YNAB stored something other than what its response said. */
  readonly isContradicted: boolean;
}

/**
 * Verifies a response, then re-reads records whose outcome the response doesn't prove, because some
 * of YNAB's responses have contradicted the stored data. If the re-read fails, trusts the response.
 */
export async function verifyWithReread(
  step: Step,
  answer: unknown,
  reread: Reread,
): Promise<VerifiedStep> {
  const records = recordsIn(step.operation, answer);
  const verified = verifyRecords(step, records, []);
  // By default, only unconfirmed updates are re-read. Creations and deletions don't need it: a
  // response proves that a record was created, and a deleted transaction stays deleted.
  const { effect, rereadOutcomes } = OPERATIONS[step.operation];
  const outcomes = rereadOutcomes ?? (effect === "updates" ? ["not_done", "unknown"] : []);
  const toReread = verified.filter(({ outcome, isFollower }) =>
    outcomes.includes(outcome) && isFollower !== true
  );
  if (toReread.length === 0) return { verified, isContradicted: false };
  const { records: current } = await reread();
  const stored = toReread.flatMap(({ id }): readonly UpstreamRecord[] => {
    const now = current?.get(id);
    const answered = records.find((record) => record["id"] === id);
    return now === undefined ? [] : [{ ...answered, ...now, deleted: false }];
  });
  const answered = records.filter(({ id }) => !stored.some((one) => one["id"] === id));
  const corrected = verifyRecords(step, answered, stored);
  const isSame = stored.length === 0 ||
    corrected.every(({ outcome }, at) => outcome === verified[at]?.outcome);
  return isSame
    ? { verified, isContradicted: false }
    : { verified: corrected, isContradicted: true };
}

/** Compares a step with the records in its response and those that were read afterward. */
function verifyRecords(
  step: Step,
  answered: readonly UpstreamRecord[],
  reread: readonly UpstreamRecord[],
): readonly VerifiedTarget[] {
  const { effect } = OPERATIONS[step.operation];
  const records = [...answered, ...reread];
  if (effect === "deletes") return verifyDeletion(step, records);
  const leaders = step.targets.filter(({ isFollower }) => isFollower !== true);
  const created = effect === "creates" ? pairCreated(leaders, records) : null;
  const recordOf = (leader: Target): UpstreamRecord | undefined =>
    created === null
      ? records.find(({ id }) => id === leader.id)
      : created[leaders.indexOf(leader)];
  return mapWithLeader(step.targets, recordOf, (target, record) => {
    if (target.isFollower === true) return verifyFollower(target, record);
    return record === undefined ? unnamed(target) : verifyTarget(
      withSent(step, target, record),
      record,
      reread.includes(record) ? "read" : "response",
    );
  });
}

/** Derives a step's outcome from the response to the request that was meant to revert the step. */
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

/**
 * Warns if a record to be created or changed is missing from the response, unless the record can be
 * looked up by import id.
 */
function unnamed(target: Target): VerifiedTarget {
  const deviation = importIdOf(target) === null ? "YNAB's response doesn't mention it" : null;
  return { ...target, outcome: "unknown", deviation };
}

/** A response shows whether a transfer's other side was created, but not whether it changed. */
function verifyFollower(target: Target, leader: UpstreamRecord | undefined): VerifiedTarget {
  if (leader === undefined || target.before !== null) {
    return { ...target, outcome: "unknown", deviation: null };
  }
  const id = otherSideOf(leader, target);
  return id === null ? unnamed(target) : { ...target, id, outcome: "done", deviation: null };
}

/**
 * Counts all of a step's records as deleted, or none of them if the response shows that at least
 * one still exists.
 */
function verifyDeletion(
  { targets }: Step,
  records: readonly UpstreamRecord[],
): readonly VerifiedTarget[] {
  const stays = new Set(records.filter((one) => one["deleted"] === false).map((one) => one["id"]));
  const outcome = targets.some(({ id }) => stays.has(id)) ? "not_done" : "done";
  return targets.map((target) => ({
    ...target,
    outcome,
    deviation: stays.has(target.id) ? "YNAB did not delete it" : null,
  }));
}

function verifyTarget(
  target: Target,
  record: UpstreamRecord,
  source: RecordSource,
): VerifiedTarget {
  const id = typeof record["id"] === "string" ? record["id"] : target.id;
  const done = (deviation: string | null, after = target.after): VerifiedTarget => ({
    ...target,
    id,
    after,
    outcome: "done",
    deviation,
  });
  const comparison = compareTarget(target, record, source);
  if (comparison === "as_asked" || comparison === "as_before" && asksNothing(target)) {
    return done(matchedWords(target, record), withPayeeId(target, record));
  }
  const isSplit = target.lines !== undefined;
  if (comparison === "as_before") {
    const deviation = isSplit ? "YNAB did not split it" : differenceWords(target, record, source);
    return { ...target, id, outcome: "not_done", deviation };
  }
  // Count a split as done even if its lines are wrong, because it can't be retried.
  if (isSplit) return done("YNAB split it into different lines than requested");
  const words = differenceWords(target, record, source) ?? matchedWords(target, record);
  return done(words, asStored(target, record));
}

/** The balance excludes an imported transaction that YNAB has matched with a user-entered one. */
function matchedWords(target: Target, record: UpstreamRecord): string | null {
  const isMatched = importIdOf(target) !== null &&
    (record["matched_transaction_id"] ?? null) !== null;
  return isMatched
    ? "YNAB matched it with a transaction you entered, and counts only that transaction"
    : null;
}

/**
 * Every update to a schedule sends its account and next date, even if they aren't being changed, so
 * also report any differences between the values sent and the values saved.
 */
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
  // For an id such as `payee_id`, show the record's `payee_name`, never the id itself.
  const value = record[name.replace(/_id$/, "_name")];
  const isText = typeof value === "string" && value !== "";
  return `stored a different ${fieldWords(name)}${isText ? `, "${cleanText(value)}"` : ""}`;
}

/** Verifies followers, such as the other sides of transfers, by re-reading them if necessary. */
export async function withFollowers(
  verified: readonly VerifiedTarget[],
  reread: Reread,
): Promise<readonly VerifiedTarget[]> {
  const followers = verified.filter(({ isFollower }) => isFollower === true);
  // If one side of a transfer was deleted, the other side was deleted with it and doesn't need to
  // be re-read. If an undo re-creates the other side of a transfer, that side doesn't need to be
  // re-read either, because a later step updates that side and verifies the result.
  const isCertain = followers.every(({ after, outcome, recreates }) =>
    after === null && outcome !== "unknown" || recreates !== undefined
  );
  if (isCertain) return verified;
  const { records } = await reread();
  if (records === undefined) return verified;
  return mapWithLeader(verified, (leader) => leader, (target, leader): VerifiedTarget => {
    if (target.isFollower !== true) return target;
    const found = records.get(target.id);
    if (target.before !== null) {
      const outcome = outcomeOf(target, found ?? null);
      return outcome === "not_done"
        ? { ...target, outcome, deviation: "YNAB didn't change this side of the transfer" }
        : { ...target, outcome };
    }
    if (found === undefined) return target;
    const record = { ...found };
    const wrong = wrongFields(target, record);
    const deviation = wrong.length > 0 ? `YNAB ${notAppliedWords(wrong)}` : target.deviation;
    // The request that created a transfer also set some fields on the transfer's other side, and
    // `target.after` omits those fields.
    const after = asStored({ after: { ...leader.after, ...target.after } }, record);
    return { ...target, after, deviation };
  });
}
