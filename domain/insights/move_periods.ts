import { roundedQuotient, sumOf } from "../base/money.ts";

/** A move in a month. The amount is positive, and `null` is Ready to Assign. */
export interface Move {
  readonly month: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: number;
}

/** A month's moves, of all categories or of one. Amounts are in milliunits. */
export interface MovePeriod {
  readonly month: string;
  readonly categoryId?: string;
  /** Amount assigned from Ready to Assign, less the amount moved back. */
  readonly assigned: number;
  /** Amount moved between categories or, for a single category, moved out of it. */
  readonly moved: number;
  /** Amount moved into the category from other categories. */
  readonly moved_in?: number;
  /**
   * Moved amount as a share of the assigned amount; absent if none was assigned. 1 minus this share
   * is the Toolkit's budgeting accuracy
   * (https://github.com/toolkit-for-ynab/toolkit-for-ynab/pull/3646).
   */
  readonly moved_share: number | null;
  /** Number of moves between categories. */
  readonly times: number;
}

/** Sums moves by month. */
export function movesByMonth(moves: readonly Move[]): readonly MovePeriod[] {
  return [...Map.groupBy(moves, ({ month }) => month)].map(([month, own]) => {
    const between = own.filter(({ from, to }) => from !== null && to !== null);
    return {
      month,
      ...figuresOf({
        assigned: amountOf(own.filter(({ from }) => from === null)) -
          amountOf(own.filter(({ to }) => to === null)),
        moved: amountOf(between),
        times: between.length,
      }),
    };
  });
}

/**
 * Sums moves by month and category. Assigned minus moved out plus moved in is the category's total
 * assigned amount.
 */
export function movesByCategory(moves: readonly Move[]): readonly MovePeriod[] {
  return [...Map.groupBy(moves, ({ month }) => month)].flatMap(([month, all]) => {
    const ids = new Set(all.flatMap(({ from, to }) => [from, to]).filter((id) => id !== null));
    return [...ids].map((categoryId) => {
      const into = all.filter(({ to }) => to === categoryId);
      const out = all.filter(({ from }) => from === categoryId);
      const [given, gained] = [
        into.filter(({ from }) => from === null),
        into.filter(({ from }) => from !== null),
      ];
      const [back, lost] = [
        out.filter(({ to }) => to === null),
        out.filter(({ to }) => to !== null),
      ];
      return {
        month,
        categoryId,
        ...figuresOf({
          assigned: amountOf(given) - amountOf(back),
          moved: amountOf(lost),
          times: gained.length + lost.length,
        }),
        moved_in: amountOf(gained),
      };
    });
  });
}

const SHARE_STEPS = 10_000;

function figuresOf(
  sums: Pick<MovePeriod, "assigned" | "moved" | "times">,
): Pick<MovePeriod, "assigned" | "moved" | "moved_share" | "times"> {
  const { assigned, moved } = sums;
  const share = assigned > 0 ? roundedQuotient(moved * SHARE_STEPS, assigned) / SHARE_STEPS : null;
  return { ...sums, moved_share: share };
}

function amountOf(moves: readonly Move[]): number {
  return sumOf(moves.map(({ amount }) => amount));
}
