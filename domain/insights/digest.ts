import { addDays, daysBetween } from "../base/day.ts";
import { foldText } from "../base/fold_text.ts";
import { fromMilliunits, sumOf } from "../base/money.ts";
import { type MoneyFormat, writeMoney } from "../base/money_format.ts";
import { firstOfMonth } from "../base/month.ts";
import type { AccountRecord, CategoryRecord, MonthRecord } from "../base/plan_records.ts";
import type { Forecast } from "../forecast/forecast.ts";
import { distinctCategoryNames } from "../plan/category_label.ts";
import { visibleCategories } from "../reports/month_categories.ts";
import type { ReasonCode, ReviewLine } from "../review/reasons.ts";
import type { CardState } from "./card_gap.ts";
import type { OpenAmount } from "./reimbursements.ts";
import { categoryNeeds, type ComingPayment, inMonth } from "./upcoming_needs.ts";

/** Kinds of digest items, most urgent first. */
export const DIGEST_KINDS = [
  "uncertain_change",
  "overspent",
  "likely_overspent",
  "bill_short",
  "cash_short",
  "card_gap",
  "overassigned",
  "bank_link_broken",
  "missing_bill",
  "missing_income",
  "price_rise",
  "duplicate",
  "unusual",
  "reimbursement_due",
  "changed_elsewhere",
] as const;

export type DigestKind = (typeof DIGEST_KINDS)[number];

export interface DigestItem {
  readonly kind: DigestKind;
  readonly what: string;
  /** Milliunits. */
  readonly amount?: number;
  readonly date?: string;
  readonly chance?: number;
  readonly ids?: readonly string[];
  readonly next: {
    readonly tool: string;
    readonly arguments?: Readonly<Record<string, string | number>>;
  };
}

export function mostUrgentFirst(items: readonly DigestItem[]): readonly DigestItem[] {
  return items.toSorted((a, b) =>
    DIGEST_KINDS.indexOf(a.kind) - DIGEST_KINDS.indexOf(b.kind) ||
    daysBetween(b.date ?? EARLIEST, a.date ?? EARLIEST) ||
    (b.chance ?? 0) - (a.chance ?? 0) ||
    Math.abs(b.amount ?? 0) - Math.abs(a.amount ?? 0)
  );
}

const EARLIEST = "2000-01-01";

export interface DigestContext {
  readonly format: MoneyFormat;
  readonly today: string;
  readonly since: string;
  /** Whether tools that change the plan are offered. */
  readonly canChange: boolean;
}

function money(milliunits: number, { format }: Pick<DigestContext, "format">): string {
  return writeMoney(fromMilliunits(milliunits), format);
}

/** Minimum chance at which overspending is reported as likely. */
const LIKELY = 0.5;

/** Reports actual and likely overspending, and a negative Ready to Assign balance. */
export function monthItems(
  month: MonthRecord,
  chances: ReadonlyMap<string, number>,
  context: DigestContext,
): readonly DigestItem[] {
  const thisMonth = { month: "current" };
  const names = distinctCategoryNames(month.categories);
  const items = visibleCategories(month).flatMap(({ id, balance }): readonly DigestItem[] => {
    const name = names.get(id);
    const chance = chances.get(id) ?? 0;
    if (balance < 0) {
      return [{
        kind: "overspent",
        what: `${name} is overspent by ${money(-balance, context)}`,
        amount: -balance,
        ids: [id],
        next: context.canChange
          ? { tool: "assign_month", arguments: { ...thisMonth, mode: "cover_overspending" } }
          : { tool: "get_category_balances", arguments: thisMonth },
      }];
    }
    return chance < LIKELY ? [] : [{
      kind: "likely_overspent",
      what: `${name} has ${money(balance, context)} and will probably be overspent this month`,
      chance,
      ids: [id],
      next: { tool: "get_upcoming_needs", arguments: thisMonth },
    }];
  });
  const ready = month.to_be_budgeted;
  return ready >= 0 ? items : [...items, {
    kind: "overassigned",
    what: `You assigned ${money(-ready, context)} more than you have`,
    amount: -ready,
    next: { tool: "get_upcoming_needs", arguments: thisMonth },
  }];
}

