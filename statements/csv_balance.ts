/** A column of running balances that follow from the amounts. */
export interface BalanceProof {
  /** Index of the column with the balances. */
  readonly column: number;
  /** -1 if the amounts have the opposite sign of the balances' changes. */
  readonly sign: 1 | -1;
  /** Milliunits as shown in the file, in chronological order. */
  readonly opening: number;
  readonly closing: number;
  /** How many balances are below 0, and how many above. */
  readonly below: number;
  readonly above: number;
}

/** Minimum number of nonzero amounts that must lead to the next balance, as proof. */
const FEWEST_LINKS = 3;

/**
 * Finds how running balances follow from amounts. Read backward, balances that precede their
 * transactions look like balances that follow them with the opposite sign, so the dates must
 * determine the direction.
 *
 * @param direction 1 for rows in chronological order, -1 for the reverse.
 */
export function proveBalance(
  column: number,
  amounts: readonly number[],
  { balances, direction }: {
    readonly balances: readonly (number | null)[];
    readonly direction: -1 | 1;
  },
): readonly BalanceProof[] {
  const inTime = direction === 1 ? amounts : amounts.toReversed();
  const known = direction === 1 ? balances : balances.toReversed();
  const proofs: BalanceProof[] = [];
  for (const place of ["after", "before"] as const) {
    for (const sign of [1, -1] as const) {
      const proof = chain(inTime, known, { place, sign });
      if (proof !== null) proofs.push({ column, sign, ...proof });
    }
  }
  return proofs;
}

function chain(
  amounts: readonly number[],
  balances: readonly (number | null)[],
  { place, sign }: { readonly place: "after" | "before"; readonly sign: 1 | -1 },
): Omit<BalanceProof, "column" | "sign"> | null {
  let links = 0;
  let below = 0;
  let above = 0;
  for (let at = 0; at < amounts.length; at += 1) {
    const balance = balances[at] ?? null;
    if (balance === null) return null;
    below += Number(balance < 0);
    above += Number(balance > 0);
    if (at === 0) continue;
    const amount = amounts[place === "after" ? at : at - 1] ?? 0;
    if (balance - (balances[at - 1] ?? 0) !== sign * amount) return null;
    links += Number(amount !== 0);
  }
  if (links < FEWEST_LINKS) return null;
  const first = balances[0] ?? 0;
  const last = balances.at(-1) ?? 0;
  return {
    opening: place === "after" ? first - sign * (amounts[0] ?? 0) : first,
    closing: place === "after" ? last : last + sign * (amounts.at(-1) ?? 0),
    below,
    above,
  };
}
