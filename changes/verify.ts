import { isUncategorizedName } from "../domain/base/special_categories.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { OPERATIONS } from "./operations.ts";
import { linesOutcome } from "./outcomes.ts";
import { type Answered, asStored, otherSideOf, pairCreated, wrongFields } from "./pairing.ts";
import type { Fields, Step, Target, WriteId } from "./change.ts";
import { fieldWords, isSameValue } from "./fields.ts";
import type { JournalTarget, Outcome } from "./journal.ts";

/** What a step came to. */
export interface VerifiedStep {
  /** Targets under their own ids, also those that were created. */
  readonly targets: readonly JournalTarget[];
  /** What did not go as asked, one sentence each. */
  readonly deviations: readonly string[];
}

/** Checks an answer. */
export function verifyStep(step: Step, answer: unknown): VerifiedStep {
  return verifyRecords(step, answeredRecords(step, answer));
}

/** Gives the records that an answer names. */
export function answeredRecords({ operation }: Step, answer: unknown): readonly Answered[] {
  return OPERATIONS[operation].recordsIn(answer as Answered);
}

/** Checks records against what was asked. */
export function verifyRecords(step: Step, records: readonly Answered[]): VerifiedStep {
  const { effect } = OPERATIONS[step.operation];
  if (effect === "deletes") return verifyDeletion(step, records);
  const leaders = step.targets.filter(({ isFollower }) => isFollower !== true);
  const created = effect === "creates" ? pairCreated(leaders, records) : null;
  let leader: Answered | undefined;
  let nth = 0;
  const checked = step.targets.map((target) => {
    if (target.isFollower === true) return verifyFollower(target, leader);
    leader = created === null ? records.find(({ id }) => id === target.id) : created[nth++];
    return verifyTarget(withSent(step, target, leader), leader);
  });
  return {
    targets: checked.map(({ target }) => target),
    deviations: checked.flatMap(({ deviation }) => deviation === null ? [] : [deviation]),
  };
}

/** Tells what stands of a step that was put back, by what upstream answered to that. */
export function verifyCompensation(
  { operation }: { readonly operation: WriteId },
  targets: readonly JournalTarget[],
  answer: unknown,
): readonly JournalTarget[] {
  const records = OPERATIONS[operation].recordsIn(answer as Answered);
  return targets.map((target) => {
    const record = records.find(({ id }) => id === target.id);
    if (record === undefined) return { ...target, outcome: "unknown" };
    return wrongFields({ after: target.before }, record).length === 0
      ? { ...target, outcome: "not_done" }
      : { ...target, after: asStored(target, record), outcome: "done" };
  });
}

/** What was created beside a record is known by its id; what moved with one has to be read. */
function verifyFollower(target: Target, leader: Answered | undefined): VerifiedTarget {
  if (leader === undefined || target.before !== null) {
    return { target: { ...target, outcome: "unknown" }, deviation: null };
  }
  const id = otherSideOf(leader, target);
  return id === null
    ? {
      target: { ...target, outcome: "unknown" },
      deviation: `${target.label}: YNAB's answer does not name it`,
    }
    : { target: { ...target, id, outcome: "done" }, deviation: null };
}

interface VerifiedTarget {
  readonly target: JournalTarget;
  readonly deviation: string | null;
}

/** A record is gone unless the answer says that it is not; what moves with it goes with it. */
function verifyDeletion({ targets }: Step, records: readonly Answered[]): VerifiedStep {
  const stays = new Set(records.filter((one) => one["deleted"] === false).map((one) => one["id"]));
  const staying = targets.filter(({ id }) => stays.has(id));
  const outcome = staying.length === 0 ? "done" : "not_done";
  return {
    targets: targets.map((target) => ({ ...target, outcome })),
    deviations: staying.map(({ label }) => `${label}: YNAB did not delete it`),
  };
}

function verifyTarget(target: Target, record: Answered | undefined): VerifiedTarget {
  if (record === undefined) {
    return {
      target: { ...target, outcome: "unknown" },
      deviation: `${target.label}: YNAB's answer does not name it`,
    };
  }
  const id = typeof record["id"] === "string" ? record["id"] : target.id;
  if (target.lines !== undefined) return verifySplit({ ...target, id }, target.lines, record);
  const wrong = wrongFields(target, record);
  if (wrong.length === 0) return { target: { ...target, id, outcome: "done" }, deviation: null };
  const deviation = `${target.label}: ${wordsFor(wrong, target, record)}`;
  if (target.before !== null && isAsBefore(target.before, record)) {
    return { target: { ...target, id, outcome: "not_done" }, deviation };
  }
  return { target: { ...target, id, after: asStored(target, record), outcome: "done" }, deviation };
}

/** A schedule's account and next date are always sent: what becomes of them is told, too. */
function withSent(step: Step, target: Target, record: Answered | undefined): Target {
  const { before, after } = target;
  const isSent = step.operation === "updateScheduledTransaction" && before !== null;
  if (!isSent || after === null || record === undefined) return target;
  const { account_id, date } = step.args.scheduledTransaction;
  const moved = Object.entries({ account_id, date_next: date })
    .filter(([name, value]) => !(name in after) && !isSameValue(value, record[name]));
  const left = Object.fromEntries(moved);
  return { ...target, before: { ...left, ...before }, after: { ...left, ...after } };
}

function isAsBefore(before: Fields, record: Answered): boolean {
  return Object.keys(before).every((name) => isLeft(name, before, record));
}

/** YNAB writes a category that is missing as none, or as one of its own. */
function isLeft(name: string, before: Fields, record: Answered): boolean {
  if (isSameValue(before[name], record[name])) return true;
  if (name !== "category_id") return false;
  return isSameValue(null, record[name]) ||
    (isSameValue(null, before[name]) && isUncategorizedName(record["category_name"]));
}

/** Tells what was not taken from what was stored as something else. */
function wordsFor(wrong: readonly string[], { before }: Target, record: Answered): string {
  // Of a record that nobody had read it is not known what it was before.
  const isUnread = before !== null && Object.keys(before).length === 0;
  const otherwise = isUnread ? [] : wrong.filter((name) => !isLeft(name, before ?? {}, record));
  const left = wrong.filter((name) => !otherwise.includes(name));
  const untaken = left.length === 0 ? [] : [untakenWords(left)];
  const stored = new Set(otherwise.map((name) => otherwiseWords(name, record)));
  return `YNAB ${[...untaken, ...stored].join(", and ")}`;
}

/** Tells which fields were not taken; a payee is one, however upstream names it. */
export function untakenWords(names: readonly string[]): string {
  return `did not take ${[...new Set(names.map(fieldWords))].join(", ")}`;
}

function otherwiseWords(name: string, record: Answered): string {
  // An id says nothing to anybody: what it names stands beside it.
  const value = record[name.replace(/_id$/, "_name")];
  const isText = typeof value === "string" && value !== "";
  return `stored ${fieldWords(name)} otherwise${isText ? `, as "${cleanText(value)}"` : ""}`;
}

/** A split can't be tried again: it is done even with other lines than were asked. */
function verifySplit(
  target: Target,
  lines: readonly Fields[],
  record: Answered,
): VerifiedTarget {
  const outcome = linesOutcome(lines, record);
  const deviations: Readonly<Record<Outcome, string | null>> = {
    done: null,
    not_done: `${target.label}: YNAB did not split it`,
    unknown: `${target.label}: YNAB has split it into other lines than were asked`,
  };
  return {
    target: { ...target, outcome: outcome === "not_done" ? "not_done" : "done" },
    deviation: deviations[outcome],
  };
}