/** Reports categories that don't have enough money for their bills through a given day. */
export function billItems(
  current: MonthRecord,
  { next, payments, until }: {
    /** The month of `until`; `null` if that is the current month. */
    readonly next: MonthRecord | null;
    /** Payments through the end of the month that contains `until`. */
    readonly payments: readonly ComingPayment[];
    readonly until: string;
  },
  context: DigestContext,
): readonly DigestItem[] {
  const soon = payments.filter(({ date }) => date <= until);
  const here = shortIn(current, { current: null, payments: soon }, context);
  const later = next === null ? [] : inMonth(soon, next.month);
  if (next === null || later.length === 0) return here;
  const before = inMonth(payments, current.month);
  const ahead = shortIn(next, { current, payments: [...before, ...later] }, context);
  const [date] = ahead.flatMap((one) => one.date ?? []).sort();
  if (ahead.length < 2 || date === undefined) return [...here, ...ahead];
  // Combine the categories into one item, because most of next month's money isn't assigned yet.
  const amount = sumOf(ahead.map((one) => one.amount ?? 0));
  const days = date === until ? `on ${date}` : `from ${date} to ${until}`;
  return [...here, {
    kind: "bill_short",
    what: `${ahead.length} categories need ${money(amount, context)} more for bills ${days}`,
    amount,
    date,
    ids: ahead.flatMap(({ ids = [] }) => ids),
    next: { tool: "get_upcoming_needs", arguments: { month: "next" } },
  }];
}

function shortIn(
  record: MonthRecord,
  { current, payments }: {
    readonly current: MonthRecord | null;
    readonly payments: readonly ComingPayment[];
  },
  context: DigestContext,
): readonly DigestItem[] {
  const month = record.month.slice(0, 7);
  const assigned = new Map(record.categories.map(({ id, budgeted }) => [id, budgeted]));
  const bills = inMonth(payments, record.month)
    .filter(({ amount, isIncome }) => amount < 0 && !isIncome);
  const names = distinctCategoryNames(record.categories);
  const needs = categoryNeeds({ month: record, current, payments, format: context.format });
  return needs.flatMap((need): readonly DigestItem[] => {
    const { category_id: id } = need;
    const has = need.available + need.assigned;
    const missing = need.coming - Math.max(0, has);
    let left = Math.max(0, has);
    const first = bills.find((bill) => bill.categoryId === id && (left += bill.amount) < 0);
    if (missing <= 0 || first === undefined) return [];
    const amount = (assigned.get(id) ?? 0) + need.coming - has;
    return [{
      kind: "bill_short",
      what: `${names.get(id)} needs ${money(missing, context)} more for ${first.payee}`,
      amount: missing,
      date: first.date,
      ids: [id],
      next: context.canChange
        ? { tool: "set_category_budget", arguments: { month, category_id: id, amount } }
        : { tool: "get_category_balances", arguments: { month } },
    }];
  });
}

/** Minimum chance at which a cash shortage is reported. */
const RISKY = 0.1;

export function cashItems(
  { chance_below_zero: chance, first_shortfall: shortfall, months, start_balance: cash }: Forecast,
): readonly DigestItem[] {
  if (chance < RISKY) return [];
  const until = months.at(-1)?.month ?? "";
  return [{
    kind: "cash_short",
    what: cash < 0 ? "Cash is below zero" : `Cash may fall below zero by the end of ${until}`,
    chance,
    ...(shortfall === null ? {} : { date: shortfall.date }),
    next: { tool: "forecast_balance", arguments: { until } },
  }];
}

