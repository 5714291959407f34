import { dayNumber } from "../base/day.ts";
import { compareTexts } from "../base/fold_text.ts";
import { type Amounts, sumOf } from "../base/money.ts";
import { pairsMaking, type Places, setsMaking } from "../reconcile/sets_of_sum.ts";

/** The amount of a transaction or split line that has the user's reimbursement mark. */
export interface MarkedAmount {
  readonly transaction_id: string;
  readonly date: string;
  /** Milliunits; negative for outflows. */
  readonly amount: number;
  readonly payee: string;
}

export interface OpenAmount {
  readonly transaction_id: string;
  readonly date: string;
  /** The outflow, and the part of it that hasn't been repaid yet; both above zero. */
  readonly amount: number;
  readonly open: number;
  readonly payee: string;
  readonly days: number;
}

/** How outflows were matched. For `oldest_first`, nothing in the data confirms the match. */
export type SettledBy = "exact" | "set" | "oldest_first";

export interface Settlement {
  readonly transaction_ids: readonly string[];
  readonly repaid_by: string;
  readonly by: SettledBy;
}

export interface Reimbursements {
  readonly open: readonly OpenAmount[];
  readonly settled: readonly Settlement[];
  /**
   * `out` minus `back` equals `open` minus `ahead`, where `ahead` is what is left of the inflows
   * after all outflows from the same day or earlier have been repaid.
   */
  readonly totals: Amounts<"out" | "back" | "open" | "ahead">;
}

const MAX_SET_DAYS = 180;

/** Limits the pairs of outflows considered, because long lists would take minutes to search. */
const MAX_PAIRS = 10_000_000;

interface Debt extends MarkedAmount {
  readonly day: number;
  open: number;
}

interface Receipt extends MarkedAmount {
  readonly day: number;
  left: number;
}

/**
 * Matches each flagged inflow with flagged outflows from the same day or earlier. Looks first for
 * an outflow of the same amount, then for two to four outflows within 180 days that add up to the
 * inflow (if there is only one such set). Any other inflow repays the oldest outflows.
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
  const search = { pairs: 0 };
  for (const [by, find] of STEPS) {
    for (const receipt of receipts) {
      if (receipt.left === 0 || settled.has(receipt)) continue;
      const repaid = repay(receipt, find(receipt, debts, search));
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

/** The number of pairs of outflows considered so far. */
interface Search {
  pairs: number;
}

type Find = (receipt: Receipt, debts: readonly Debt[], search: Search) => readonly Debt[];

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

function onlySet(receipt: Receipt, debts: readonly Debt[], search: Search): readonly Debt[] {
  const candidates = debts.filter((debt) =>
    isBefore(debt, receipt) && debt.open < receipt.left &&
    debt.day >= receipt.day - MAX_SET_DAYS
  );
  search.pairs += candidates.length ** 2;
  if (search.pairs > MAX_PAIRS) return [];
  const amounts = candidates.map(({ open }) => open);
  const wanted = { target: receipt.left, most: 2 };
  const sets: Places[] = [...pairsMaking(amounts, wanted)];
  for (const size of [3, 4] as const) {
    if (sets.length > 1) return [];
    const found = setsMaking(size, amounts, wanted);
    // There are too many candidates to check them all, so more than one set might add up.
    if (found === null) return [];
    sets.push(...found);
  }
  if (sets.length > 1) return [];
  return (sets[0] ?? []).flatMap((at) => candidates[at] ?? []);
}
