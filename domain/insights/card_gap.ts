import { foldName } from "../base/fold_text.ts";
import { addMonths, firstOfMonth, lastOfMonth } from "../base/month.ts";
import { type Amounts, sumOf } from "../base/money.ts";
import type { AccountRecord, MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import { isCardPaymentCategory, isInternalCategory } from "../base/special_categories.ts";
import { distinctCategoryNames } from "../plan/category_label.ts";
import { accountKindOf, type CardLine, cardLines, type CardRecords } from "./money_lines.ts";

/** A credit card's debt and the money set aside to pay it, in milliunits. */
export interface CardState extends Amounts<"owed" | "owed_cleared"> {
  readonly account_id: string;
  readonly name: string;
  /** Balance of the payment category; `null` unless exactly one category has the card's name. */
  readonly set_aside: number | null;
  readonly gap: number | null;
}

/** Why a card's gap (debt minus money set aside) changed. Positive amounts widen the gap. */
export type GapKind =
  | "starting_balance"
  | "overspent"
  | "uncategorized"
  | "assigned"
  | "taken_out"
  | "paid_beyond"
  | "to_ready_to_assign"
  | "shared"
  | "unexplained";

export interface GapEvent {
  readonly month: string;
  readonly kind: GapKind;
  readonly category: string | null;
  readonly amount: number;
}

export interface GapCause extends Omit<GapEvent, "month"> {
  readonly first: string;
  readonly last: string;
}

export interface GapStep {
  readonly do: "cover" | "assign" | "move_out";
  readonly category_id: string;
  readonly category: string;
  readonly amount: number;
}

/**
 * Explanation of the gap between a credit card's debt and the money set aside to pay it. The gap
 * equals the earlier gap plus the amounts of all causes.
 */
export interface GapExplanation {
  readonly covered_until: string | null;
  /** The gap at the end of the month before the period being explained; `null` if zero. */
  readonly before: { readonly month: string; readonly gap: number } | null;
  readonly causes: readonly GapCause[];
  readonly events: readonly GapEvent[];
  /** Steps that close the gap. The steps' amounts add up to the gap. */
  readonly close: readonly GapStep[];
}

/** Returns the open on-budget credit accounts; each has a payment category. */
export function openCards(accounts: readonly AccountRecord[]): readonly AccountRecord[] {
  return accounts.filter((one) => accountKindOf(one) === "cards" && !one.closed);
}

/**
 * Returns a card's payment category in a month: the only category with exactly the card's name or,
 * if there is none, the only one whose name differs only in letter case. Returns `null` for an
 * account that isn't a card, even if a category has that account's name.
 */
export function paymentCategory(
  card: Pick<AccountRecord, "name" | "on_budget" | "type">,
  month: Pick<MonthRecord, "categories">,
): MonthCategoryRecord | null {
  if (accountKindOf(card) !== "cards") return null;
  const name = foldName(card.name);
  const alike = month.categories.filter((one) =>
    !one.deleted && isCardPaymentCategory(one) && foldName(one.name) === name
  );
  const exact = alike.filter((one) => one.name === card.name);
  const [only = null, ...others] = exact.length > 0 ? exact : alike;
  return others.length === 0 ? only : null;
}

export function cardState(
  card: AccountRecord,
  current: Pick<MonthRecord, "categories">,
): CardState {
  const owed = Math.max(0, -card.balance);
  const setAside = paymentCategory(card, current)?.balance ?? null;
  return {
    account_id: card.id,
    name: card.name,
    owed,
    owed_cleared: Math.max(0, -card.cleared_balance),
    set_aside: setAside,
    gap: setAside === null ? null : owed - setAside,
  };
}

type CategoryNames = ReturnType<typeof distinctCategoryNames>;

type GapPart = readonly [kind: GapKind, category: string | null, amount: number];

/** The card's spending, minus refunds, in one category and month. */
interface CardSpending {
  readonly category: MonthCategoryRecord | undefined;
  /** Amount spent on this card, minus refunds. */
  readonly spent: number;
  /** The part of the gap that the card's starting balance explains. */
  readonly opened: number;
  /** Whether another card was also used in this category. */
  readonly isShared: boolean;
  /** The category's balance at the end of the month, excluding its card transactions. */
  readonly funds: number;
  /** Amount by which spending on all cards exceeds `funds`. Negative `funds` count as 0. */
  readonly over: number;
}

export class GapHistory {
  readonly #card: AccountRecord;
  readonly #lines: readonly CardLine[];
  readonly #byMonth: ReadonlyMap<string, readonly CardLine[]>;

  constructor(card: AccountRecord, records: CardRecords) {
    const lines = cardLines(records);
    this.#card = card;
    this.#lines = lines.filter(({ cardId }) => cardId === card.id);
    this.#byMonth = Map.groupBy(lines, ({ month }) => month);
  }

  /** Returns the gap at a month's end. Before the plan's first month, no money was set aside. */
  gapAfter(month: string, detail: MonthRecord | null): number {
    const end = lastOfMonth(month);
    const later = this.#lines.filter((line) => line.month > end);
    const debt = sumOf(later.map(({ amount }) => amount)) - this.#card.balance;
    return Math.max(0, debt) - this.#setAside(detail);
  }

  /**
   * Explains the gap between the card's debt and the money set aside to pay it.
   *
   * @param details The plan's months, newest first, starting with the current month. The last
   * element is `null` if it represents the month before the plan's first month.
   */
  explain(details: readonly (MonthRecord | null)[]): GapExplanation {
    const names = namesIn(details);
    const events = details.slice(0, -1).flatMap((detail, at) =>
      detail === null ? [] : this.#eventsOf(detail, details[at + 1] ?? null, names)
    );
    const oldest = details.at(-1) ?? null;
    const months = details.flatMap((detail) => detail === null ? [] : [firstOfMonth(detail.month)]);
    const end = oldest === null ? addMonths(months.at(-1) ?? "", -1, 1) : months.at(-1) ?? "";
    const gap = this.gapAfter(end, oldest);
    const month = end.slice(0, 7);
    return {
      covered_until: gap <= 0 && oldest !== null ? month : null,
      before: gap === 0 ? null : { month, gap },
      causes: causesOf(events),
      events,
      close: this.#steps(details[0] ?? null, names),
    };
  }

  #setAside(detail: MonthRecord | null): number {
    return detail === null ? 0 : paymentCategory(this.#card, detail)?.balance ?? 0;
  }

  #isUnordered(month: string): boolean {
    return (this.#byMonth.get(month) ?? []).some((line) => line.isUnordered);
  }

  #eventsOf(
    detail: MonthRecord,
    before: MonthRecord | null,
    names: CategoryNames,
  ): readonly GapEvent[] {
    const month = firstOfMonth(detail.month);
    const payment = paymentCategory(this.#card, detail);
    const ours = this.#lines.filter((line) => line.month === month);
    const sumBy = (use: CardLine["use"]): number =>
      sumOf(ours.filter((line) => line.use === use).map(({ credit }) => credit));
    const overpaid = sumOf(
      ours.filter(({ use, amount }) => use === "transfer" && amount > 0)
        .map(({ amount, credit }) => amount - credit),
    );
    const assigned = payment?.budgeted ?? 0;
    const spending = this.#spending(detail);
    const overspent = spending.map(({ category, over, spent, opened }): GapPart => {
      const amount = Math.min(over, Math.max(0, spent + opened));
      return category === undefined || isInternalCategory(category)
        ? ["uncategorized", null, amount]
        : ["overspent", names.get(category.id) ?? category.name, amount];
    });
    const known: readonly GapPart[] = [
      ["starting_balance", null, 0 - sumBy("starting_balance")],
      ...overspent,
      [assigned > 0 ? "assigned" : "taken_out", null, 0 - assigned],
      ["paid_beyond", null, Math.min(0, this.#setAside(before)) + overpaid],
      ["to_ready_to_assign", null, 0 - sumBy("inflow")],
    ];
    // Funded card spending, excluding payments, which lower both the debt and the money set aside.
    const funded = (payment?.activity ?? 0) + sumBy("transfer") + overpaid;
    const unfunded = 0 - sumBy("spending") - funded;
    const difference = unfunded - sumOf(overspent.map(([, , amount]) => amount));
    const unknownKind = !this.#isUnordered(month)
      ? "unexplained"
      : ours.some((line) => line.isUnordered)
      ? "paid_beyond"
      : "shared";
    // YNAB may fund a card's starting balance with money that isn't in any category.
    const restKind = spending.some(({ isShared, over }) => isShared && over > 0)
      ? "shared"
      : sumBy("starting_balance") !== 0
      ? "starting_balance"
      : unknownKind;
    const change = this.gapAfter(month, detail) - this.gapAfter(addMonths(month, -1, 1), before);
    const rest = change - difference - sumOf(known.map(([, , amount]) => amount));
    const parts: readonly GapPart[] = [
      ...known,
      [restKind, null, difference],
      [unknownKind, null, rest],
    ];
    return [...Map.groupBy(parts, ([kind, category]) => `${kind} ${category ?? ""}`).values()]
      .flatMap((alike) => {
        const [kind, category] = alike[0] as GapPart;
        const amount = sumOf(alike.map(([, , one]) => one));
        return amount === 0 ? [] : [{ month: month.slice(0, 7), kind, category, amount }];
      });
  }

  #spending(detail: MonthRecord): readonly CardSpending[] {
    // Include a card's starting balance, which uses money from a category, just as a purchase does.
    const lines = (this.#byMonth.get(firstOfMonth(detail.month)) ?? [])
      .filter(({ use }) => use === "spending" || use === "starting_balance");
    const credits = (some: readonly CardLine[]): number => sumOf(some.map(({ credit }) => credit));
    return [...Map.groupBy(lines, ({ categoryId }) => categoryId ?? "")].flatMap(([id, all]) => {
      const ours = all.filter(({ cardId }) => cardId === this.#card.id);
      if (ours.length === 0) return [];
      const category = detail.categories.find((one) => one.id === id);
      const net = 0 - credits(all);
      const funds = (category?.balance ?? 0 - net) + net;
      return [{
        category,
        spent: 0 - credits(ours),
        opened: credits(ours.filter(({ use }) => use === "starting_balance")),
        isShared: ours.length < all.length,
        funds,
        over: Math.max(0, net - Math.max(0, funds)),
      }];
    });
  }

  /**
   * Returns the steps that close the gap. When the user covers a category's overspending, the money
   * goes to the card only if no cash was overspent in the category and no other card was used
   * there.
   */
  #steps(detail: MonthRecord | null, names: CategoryNames): readonly GapStep[] {
    const payment = detail === null ? null : paymentCategory(this.#card, detail);
    if (detail === null || payment === null) return [];
    const named = (
      { id, name }: MonthCategoryRecord,
    ): Pick<GapStep, "category_id" | "category"> => ({
      category_id: id,
      category: names.get(id) ?? name,
    });
    const own = named(payment);
    let gap = Math.max(0, -this.#card.balance) - payment.balance;
    if (gap < 0) return [{ do: "move_out", ...own, amount: -gap }];
    const isUnordered = this.#isUnordered(firstOfMonth(detail.month));
    const steps: GapStep[] = [];
    for (const { category, spent, funds, isShared } of this.#spending(detail)) {
      if (isUnordered || isShared || category === undefined) continue;
      const amount = Math.min(gap, funds < 0 ? 0 : spent - funds);
      if (amount <= 0 || isInternalCategory(category)) continue;
      steps.push({ do: "cover", ...named(category), amount });
      gap -= amount;
    }
    return gap > 0 ? [...steps, { do: "assign", ...own, amount: gap }] : steps;
  }
}

/**
 * Gives each category one name for all months, and includes the group's name if two categories have
 * the same name.
 */
function namesIn(details: readonly (MonthRecord | null)[]): CategoryNames {
  const all = details.toReversed().flatMap((detail) => detail?.categories ?? []);
  return distinctCategoryNames([...new Map(all.map((one) => [one.id, one])).values()]);
}

function causesOf(events: readonly GapEvent[]): readonly GapCause[] {
  const groups = Map.groupBy(events, ({ kind, category }) => `${kind} ${category ?? ""}`);
  return [...groups.values()].map((group): GapCause => {
    const [newest, oldest] = [group[0], group.at(-1)] as [GapEvent, GapEvent];
    const amount = sumOf(group.map((event) => event.amount));
    const { kind, category } = newest;
    return { kind, category, amount, first: oldest.month, last: newest.month };
  }).sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
}