/** Reports a card's gap (see `card_gap.ts`) if it has grown since the end of the given month. */
export function cardItems(
  { account_id: id, name, gap }: CardState,
  { before, month }: { readonly before: number; readonly month: string },
  context: DigestContext,
): readonly DigestItem[] {
  if (gap === null || gap <= 0 || gap <= before) return [];
  return [{
    kind: "card_gap",
    what: `${name} is short by ${money(gap, context)} ` +
      `(${money(gap - Math.max(0, before), context)} more than at the end of ${month.slice(0, 7)})`,
    amount: gap,
    ids: [id],
    next: { tool: "explain_card", arguments: { account_id: id } },
  }];
}

const REVIEW_KINDS: Partial<Readonly<Record<ReasonCode, DigestKind>>> = {
  possible_duplicate: "duplicate",
  unusual_amount: "unusual",
  price_rise: "price_rise",
};

export function reviewItems(
  lines: readonly ReviewLine[],
  context: DigestContext,
): readonly DigestItem[] {
  return lines.flatMap((line): readonly DigestItem[] => {
    const { date, amount, record_id: id, reasons } = line;
    for (const { code, detail } of reasons) {
      const isMissing = code === "scheduled_missing";
      const kind = isMissing ? amount < 0 ? "missing_bill" : "missing_income" : REVIEW_KINDS[code];
      if (kind === undefined || (!isMissing && date < context.since)) continue;
      const size = Math.abs(amount);
      return [{
        kind,
        what: `${line.payee ?? line.account} ${money(size, context)}: ${detail}`,
        amount: size,
        date,
        ids: [id],
        next: kind === "price_rise" ? { tool: "find_recurring_charges" } : {
          tool: "find_transactions",
          arguments: line.payee === null ? { since: date, until: date } : { payee: line.payee },
        },
      }];
    }
    return [];
  });
}

/** Number of days within which lent money should be repaid. */
const DUE_DAYS = 30;

/** Matches the name of a category whose spending is probably reimbursed. */
const REPAID = /reimburs|erstatt|auslagen|rembours|reembols|rimbors/u;

/** Whether a category's name suggests that other people reimburse its spending. */
export function isForReimbursement({ name, hidden }: CategoryRecord): boolean {
  return !hidden && REPAID.test(foldText(name));
}

export function reimbursementItems(
  category: CategoryRecord,
  open: readonly OpenAmount[],
  context: DigestContext,
): readonly DigestItem[] {
  const due = open.filter(({ days }) => days >= DUE_DAYS);
  const [oldest] = due;
  if (oldest === undefined) return [];
  const amount = sumOf(due.map((one) => one.open));
  return [{
    kind: "reimbursement_due",
    what: `${money(amount, context)} of spending in ${category.name} hasn't been reimbursed ` +
      `after ${DUE_DAYS} days`,
    amount,
    date: oldest.date,
    ids: due.map(({ transaction_id: id }) => id),
    next: { tool: "list_reimbursements", arguments: { mark: category.id } },
  }];
}

export function bankLinkItems(accounts: readonly AccountRecord[]): readonly DigestItem[] {
  return accounts.filter((one) => !one.closed && one.direct_import_in_error === true)
    .map(({ id, name }) => ({
      kind: "bank_link_broken",
      what: `${name}: reconnect it to the bank in the YNAB app`,
      ids: [id],
      next: { tool: "list_accounts" },
    }));
}

export function elsewhereItems(
  amounts: readonly number[],
  context: DigestContext,
): readonly DigestItem[] {
  if (amounts.length === 0) return [];
  const amount = sumOf(amounts.map(Math.abs));
  const moves = amounts.length === 1 ? "1 money movement" : `${amounts.length} money movements`;
  const isThisMonth = firstOfMonth(context.since) === firstOfMonth(context.today);
  return [{
    kind: "changed_elsewhere",
    what: `${moves} made outside this server, ${money(amount, context)} in all`,
    amount,
    next: {
      tool: "list_money_movements",
      ...(isThisMonth ? { arguments: { month: "current" } } : {}),
    },
  }];
}

/** Returns the date one week before `since`, because missing payments may be detected days late. */
export function missingSince(since: string): string {
  return addDays(since, -7);
}
