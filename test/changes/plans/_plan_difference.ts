import type {
  PlanRecords,
  StoredCategory,
  StoredGroup,
  StoredScheduled,
  StoredSplitLine,
  StoredTransaction,
} from "../../../demo/model/records.ts";
import { fromMilliunits } from "../../../domain/base/money.ts";
import { writeMoney } from "../../../domain/base/money_format.ts";
import { frequencyWords } from "../../../domain/plan/transaction_label.ts";
import { ids } from "../../tools/_plan.ts";
import { cleaned, FORMAT, type PlanWords, planWords } from "./_plan_words.ts";

/**
 * A stored field's values before and after the change. If previews show the field, its values are
 * formatted the way previews show them.
 */
export interface Difference {
  readonly id: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface PlanDifference {
  readonly changed: readonly Difference[];
  readonly createdRows: readonly StoredTransaction[];
  readonly createdCategories: readonly StoredCategory[];
  readonly createdGroups: readonly StoredGroup[];
  readonly createdSchedules: readonly StoredScheduled[];
  /** Names of new payees. */
  readonly createdPayees: readonly string[];
}

/**
 * Ignored fields: those that any write may change, and a flag's name, which is determined by the
 * flag's color.
 */
const ASIDE = ["knowledge", "last_modified_on", "money_movements", "flag_name"];

/** Compares two stored plans. */
export function planDifference(before: PlanRecords, after: PlanRecords): PlanDifference {
  const rows = pairs(before.transactions, after.transactions);
  const categories = pairs(before.categories, after.categories);
  const groups = pairs(before.groups, after.groups);
  const schedules = pairs(before.scheduled, after.scheduled);
  const payees = pairs(before.payees, after.payees);
  const words = wordsOfBoth(before, after);
  const rowField = (pair: readonly [StoredTransaction, StoredTransaction | null]) =>
    isDeletion(pair) ? [deletionOf(pair[0])] : fieldsBetween(words, rowWords)(pair);
  const categoryField = fieldsBetween(words, categoryWords);
  return {
    changed: [
      ...rows.both.flatMap(rowField),
      ...categories.both.flatMap(categoryField),
      ...groups.both.flatMap(fieldsBetween(words, groupWords)),
      ...schedules.both.flatMap(fieldsBetween(words, scheduleWords)),
      ...payees.both.flatMap(fieldsBetween(words, storedWords)),
      ...assignedBetween(before, after),
      ...restBetween(before, after),
    ],
    createdRows: rows.created,
    createdCategories: categories.created,
    createdGroups: groups.created,
    createdSchedules: schedules.created,
    createdPayees: payees.created.map(({ name }) => name),
  };
}

/** Returns a key for each change: a record's id or, for months and the plan, an id and a field. */
export function keysOf(
  { changed, createdRows, createdCategories, createdGroups, createdSchedules }: PlanDifference,
): string[] {
  return [
    ...changed.map(({ id, field }) =>
      field.startsWith("assigned") || id === ids.plan ? `${id} ${field}` : id
    ),
    ...createdRows.filter(({ deleted }) => !deleted).map(({ id }) => id),
    ...createdCategories.map(({ id }) => id),
    ...createdGroups.map(({ id }) => id),
    ...createdSchedules.filter(({ deleted }) => !deleted).map(({ id }) => id),
  ];
}

/** Uses old category names for both plans: a new category may make an existing name ambiguous. */
function wordsOfBoth(before: PlanRecords, after: PlanRecords): PlanWords {
  const [was, is] = [planWords(before), planWords(after)];
  return { ...is, category: (id) => was.category(id) ?? is.category(id) };
}

interface Pairs<Item> {
  readonly both: readonly (readonly [Item, Item | null])[];
  readonly created: readonly Item[];
}

function pairs<Item extends { readonly id: string }>(
  before: readonly Item[],
  after: readonly Item[],
): Pairs<Item> {
  const now = new Map(after.map((one) => [one.id, one]));
  const known = new Set(before.map(({ id }) => id));
  return {
    both: before.map((one) => [one, now.get(one.id) ?? null]),
    created: after.filter(({ id }) => !known.has(id)),
  };
}

type Stored = { readonly id: string };
type Worded = Readonly<Record<string, unknown>>;

/** Returns a function that compares two versions of a record; equal JSON means no difference. */
function fieldsBetween<Item extends Stored>(
  words: PlanWords,
  wordsOf: (item: Item, words: PlanWords) => Worded,
): (pair: readonly [Item, Item | null]) => readonly Difference[] {
  return ([before, after]) => {
    if (before === after || JSON.stringify(before) === JSON.stringify(after)) return [];
    const one = wordsOf(before, words);
    const other = after === null ? {} : wordsOf(after, words);
    return [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .filter((field) => !ASIDE.includes(field) && !isSame(one[field], other[field]))
      .map((field) => ({
        id: before.id,
        field,
        before: one[field] ?? null,
        after: other[field] ?? null,
      }));
  };
}

function isDeletion(
  [before, after]: readonly [StoredTransaction, StoredTransaction | null],
): boolean {
  return !before.deleted && after?.deleted === true;
}

/** Returns one difference for a deleted transaction, although its split lines are deleted too. */
function deletionOf({ id }: StoredTransaction): Difference {
  return { id, field: "transaction", before: "entered", after: "deleted" };
}

/** Omits a transfer's other account (the payee shows it) and the first date (YNAB sets it). */
function scheduleWords(schedule: StoredScheduled, words: PlanWords): Worded {
  const { account_id, payee_id, category_id, flag_color, deleted, amount, memo, ...rest } =
    schedule;
  const { date_next, date_first: _, transfer_account_id: __, ...others } = rest;
  return {
    ...others,
    "next date": date_next,
    frequency: frequencyWords(schedule.frequency),
    account: words.account(account_id),
    payee: words.payee(payee_id),
    category: words.category(category_id),
    amount: fromMilliunits(amount),
    memo: cleaned(memo),
    flag: flag_color || null,
    schedule: deleted ? "deleted" : "created",
  };
}

function rowWords(row: StoredTransaction, words: PlanWords): Worded {
  const { flag_color, category_id, deleted, lines, amount, memo, account_id, payee_id, ...rest } =
    row;
  const live = lines.filter((line) => !line.deleted);
  return {
    ...rest,
    amount: fromMilliunits(amount),
    memo: cleaned(memo),
    account: words.account(account_id),
    payee: words.payee(payee_id),
    flag: flag_color || null,
    // "Uncategorized" means the same as no category, but only the YNAB app can assign
    // "Uncategorized".
    category: live.length > 0 ? `split into ${live.length} lines` : words.category(category_id),
    transaction: deleted ? "deleted" : "entered",
    ...Object.fromEntries(live.flatMap((line, at) => lineWords(line, at, words))),
  };
}

function lineWords(
  { amount, category_id, memo, payee_id, transfer_account_id }: StoredSplitLine,
  at: number,
  words: PlanWords,
): readonly (readonly [field: string, words: unknown])[] {
  const money = writeMoney(fromMilliunits(amount), FORMAT);
  const beyond = [payee_id, transfer_account_id].filter((id) => id !== null);
  return [
    [`line ${at + 1}`, [money, words.category(category_id) ?? "", ...beyond].join(" ")],
    [`memo of line ${at + 1}`, cleaned(memo)],
  ];
}

function categoryWords(category: StoredCategory, words: PlanWords): Worded {
  const { name, category_group_id, note, target, ...rest } = category;
  return {
    ...rest,
    name: cleaned(name),
    group: words.group(category_group_id),
    note: cleaned(note),
    target: words.target(target),
    // Compare each target's snoozed state separately, because a target's description doesn't
    // mention it.
    isSnoozed: (target?.goal_snoozed_at ?? null) !== null,
  };
}

function groupWords({ name, ...rest }: StoredGroup): Worded {
  return { ...rest, name: cleaned(name) };
}

function storedWords(record: Stored): Worded {
  return { ...record };
}

/** Compares assigned amounts; a missing amount counts as zero. */
function assignedBetween(before: PlanRecords, after: PlanRecords): readonly Difference[] {
  const months = new Set([...before.assignments.keys(), ...after.assignments.keys()]);
  return [...months].flatMap((month) => {
    const [one, other] = [before.assignments.get(month), after.assignments.get(month)];
    return [...new Set([...one?.keys() ?? [], ...other?.keys() ?? []])].flatMap((id) => {
      const [was, is] = [one?.get(id) ?? 0, other?.get(id) ?? 0];
      const field = `assigned, ${month.slice(0, 7)}`;
      return was === is
        ? []
        : [{ id, field, before: fromMilliunits(was), after: fromMilliunits(is) }];
    });
  });
}

const TOLD: readonly string[] = [
  "transactions",
  "categories",
  "groups",
  "payees",
  "scheduled",
  "assignments",
];

/** Compares the stored values of the plan's other fields, which no change should affect. */
function restBetween(before: PlanRecords, after: PlanRecords): readonly Difference[] {
  return (Object.keys(after) as (keyof PlanRecords)[])
    .filter((field) => !TOLD.includes(field) && !ASIDE.includes(field))
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({
      id: after.id,
      field,
      before: before[field],
      after: after[field],
    }));
}

function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

function textOf(value: unknown): string {
  return JSON.stringify(value ?? null, (name, inner) => {
    if (name === "knowledge") return undefined;
    return inner instanceof Map ? [...inner] : inner;
  });
}
