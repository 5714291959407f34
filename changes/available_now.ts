import { categoryLabel, nameAmong } from "../domain/plan/category_label.ts";
import { fromMilliunits, sumOf } from "../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../domain/base/money_format.ts";
import {
  type CategoryRecord,
  liveLines,
  type TransactionRecord,
} from "../domain/base/plan_records.ts";
import { isInflowCategory, isInternalCategory } from "../domain/base/special_categories.ts";
import type { Reads } from "../sync/plan/local_copy.ts";
import type { Fields, Step, Target } from "./change.ts";

const MAX_NAMED = 20;

/** A category and its available amount, in milliunits. */
export interface AvailableCategory extends CategoryRecord {
  readonly balance: number;
}

/** If `month` is absent, the amounts are for the current month. */
export function availableWords(
  ids: Iterable<unknown>,
  categories: readonly AvailableCategory[],
  { format, month }: { readonly format: MoneyFormat; readonly month?: string },
): string {
  const wanted = new Set(ids);
  const found = categories.filter((one) => wanted.has(one.id) && !isInternalCategory(one));
  if (found.length === 0) return "";
  const words = found.slice(0, MAX_NAMED).map((one) =>
    `${nameAmong(one, categories)} ${writeMoney(fromMilliunits(one.balance), format)}`
  );
  const more = found.length - words.length;
  const when = month === undefined ? "now" : `in ${month.slice(0, 7)}`;
  return `Available ${when}: ${words.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

/** Milliunits added to a category; negative if taken from it. */
export interface Movement {
  readonly category_id?: string | null | undefined;
  readonly amount: number;
  /**
   * Date on which the money moves, `YYYY-MM-DD`. `null` for a matched transaction, because YNAB
   * might not include its amount in the category's balance, so it's unclear whether its money moves
   * at all.
   */
  readonly date: string | null;
}

export interface CategoriesAround {
  readonly categories: { readonly live: readonly AvailableCategory[] };
  /** Re-reads the categories. */
  readonly readCategories: () => Promise<{ readonly live: readonly AvailableCategory[] }>;
  readonly format: MoneyFormat;
  /** Today's date in UTC, which determines YNAB's current month. */
  readonly utcToday: string;
}

/**
 * Describes how much is now available in the categories of changed transactions. If all changes
 * are in the current month, adds them to the previous amounts. Otherwise, reads the categories
 * again, because money carries over from earlier months.
 */
export async function availableAfter(
  movements: readonly Movement[],
  { categories, readCategories, format, utcToday }: CategoriesAround,
): Promise<string> {
  const touched = new Set(movements.flatMap(({ category_id: id }) => id ?? []));
  if (touched.size === 0) return "";
  const now = areOfMonth(movements, utcToday)
    ? withMoved(categories.live, movements)
    : (await readCategories()).live;
  return touchedWords(touched, now, format);
}

function touchedWords(
  touched: ReadonlySet<unknown>,
  now: readonly AvailableCategory[],
  format: MoneyFormat,
): string {
  const available = availableWords(touched, now, { format });
  // The balance of the Inflow category is the total of all income, not the money left to assign.
  const isIncome = now.some((one) => touched.has(one.id) && isInflowCategory(one));
  return [
    ...(available === "" ? [] : [`${available}.`]),
    ...(isIncome ? ["Ready to Assign has changed: get_monthly_summary shows the new amount."] : []),
  ].join(" ");
}

/** Warns about categories that would be overspent by changes to this month's transactions. */
export function overspentWords(
  movements: readonly Movement[],
  { categories: { live }, format, utcToday }: CategoriesAround,
): readonly string[] {
  if (!areOfMonth(movements, utcToday)) return [];
  return withMoved(live, movements).flatMap((one, at) =>
    one.balance < 0 && one.balance < (live[at]?.balance ?? 0) && !isInternalCategory(one)
      ? `${categoryLabel(one)} will have ${
        writeMoney(fromMilliunits(one.balance), format)
      } available`
      : []
  );
}

function areOfMonth(movements: readonly Movement[], utcToday: string): boolean {
  return movements.every(({ date }) => date?.slice(0, 7) === utcToday.slice(0, 7));
}

/**
 * Returns the amounts that are added to categories or taken from them when a transaction is deleted
 * or is replaced by other transactions.
 */
export function movementsOf(
  transaction:
    & Parameters<typeof liveLines>[0]
    & Pick<
      TransactionRecord,
      "category_id" | "amount" | "date" | "matched_transaction_id"
    >,
  others: readonly (Omit<Movement, "date"> & { readonly date?: string })[] = [],
): readonly Movement[] {
  const lines = liveLines(transaction);
  const isMatched = (transaction.matched_transaction_id ?? null) !== null;
  const counted = (date = transaction.date): string | null => isMatched ? null : date;
  return [
    ...(lines.length > 0 ? lines : [transaction]).map(({ category_id, amount }) => ({
      category_id,
      amount: -amount,
      date: counted(),
    })),
    ...others.map((one) => ({ ...one, date: counted(one.date) })),
  ];
}

function withMoved(
  categories: readonly AvailableCategory[],
  movements: readonly Movement[],
): readonly AvailableCategory[] {
  return categories.map((one) => {
    const own = movements.filter(({ category_id: id }) => id === one.id);
    return { ...one, balance: one.balance + sumOf(own.map(({ amount }) => amount)) };
  });
}

export interface AvailableSource {
  readonly planId: string;
  readonly fresh: Pick<Reads, "getCategories" | "getPlanMonth">;
  /** The plan's money format, if already known. */
  readonly format: () => MoneyFormat;
}

/** The reverted steps, and the transactions as they were before the undo. */
interface RevertedSteps {
  readonly steps: readonly Step[];
  readonly reverted: readonly { readonly now: Fields | null; readonly target: Target }[];
}

const MOVING: readonly string[] = ["account_id", "amount", "date"];

export async function availableInTouched(
  { steps, reverted }: RevertedSteps,
  { planId, fresh, format }: AvailableSource,
): Promise<string> {
  const targets = steps.flatMap((step) => step.targets);
  // Even a transaction that keeps its category moves money if, for example, its amount changes.
  const moved = reverted.filter(({ target }) =>
    MOVING.some((name) => name in (target.after ?? {}))
  );
  const fields = [
    ...targets.flatMap(({ before, after, lines = [] }) => [before, after, ...lines]),
    ...moved.map(({ now }) => now),
  ];
  const touched = new Set(fields.flatMap((one) => one?.["category_id"] ?? []));
  if (touched.size === 0) return "";
  const { live } = await fresh.getCategories({ planId });
  return touchedWords(touched, live, format());
}

export async function availableInMonth(
  { steps }: Pick<RevertedSteps, "steps">,
  { planId, fresh, format }: Pick<AvailableSource, "planId" | "format"> & {
    readonly fresh: Pick<Reads, "getPlanMonth">;
  },
): Promise<string> {
  const assigned = steps.flatMap((step) => step.operation === "updateMonthCategory" ? [step] : []);
  const [first] = assigned;
  if (first === undefined) return "";
  const { month } = first.args;
  const now = await fresh.getPlanMonth({ planId, month });
  const targets = assigned.flatMap((step) => step.targets);
  const ids = targets.map(({ id }) => id);
  const available = `${availableWords(ids, now.categories, { format: format(), month })}.`;
  const added = targets.map(({ before, after }) =>
    Number(after?.["budgeted"]) - Number(before?.["budgeted"])
  );
  // Moving money between categories doesn't change Ready to Assign.
  if (sumOf(added) === 0) return available;
  const left = writeMoney(fromMilliunits(now.to_be_budgeted), format());
  return `${available} Ready to Assign in ${month.slice(0, 7)} is now ${left}.`;
}
