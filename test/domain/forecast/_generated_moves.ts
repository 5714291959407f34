import { addMonths } from "../../../domain/base/month.ts";
import { type Movement, type Randoms, round } from "./_generated_cashflow.ts";

/** Draws what is moved between checking and savings. */
export function movesOf(
  months: readonly string[],
  cash: readonly Movement[],
  random: Randoms,
): Movement[] {
  const draw = random("moves");
  const day = draw.integer(24, 28);
  const share = 0.5 + 0.6 * draw.fraction();
  // In the first month nothing is left over yet.
  return months.slice(1).flatMap((month): Movement[] => {
    const left = cash
      .filter(({ date, account, payee }) =>
        account === "checking" && payee !== "Starting Balance" && date.startsWith(month.slice(0, 7))
      )
      .reduce((sum, { amount }) => sum + amount, 0);
    const swept = Math.round(left * share / 50_000) * 50_000;
    const moves: Movement[] = [];
    if (swept !== 0 && draw.chance(0.8)) moves.push(aMove(addMonths(month, 0, day), swept));
    if (draw.chance(0.15)) {
      const back = 0 - round(400_000 + 1_600_000 * draw.fraction());
      moves.push(aMove(addMonths(month, 0, draw.integer(3, 20)), back));
    }
    return moves;
  });
}

/** To savings, or back where the amount is below zero. */
function aMove(date: string, saved: number): Movement {
  const amount = 0 - saved;
  return { date, amount, payee: "Transfer : savings", account: "checking", to: "savings" };
}
