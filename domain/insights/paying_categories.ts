import { surpluses } from "../assigning/proposals.ts";
import { compareTexts } from "../base/fold_text.ts";
import { type MoneyFormat, roundDownToCoin } from "../base/money_format.ts";
import type { MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import { isCardPaymentCategory, isInflowCategory } from "../base/special_categories.ts";
import { dueDate, monthlyPace } from "../targets/target_words.ts";

/** A category that pays a part. Amounts are in milliunits. */
interface Payer {
  readonly category_id: string;
  readonly category: string;
  readonly free: number;
  readonly take: number;
}

/** Where in the plan the money comes from. Amounts are in milliunits. */
export interface PlanAnswer {
  /** The requested category, or Ready to Assign if none was requested. */
  readonly category: {
    readonly name: string;
    readonly available: number;
    readonly coming: number;
    readonly free: number;
  };
  readonly from: readonly Payer[];
  /** The part of the amount that no category can spare. */
  readonly missing: number;
  /** By how many months the payment delays dated targets. */
  readonly delays: readonly { readonly category: string; readonly months: number }[];
}

export interface PayingOptions {
  readonly amount: number;
  /** `null` for Ready to Assign. */
  readonly category: MonthCategoryRecord | null;
  /** Amount that schedules and recurring charges will still take from the category this month. */
  readonly coming: number;
  /** Categories with a bill due later this month. */
  readonly dueCategoryIds: ReadonlySet<string>;
  readonly today: string;
  readonly format: MoneyFormat;
}

/**
 * Pays from the category's free money, then from Ready to Assign, then from surpluses over targets.
 * Any shortfall delays dated targets, those due last first.
 */
export function planAnswer(
  month: MonthRecord,
  { amount, category, coming, dueCategoryIds, today, format }: PayingOptions,
): PlanAnswer {
  const inflow = month.categories.find(isInflowCategory);
  const ready = { id: inflow?.id ?? "", name: "Ready to Assign", balance: month.to_be_budgeted };
  const own = category ?? ready;
  const free = roundDownToCoin(own.balance - coming, format);
  const spare = surpluses(month, { format, dueCategoryIds })
    .map(({ category: { id, name }, more }) => ({ id, name, free: more }));
  const others = category === null ? spare : [
    { ...ready, free: roundDownToCoin(ready.balance, format) },
    ...spare.filter(({ id }) => id !== category.id),
  ];
  let missing = Math.max(0, amount - Math.max(0, free));
  const from = others.flatMap((one): readonly Payer[] => {
    const take = Math.min(missing, Math.max(0, one.free));
    missing -= take;
    return take === 0 ? [] : [{ category_id: one.id, category: one.name, free: one.free, take }];
  });
  const taken = new Map(from.map(({ category_id: id, take }) => [id, take]));
  if (category !== null) taken.set(category.id, Math.min(amount, Math.max(0, free)));
  return {
    category: { name: own.name, available: own.balance, coming, free },
    from,
    missing,
    delays: delaysOf(month, { taken, missing, today }),
  };
}

function delaysOf(
  { categories }: MonthRecord,
  { taken, missing, today }: {
    readonly taken: ReadonlyMap<string, number>;
    readonly missing: number;
    readonly today: string;
  },
): PlanAnswer["delays"] {
  let rest = missing;
  const dated = categories
    .filter((one) => !one.deleted && !one.hidden && !isCardPaymentCategory(one))
    .toSorted((a, b) => compareTexts(dueDate(b) ?? "", dueDate(a) ?? ""));
  return dated.flatMap((category) => {
    const pace = monthlyPace(category, today);
    if (pace === null || pace <= 0) return [];
    const { balance, goal_target: target } = category;
    const given = taken.get(category.id) ?? 0;
    const more = Math.min(rest, Math.max(0, balance - given));
    rest -= more;
    const short = given + more - Math.max(0, balance - (target ?? 0));
    return short <= 0 ? [] : [{ category: category.name, months: Math.ceil(short / pace) }];
  });
}
