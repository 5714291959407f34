import { addDays, daysBetween } from "../base/day.ts";
import { foldText } from "../base/fold_text.ts";
import { fromMilliunits, sumOf } from "../base/money.ts";
import { type MoneyFormat, writeMoney } from "../base/money_format.ts";
import { firstOfMonth } from "../base/month.ts";
import type { AccountRecord, CategoryRecord, MonthCategoryRecord } from "../base/plan_records.ts";
import type { ReasonCode, ReviewLine } from "../review/reasons.ts";
import type { CardState } from "./card_gap.ts";
import type { CategoryNeed, ComingPayment } from "./upcoming_needs.ts";
import type { OpenAmount } from "./reimbursements.ts";

/** Kinds of items, most urgent first. */
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

export interface NextCall {
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, string | number>>;
}

export interface DigestItem {
  readonly kind: DigestKind;
  readonly what: string;
  /** Milliunits. */
  readonly amount?: number;
  readonly date?: string;
  readonly chance?: number;
  readonly ids?: readonly string[];
  readonly next: NextCall;
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

export function overspentItems(
  categories: readonly MonthCategoryRecord[],
  context: DigestContext,
): readonly DigestItem[] {
  return categories.filter(({ balance }) => balance < 0).map(({ id, name, balance }) => ({
    kind: "overspent",
    what: `${name} is overspent by ${money(-balance, context)}`,
    amount: -balance,
    ids: [id],
    next: context.canChange
      ? { tool: "assign_month", arguments: { month: "current", mode: "cover_overspending" } }
      : { tool: "get_category_balances", arguments: { month: "current" } },
  }));
}

/** Minimum chance at which overspending counts as likely. */
const LIKELY = 0.5;

export function likelyOverspentItems(
  categories: readonly MonthCategoryRecord[],
  chances: ReadonlyMap<string, number>,
  context: DigestContext,
): readonly DigestItem[] {
  return categories.flatMap(({ id, name, balance }): readonly DigestItem[] => {
    const chance = chances.get(id) ?? 0;
    if (balance < 0 || chance < LIKELY) return [];
    return [{
      kind: "likely_overspent",
      what: `${name} has ${money(balance, context)} and will probably be overspent this month`,
      chance,
      ids: [id],
      next: { tool: "get_upcoming_needs", arguments: { month: "current" } },
    }];
  });
}

export function billShortItems(
  needs: readonly CategoryNeed[],
  { bills, month, assigned }: {
    readonly bills: readonly ComingPayment[];
    readonly month: string;
    readonly assigned: ReadonlyMap<string, number>;
  },
  context: DigestContext,
): readonly DigestItem[] {
  return needs.flatMap((need): readonly DigestItem[] => {
    const { category_id: id, name } = need;
    const has = need.available + need.assigned;
    const missing = need.coming - Math.max(0, has);
    if (missing <= 0) return [];
    let left = Math.max(0, has);
    const first = bills.filter((bill) =>
      bill.categoryId === id && bill.amount < 0 && !bill.isIncome
    )
      .find((bill) => (left += bill.amount) < 0);
    if (first === undefined) return [];
    return [{
      kind: "bill_short",
      what: `${name} needs ${money(missing, context)} more for ${first.payee}`,
      amount: missing,
      date: first.date,
      ids: [id],
      next: context.canChange
        ? {
          tool: "set_category_budget",
          arguments: {
            month: month.slice(0, 7),
            category_id: id,
            amount: (assigned.get(id) ?? 0) + need.coming - has,
          },
        }
        : { tool: "get_category_balances", arguments: { month: month.slice(0, 7) } },
    }];
  });
}

/**
 * Combines several items about next month's bills into one, because most money for next month isn't
 * assigned yet.
 */
export function combinedBills(
  items: readonly DigestItem[],
  { until, ...context }: { readonly until: string } & Pick<DigestContext, "format">,
): readonly DigestItem[] {
  const [date] = items.flatMap((one) => one.date ?? []).sort();
  if (items.length < 2 || date === undefined) return items;
  const amount = sumOf(items.map((one) => one.amount ?? 0));
  const days = date === until ? `on ${date}` : `from ${date} to ${until}`;
  return [{
    kind: "bill_short",
    what: `${items.length} categories need ${money(amount, context)} more for bills ${days}`,
    amount,
    date,
    ids: items.flatMap(({ ids = [] }) => ids),
    next: { tool: "get_upcoming_needs", arguments: { month: "next" } },
  }];
}

/** Minimum chance at which cash counts as short. */
const RISKY = 0.1;

export function cashShortItems(
  { chance, date, until }: {
    readonly chance: number;
    readonly date: string | null;
    readonly until: string;
  },
): readonly DigestItem[] {
  if (chance < RISKY) return [];
  return [{
    kind: "cash_short",
    what: `Cash may fall below zero by the end of ${until.slice(0, 7)}`,
    chance,
    ...(date === null ? {} : { date }),
    next: { tool: "forecast_balance", arguments: { until: until.slice(0, 7) } },
  }];
}

export function cardGapItem(
  { account_id: id, name, gap }: CardState,
  { before, month }: { readonly before: number; readonly month: string },
  context: DigestContext,
): DigestItem | null {
  if (gap === null || gap <= 0 || gap <= before) return null;
  return {
    kind: "card_gap",
    what: `${name} is short by ${money(gap, context)}, ` +
      `up ${money(gap - Math.max(0, before), context)} since the end of ${month.slice(0, 7)}`,
    amount: gap,
    ids: [id],
    next: { tool: "explain_card", arguments: { account_id: id } },
  };
}

export function overassignedItems(
  readyToAssign: number,
  context: DigestContext,
): readonly DigestItem[] {
  if (readyToAssign >= 0) return [];
  return [{
    kind: "overassigned",
    what: `You assigned ${money(-readyToAssign, context)} more than you have`,
    amount: -readyToAssign,
    next: { tool: "get_upcoming_needs", arguments: { month: "current" } },
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

/** Parts of words that occur in the names of categories whose spending others repay. */
const REPAID = /reimburs|erstatt|auslagen|rembours|reembols|rimbors/u;

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
    what: `${money(amount, context)} in ${category.name} hasn't been repaid after ${DUE_DAYS} ` +
      "days",
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
  const moves = amounts.length === 1 ? "1 money move" : `${amounts.length} money moves`;
  return [{
    kind: "changed_elsewhere",
    what: `${moves} made outside this server, ${money(amount, context)} in all`,
    amount,
    next: {
      tool: "list_money_movements",
      ...(firstOfMonth(context.since) === firstOfMonth(context.today)
        ? { arguments: { month: "current" } }
        : {}),
    },
  }];
}

export function uncertainItems(
  changes: readonly { readonly operationId: string; readonly summary: string }[],
): readonly DigestItem[] {
  return changes.map(({ operationId, summary }) => ({
    kind: "uncertain_change",
    what: `It is not known whether this change was applied: ${summary}`,
    ids: [operationId],
    next: { tool: "list_changes" },
  }));
}

/** First day for which missing payments are reported; some are detected only days later. */
export function missingSince(since: string): string {
  return addDays(since, -7);
}
