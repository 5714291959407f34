import { isUncategorizedName } from "../../domain/base/special_categories.ts";
import { cleanText } from "../../domain/base/clean_text.ts";
import { linesOutcome } from "./split_outcome.ts";
import type { Fields, FieldValue, Step, Target, WriteId } from "../change.ts";
import { isSameValue } from "../field_equality.ts";
import { fieldWords } from "../field_words.ts";
import type { JournalTarget, Outcome } from "../journal.ts";

/** A record as upstream gives it. */
export type Answered = Readonly<Record<string, unknown>>;

const transactionsIn = (answer: Answered): readonly Answered[] =>
  (answer["transactions"] ?? []) as readonly Answered[];
const transactionIn = (answer: Answered): readonly Answered[] => named(answer["transaction"]);
const scheduleIn = (answer: Answered): readonly Answered[] =>
  named(answer["scheduled_transaction"]);
const groupIn = (answer: Answered): readonly Answered[] => [answer["category_group"] as Answered];
const payeeIn = (answer: Answered): readonly Answered[] => [answer["payee"] as Answered];
const categoryIn = (answer: Answered): readonly Answered[] => [answer["category"] as Answered];

/** A record that an earlier try has deleted is in no answer any more. */
function named(record: unknown): readonly Answered[] {
  return record === null || record === undefined ? [] : [record as Answered];
}

/** What the answer to each operation names, and what has happened to it. */
const ANSWERS: Readonly<
  Record<WriteId, {
    readonly recordsIn: (answer: Answered) => readonly Answered[];
    readonly effect: "creates" | "updates" | "deletes";
  }>
> = {
  createTransaction: { recordsIn: transactionsIn, effect: "creates" },
  updateTransactions: { recordsIn: transactionsIn, effect: "updates" },
  updateTransaction: { recordsIn: transactionIn, effect: "updates" },
  deleteTransaction: { recordsIn: transactionIn, effect: "deletes" },
  createScheduledTransaction: { recordsIn: scheduleIn, effect: "creates" },
  updateScheduledTransaction: { recordsIn: scheduleIn, effect: "updates" },
  deleteScheduledTransaction: { recordsIn: scheduleIn, effect: "deletes" },
  importTransactions: { recordsIn: () => [], effect: "creates" },
  createCategory: { recordsIn: categoryIn, effect: "creates" },
  updateCategory: { recordsIn: categoryIn, effect: "updates" },
  createCategoryGroup: { recordsIn: groupIn, effect: "creates" },
  updateCategoryGroup: { recordsIn: groupIn, effect: "updates" },
  updatePayee: { recordsIn: payeeIn, effect: "updates" },
  updateMonthCategory: { recordsIn: categoryIn, effect: "updates" },
};

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
  return ANSWERS[operation].recordsIn(answer as Answered);
}

/** Checks records against what was asked. */
export function verifyRecords(step: Step, records: readonly Answered[]): VerifiedStep {
  const { effect } = ANSWERS[step.operation];
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
  const records = ANSWERS[operation].recordsIn(answer as Answered);
  return targets.map((target) => {
    const record = records.find(({ id }) => id === target.id);
    if (record === undefined) return { ...target, outcome: "unknown" };
    return isAsAsked({ after: target.before }, record)
      ? { ...target, outcome: "not_done" }
      : { ...target, after: asStored(target, record), outcome: "done" };
  });
}

/**
 * Pairs what was to be created with what was answered, first what is as asked, then what is
 * most like it: upstream does not promise to answer in the order of the request, and names
 * more than it has created, such as the bank's transaction that it has matched with a new one.
 */
export function pairCreated(
  asked: readonly Pick<Target, "after">[],
  answered: readonly Answered[],
): readonly (Answered | undefined)[] {
  const free = new Set(answered.filter(isEntered));
  const take = (record: Answered | undefined): Answered | undefined => {
    if (record !== undefined) free.delete(record);
    return record;
  };
  const same = asked.map((one) => take([...free].find((record) => isAsAsked(one, record))));
  return asked.map((one, at) => same[at] ?? take(mostLike(one, free)));
}

/** Only what a bank has sent has such an id: none is ever given to what is entered here. */
function isEntered(record: Answered): boolean {
  return typeof record["import_id"] !== "string";
}

/** The record with the most of the fields that were asked for; the first of several. */
function mostLike(
  asked: Pick<Target, "after">,
  records: Iterable<Answered>,
): Answered | undefined {
  let found: { readonly record: Answered; readonly wrong: number } | undefined;
  for (const record of records) {
    const wrong = wrongFields(asked, record).length;
    if (found === undefined || wrong < found.wrong) found = { record, wrong };
  }
  return found?.record;
}

/**
 * Finds the other side of a transfer, or of a line of a split, by what upstream says of the
 * one side.
 */
export function otherSideOf(record: Answered, { after }: Pick<Target, "after">): string | null {
  const lines = (record["subtransactions"] ?? []) as readonly Answered[];
  const isIt = (one: Answered): boolean =>
    one["deleted"] !== true && one["transfer_account_id"] === after?.["account_id"] &&
    typeof one["transfer_transaction_id"] === "string" &&
    Number(one["amount"]) === -Number(after?.["amount"]);
  const found = [record, ...lines].find(isIt);
  return found === undefined ? null : String(found["transfer_transaction_id"]);
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

/** Names the fields that a record has otherwise than was asked. */
export function wrongFields({ after }: Pick<Target, "after">, record: Answered): readonly string[] {
  return Object.entries(after ?? {})
    .filter(([name, value]) => !isSameValue(value, record[name]))
    .map(([name]) => name);
}

/** Tells whether a record has every field that was asked for. */
export function isAsAsked(target: Pick<Target, "after">, record: Answered): boolean {
  return wrongFields(target, record).length === 0;
}

/** What is there, even if it is not as asked: undoing goes by what it is. */
export function asStored({ after }: Pick<Target, "after">, record: Answered): Fields {
  const names = Object.keys(after ?? {});
  return Object.fromEntries(names.map((name) => [name, (record[name] ?? null) as FieldValue]));
}
