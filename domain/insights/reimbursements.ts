import { dayNumber } from "../base/day.ts";
import { compareTexts } from "../base/fold_text.ts";
import { sumOf } from "../base/money.ts";
import { foursMaking, pairsMaking, type Places, triplesMaking } from "../reconcile/sets_of_sum.ts";

/** Marked money, of a transaction or one of its lines. */
export interface MarkedAmount {
  readonly transaction_id: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Milliunits; out is below zero. */
  readonly amount: number;
  readonly payee: string;
}

/** Money out that isn't repaid in full. */
export interface OpenAmount {
  readonly transaction_id: string;
  readonly date: string;
  /** What was paid, and how much of it is not repaid yet; both above zero. */
  readonly amount: number;
  readonly open: number;
  readonly payee: string;
  /** Since it was paid. */
  readonly days: number;
}

/** `oldest_first` is a guess: nothing shows what the money was for. */
export type SettledBy = "exact" | "set" | "oldest_first";

/** Money in and what it repaid. */
export interface Settlement {
  readonly transaction_ids: readonly string[];
  readonly repaid_by: string;
  readonly by: SettledBy;
}

export interface Reimbursements {
  /** Oldest first. */
  readonly open: readonly OpenAmount[];
  /** Newest first. */
  readonly settled: readonly Settlement[];
  /** Out minus back is open minus ahead; milliunits. */
  readonly totals: {
    readonly out: number;
    readonly back: number;
    readonly open: number;
    /** Money back beyond what was paid before. */
    readonly ahead: number;
  };
}

const MOST_SET_DAYS = 180;

interface Debt extends MarkedAmount {
  readonly day: number;
  open: number;
}

interface Receipt extends MarkedAmount {
  readonly day: number;
  left: number;
}

/**
 * Matches marked money out with marked money in of the same day or later: equal amounts first,
 * then the only set of two to four within 180 days, then the oldest money out.
 */
export function reimbursements(marked: readonly MarkedAmount[], today: string): Reimbursements {
  const ordered = marked.toSorted((a, b) =>
    compareTexts(a.date, b.date) || compareTexts(a.transaction_id, b.transaction_id)
  ).map((one) => ({ ...one, day: dayNumber(one.date) }));
  const debts = ordered.filter(({ amount }) => amount < 0)
    .map((one): Debt => ({ ...one, open: -one.amount }));
  const receipts = ordered.filter(({ amount }) => amount > 0)
    .map((one): Receipt => ({ ...one, left: one.amount }));
  const settled = new Map<Receipt, Settlement>();
  for (const [by, find] of STEPS) {
    for (const receipt of receipts) {
      if (receipt.left === 0 || settled.has(receipt)) continue;
      const repaid = repay(receipt, find(receipt, debts));
      if (repaid.length === 0) continue;
      const ids = [...new Set(repaid.map(({ transaction_id: id }) => id))];
      settled.set(receipt, { transaction_ids: ids, repaid_by: receipt.transaction_id, by });
    }
  }
  const open = debts.filter((debt) => debt.open > 0);
  return {
    open: open.map(({ transaction_id, date, amount, open, payee, day }) => ({
      transaction_id,
      date,
      amount: -amount,
      open,
      payee,
      days: dayNumber(today) - day,
    })),
    settled: receipts.toReversed().flatMap((receipt) => settled.get(receipt) ?? []),
    totals: {
      out: sumOf(debts.map(({ amount }) => -amount)),
      back: sumOf(receipts.map(({ amount }) => amount)),
      open: sumOf(open.map((debt) => debt.open)),
      ahead: sumOf(receipts.map(({ left }) => left)),
    },
  };
}

type Find = (receipt: Receipt, debts: readonly Debt[]) => readonly Debt[];

const STEPS: readonly (readonly [SettledBy, Find])[] = [
  ["exact", equalDebt],
  ["set", onlySet],
  ["oldest_first", (receipt, debts) => debts.filter((debt) => isBefore(debt, receipt))],
];

function repay(receipt: Receipt, debts: readonly Debt[]): readonly Debt[] {
  return debts.filter((debt) => {
    const amount = Math.min(receipt.left, debt.open);
    debt.open -= amount;
    receipt.left -= amount;
    return amount > 0;
  });
}

function isBefore({ day, open }: Debt, receipt: Receipt): boolean {
  return open > 0 && day <= receipt.day;
}

function equalDebt(receipt: Receipt, debts: readonly Debt[]): readonly Debt[] {
  const equal = debts.find((debt) => isBefore(debt, receipt) && debt.open === receipt.left);
  return equal === undefined ? [] : [equal];
}

function onlySet(receipt: Receipt, debts: readonly Debt[]): readonly Debt[] {
  const candidates = debts.filter((debt) =>
    isBefore(debt, receipt) && debt.open < receipt.left &&
    debt.day >= receipt.day - MOST_SET_DAYS
  );
  const amounts = candidates.map(({ open }) => open);
  const wanted = { target: receipt.left, most: 2 };
  const sets: Places[] = [];
  for (const find of [pairsMaking, triplesMaking, foursMaking]) {
    const found = find(amounts, wanted);
    // Too many candidates to know that a set is the only one.
    if (found === null) return [];
    sets.push(...found);
    if (sets.length > 1) return [];
  }
  return (sets[0] ?? []).flatMap((at) => candidates[at] ?? []);
}
