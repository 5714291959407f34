/**
 * A debt: the amount owed in milliunits, the annual rate as a percentage, and the minimum payment
 * in whole units.
 */
export interface OwedDebt {
  readonly owed: number;
  readonly rate: number;
  readonly minimum: number;
}

/**
 * Pays debts in cents, with the remaining money going to the debt with the highest rate. Returns
 * the number of months, and the interest in milliunits.
 */
export function paidOff(
  debts: readonly OwedDebt[],
  extra: number,
): { readonly months: number; readonly interest: number } {
  const monthly = debts.reduce((sum, { minimum }) => sum + minimum, extra);
  const left = debts.map(({ owed, rate, minimum }) => ({
    cents: Math.round(owed / 10),
    rate,
    minimum: Math.round(minimum * 100),
  })).toSorted((a, b) => b.rate - a.rate);
  let months = 0;
  let interest = 0;
  while (left.some(({ cents }) => cents > 0)) {
    months += 1;
    let budget = Math.round(monthly * 100);
    for (const debt of left) {
      const added = Math.round(debt.cents * debt.rate / 1_200);
      debt.cents += added;
      interest += added;
      const paid = Math.min(debt.minimum, debt.cents);
      debt.cents -= paid;
      budget -= paid;
    }
    for (const debt of left) {
      const paid = Math.min(budget, debt.cents);
      debt.cents -= paid;
      budget -= paid;
    }
  }
  return { months, interest: interest * 10 };
}
